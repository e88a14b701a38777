import { lintPrompt, type LintFinding, type LintOptions } from '../../protocol/lint/lint-prompt.ts'
import { askProblems } from '../../domain/prompts/cited-ask.ts'
import type { PromptLocale } from '../../domain/prompts/prompt-locale.ts'
import { cleanUrl } from '../../domain/prompts/clean-value.ts'
import { parseTemplate } from '../../domain/prompts/placeholders.ts'
import { renderPrompt, sourceOf } from '../../domain/prompts/render-prompt.ts'
import type { PlaceholderValues } from '../../domain/prompts/fill-template.ts'
import { plainBreaks } from '../../lib/text/plain-breaks.ts'
import type { LintedTemplates } from './linted-templates.ts'
import type { PolicyFinding, StoredTemplate } from './prompt.ts'

export type PlainTemplate = Pick<StoredTemplate, 'kind' | 'label' | 'template'>

/** The values that fill the placeholders of a template, and the hosts that its text may name. */
export interface Filling {
  values: PlaceholderValues
  locale: PromptLocale
  sources: readonly string[]
  /** The address that the page names as its own, which may be on another host. */
  canonicalUrl?: string | null
  linted: LintedTemplates
}

/**
 * Renders a template as readers see it, with all findings of the prompt policy, in the template and in the filled text.
 * A template that cannot be parsed, or whose page has no address to cite, shows nothing and has an error.
 */
export function renderAndLint(plain: PlainTemplate, filling: Filling): StoredTemplate {
  const { values, locale } = filling
  const { kind, label } = plain
  const template = plainBreaks(plain.template)
  const parsed = parseTemplate(template)
  if (!parsed.ok) {
    const findings = parsed.problems.map(({ code, message, start, end }) =>
      error(code, message, start, end),
    )
    return { kind, label, template, resolved: '', findings }
  }
  if (sourceOf(values) === undefined) {
    const message = 'The page has no http or https address that a prompt could cite'
    return { kind, label, template, resolved: '', findings: [error('no_source', message, 0, 0)] }
  }
  const resolved = renderPrompt(parsed.parts, values, locale)
  const shown = { kind, label, template, resolved }
  return { ...shown, findings: [...findingsOf(template, resolved, filling), ...refusals(shown)] }
}

const error = (ruleId: string, message: string, start: number, end: number): PolicyFinding => ({
  ruleId,
  level: 'error',
  message,
  in: 'template',
  start,
  end,
})

/** Returns the findings for which a rendered text cannot be a Cited Ask, since it is published as one. */
const refusals = (shown: Omit<StoredTemplate, 'findings'>): PolicyFinding[] =>
  askProblems({ ...shown, promptId: 'prompt', language: 'en' }).map(({ code, message }) => ({
    ...error(code, `As a Cited Ask: ${message}`, 0, 0),
    // An error that only the page's words cause needs a review, not a refusal.
    in: code === 'source_line' && /^Source:/m.test(shown.template) ? 'template' : 'resolved',
  }))

/**
 * Returns the sources with two more hosts: that of the page's own address, which may be a subdomain of the site, and
 * that of the address which the page calls canonical, so that a copy of a site names the site that it copies.
 */
function sourcesWith({ values, sources, canonicalUrl }: Filling): string[] {
  const own = [sourceOf(values), cleanUrl(canonicalUrl ?? '')]
  return [...sources, ...own.flatMap((url) => (url === undefined ? [] : [new URL(url).host]))]
}

/**
 * Lints a template and its filled text, and returns the findings of both; of the filled text only those by rules that
 * the template itself does not break.
 */
function findingsOf(template: string, resolved: string, filling: Filling): PolicyFinding[] {
  const sources = sourcesWith(filling)
  const names = siteNamesOf(filling)
  const inTemplate = filling.linted.findingsOf(template, filling.sources, names)
  const known = new Set(inTemplate.map(({ ruleId }) => ruleId))
  const inResolved = lintPrompt(resolved, { sources, names, isTemplate: false })
  return [
    ...inTemplate.map(placed('template')),
    ...inResolved.filter(({ ruleId }) => !known.has(ruleId)).map(placed('resolved')),
  ]
}

const placed =
  (where: PolicyFinding['in']) =>
  ({ ruleId, level, message, start, end }: LintFinding): PolicyFinding => ({
    ruleId,
    level,
    message,
    in: where,
    start,
    end,
  })

/** Returns the names of a prompt's site, its own and that of a rule. */
export const siteNamesOf = ({ values }: Pick<Filling, 'values'>): string[] =>
  [values['site_name']].flat().filter((name) => name !== undefined)

/** Returns errors of the policy in a short text that readers see as it is: a label or a question. */
export function lintErrors(
  text: string,
  { sources, names }: Pick<LintOptions, 'sources' | 'names'>,
): LintFinding[] {
  return lintPrompt(text, { sources, names, isTemplate: true }).filter(
    ({ level }) => level === 'error',
  )
}
