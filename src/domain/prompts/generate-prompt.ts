import type { PageType } from '../page/page-types.ts'
import { languageTagOf, primaryLanguage } from './language-tag.ts'
import { isWithoutTexts, promptLanguageOf, PROMPT_LOCALES, type PromptLanguage } from './locales.ts'
import { parseTemplate } from './placeholders.ts'
import type { PromptLocale } from './prompt-locale.ts'
import type { GeneratedKind, PromptPage, PromptSite } from './prompt-page.ts'
import { promptValues } from './prompt-values.ts'
import { renderPrompt, sourceOf } from './render-prompt.ts'
import { missingValues, type PlaceholderValues } from './fill-template.ts'

/**
 * The version of the generator; it must change with every change of templates or rules, so that pages get new prompts.
 */
export const PROMPT_VERSION = '5'

/** The most characters of a prompt that the generator writes, with its source and clause. */
export const MAX_PROMPT_CHARS = 600

export interface GeneratedTemplate {
  kind: GeneratedKind
  label: string
  /**
   * A template with placeholders, to be filled with `promptValues` of the page and the question that it offers first.
   */
  template: string
}

export interface GeneratedPrompt {
  /** The kind of the first template; null without templates. */
  primaryKind: GeneratedKind | null
  /**
   * The four to six templates of the page; one fewer without a question to ask, and fewer or none when its URL leaves
   * little room in 600 characters. A page without an http(s) URL, or in a language without texts, has none.
   */
  templates: readonly GeneratedTemplate[]
  /** The language of the templates. */
  language: PromptLanguage
}

/**
 * Writes the prompts of a page from its record and the question that it offers first: no model, no clock, the same
 * input gives the same output.
 */
export function generatePrompt(
  page: PromptPage,
  site: PromptSite,
  question?: string,
): GeneratedPrompt {
  const language = promptLanguageOf(page.language, site.language)
  const reader = question === undefined ? {} : { question }
  const values = promptValues(page, site, language, reader)
  // Without a usable URL there is no source to cite; and no reader of a page is asked to send what is in another language.
  const isMute = sourceOf(values) === undefined || isWithoutTexts(languageTagOf(page, site))
  const kinds = isMute ? [] : kindsFor(page, site)
  const templates = kinds.flatMap((kind) => {
    const template = fittingTemplate(kind, values, PROMPT_LOCALES[language])
    return template === undefined
      ? []
      : [{ kind, label: PROMPT_LOCALES[language].kinds[kind].label, template }]
  })
  return {
    primaryKind: templates[0]?.kind ?? null,
    templates,
    language,
  }
}

/** The kinds of prompt for each type of page, most wanted first: the first is the primary kind. */
export const KINDS_BY_TYPE: Readonly<Record<PageType, readonly GeneratedKind[]>> = {
  article: ['summarize', 'key_takeaways', 'ask', 'critique', 'cite'],
  docs: ['ask', 'explain', 'apply', 'summarize'],
  howto: ['apply', 'ask', 'explain', 'summarize'],
  faq: ['ask', 'summarize', 'explain', 'key_takeaways'],
  product: ['ask', 'compare', 'summarize', 'key_takeaways'],
  category: ['summarize', 'compare', 'ask', 'key_takeaways'],
  listing: ['summarize', 'compare', 'key_takeaways', 'explain'],
  pricing: ['compare', 'ask', 'summarize', 'key_takeaways'],
  landing: ['summarize', 'ask', 'compare', 'key_takeaways'],
  event: ['ask', 'summarize', 'key_takeaways', 'explain'],
  recipe: ['apply', 'ask', 'summarize', 'key_takeaways'],
  profile: ['summarize', 'ask', 'key_takeaways', 'cite'],
  legal: ['summarize', 'explain', 'ask', 'critique'],
  other: ['summarize', 'ask', 'explain', 'key_takeaways'],
}

/**
 * Returns the kinds of prompt for a page, most wanted first. A page in another language than its site's has `translate`
 * too.
 */
function kindsFor(page: PromptPage, site: PromptSite): readonly GeneratedKind[] {
  const kinds = KINDS_BY_TYPE[page.type]
  const own = primaryLanguage(page.language)
  const common = primaryLanguage(site.language)
  const isForeign = own !== undefined && common !== undefined && own !== common
  return isForeign ? [...kinds, 'translate'] : kinds
}

/**
 * Finds the fullest template of a kind that fits into 600 characters; undefined when none does, or when the page lacks
 * a value.
 */
export function fittingTemplate(
  kind: GeneratedKind,
  values: PlaceholderValues,
  locale: PromptLocale,
): string | undefined {
  return templateVariants(kind, locale).find((template) => {
    const parsed = parseTemplate(template)
    if (!parsed.ok || missingValues(parsed.parts, values, locale).length > 0) return false
    return renderPrompt(parsed.parts, values, locale).length <= MAX_PROMPT_CHARS
  })
}

/** Returns the templates of a kind, fullest first; the shorter ones leave the URL to the source line. */
export function templateVariants(
  kind: GeneratedKind,
  { reading, kinds, gap, citeShort }: PromptLocale,
): string[] {
  const { sentence } = kinds[kind]
  const short = kind === 'cite' ? citeShort : sentence
  return [
    `${reading.full}${gap}${sentence}`,
    `${reading.short}${gap}${short}`,
    `${reading.bare}${gap}${short}`,
  ]
}
