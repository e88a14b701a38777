import { lintPrompt, type LintFinding } from '../../domain/prompt-policy/lint-prompt.ts'

/** More than the generator and most rules have; the words of single pages are judged each time. */
const MAX_TEMPLATES = 1_000

/** Findings of templates, which the pages of a site share, by their text. For one site only. */
export class JudgedTemplates {
  readonly #findings = new Map<string, readonly LintFinding[]>()

  findingsOf(
    template: string,
    sources: readonly string[],
    names: readonly string[],
  ): readonly LintFinding[] {
    const key = [...names, template].join('\n')
    const known = this.#findings.get(key)
    if (known) return known
    const findings = lintPrompt(template, { sources, names, isTemplate: true })
    if (this.#findings.size < MAX_TEMPLATES) this.#findings.set(key, findings)
    return findings
  }
}
