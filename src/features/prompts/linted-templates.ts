import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { lintPrompt, type LintFinding } from '../../protocol/lint/lint-prompt.ts'

/** The most templates that are remembered, more than the generator and most rules have. */
const MAX_TEMPLATES = 2_000

/** Caches findings by the text of templates, which the pages of one site share. */
export class LintedTemplates {
  readonly #findings = new BoundedMap<string, readonly LintFinding[]>(MAX_TEMPLATES)

  findingsOf(
    template: string,
    sources: readonly string[],
    names: readonly string[],
  ): readonly LintFinding[] {
    const key = [...names, template].join('\n')
    return this.#findings.getOrMake(key, () =>
      lintPrompt(template, { sources, names, isTemplate: true }),
    )
  }
}
