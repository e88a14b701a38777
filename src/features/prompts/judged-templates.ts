import { lintPrompt, type Finding } from '../../core/prompt-lint/lint-prompt.ts'

/** More than the generator and most rules have; the words of single pages are judged each time. */
const MAX_TEMPLATES = 1_000

/** Findings of templates, which the pages of a site share, by their text. For one set of sources only. */
export class JudgedTemplates {
  readonly #findings = new Map<string, readonly Finding[]>()

  findingsOf(template: string, sources: readonly string[]): readonly Finding[] {
    const known = this.#findings.get(template)
    if (known) return known
    const findings = lintPrompt(template, { sources, isTemplate: true })
    if (this.#findings.size < MAX_TEMPLATES) this.#findings.set(template, findings)
    return findings
  }
}
