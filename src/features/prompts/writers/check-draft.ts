import { MAX_PROMPT_CHARS } from '../../../domain/prompts/generate-prompt.ts'
import { primaryLanguage } from '../../../domain/prompts/language-tag.ts'
import type { PromptLanguage } from '../../../domain/prompts/locales.ts'
import { parseTemplate, type TemplatePart } from '../../../domain/prompts/placeholders.ts'
import { missingValues } from '../../../domain/prompts/fill-template.ts'
import {
  type Filling,
  lintErrors,
  type PlainTemplate,
  renderAndLint,
  siteNamesOf,
} from '../render-templates.ts'
import type { FallbackReason, PromptDraft } from '../../../domain/prompts/prompt-writer.ts'
import { areInLanguage } from './same-language.ts'
import type { PromptGenerator } from '../prompt.ts'

/** Returns the templates of a draft; undefined unless it has exactly the requested kinds. */
export function templatesOfDraft(
  { templates }: PromptDraft,
  wanted: readonly PlainTemplate[],
): PlainTemplate[] | undefined {
  const found = wanted.flatMap(({ kind }) => {
    const own = Object.hasOwn(templates, kind) ? templates[kind] : undefined
    return own ? [{ kind, ...own }] : []
  })
  const isExact = found.length === wanted.length && Object.keys(templates).length === wanted.length
  return isExact ? found : undefined
}

interface Page {
  /** The language of the page's prompts. */
  language: PromptLanguage
  /** The values with which the words would be shown. */
  filling: Filling
}

/**
 * Returns the reason why the templates of a model may not be used; undefined when they may. They must pass the same
 * checks as a person's words, as templates and as readers would see them, and have what the generator's templates have:
 * they contain the page's address and the reader's question, fit into 600 characters, and are in the language of the
 * page's prompts.
 */
export function rejectionOf(
  templates: readonly PlainTemplate[],
  tag: string,
  page: Page,
): FallbackReason | undefined {
  const labels = templates.map(({ label }) => label)
  if (labels.some((text) => /[{}]/.test(text))) return 'template'
  const site = { sources: page.filling.sources, names: siteNamesOf(page.filling) }
  if (labels.some((text) => lintErrors(text, site).length > 0)) return 'policy'
  for (const template of templates) {
    const fault = templateFault(template, page.filling)
    if (fault) return fault
  }
  if (primaryLanguage(tag) !== page.language) return 'language'
  const said = templates.map(({ template }) => ownText(template))
  return areInLanguage(said, page.language) ? undefined : 'language'
}

function templateFault(plain: PlainTemplate, filling: Filling): FallbackReason | undefined {
  const parsed = parseTemplate(plain.template)
  if (!parsed.ok || !keepsPlaces(plain, parsed.parts, filling)) return 'template'
  const { resolved, findings } = renderAndLint(plain, filling)
  // A warning asks a person for a review, and no person reviews these templates.
  if (findings.length > 0) return 'policy'
  return resolved.length > MAX_PROMPT_CHARS ? 'template' : undefined
}

/**
 * True where a template has the page's address, a prompt for questions also the reader's question, and every
 * placeholder has a value.
 */
function keepsPlaces(
  { kind }: PlainTemplate,
  parts: readonly TemplatePart[],
  { values, locale }: Filling,
): boolean {
  const names = new Set(parts.flatMap((part) => (part.kind === 'placeholder' ? [part.name] : [])))
  const isAddressed = names.has('url') || names.has('canonical_url')
  const asks = kind !== 'ask' || names.has('question')
  return isAddressed && asks && missingValues(parts, values, locale).length === 0
}

/** Returns the text of a template without its placeholders; an empty text where it cannot be parsed. */
function ownText(template: string): string {
  const parsed = parseTemplate(template)
  return parsed.ok
    ? parsed.parts.map((part) => (part.kind === 'text' ? part.text : ' ')).join('')
    : ''
}

/** Usable words of a model, with one template of each requested kind, and the model that wrote them. */
export interface WrittenTexts {
  templates: readonly PlainTemplate[]
  /** Up to five questions, no two of them alike, in the order of the text. */
  questions: readonly string[]
  generator: PromptGenerator
}
