import type { PageType } from '../page/page-types.ts'
import { primaryLanguage } from './language-tag.ts'
import { promptLanguageOf, PROMPT_LOCALES, type PromptLanguage } from './locales.ts'
import { parseTemplate } from './placeholders.ts'
import type { PromptLocale } from './prompt-locale.ts'
import type { GeneratedKind, PromptPage, PromptSite } from './prompt-page.ts'
import { promptValues, topicOf } from './prompt-values.ts'
import { suggestQuestions } from './questions.ts'
import { renderPrompt, sourceOf } from './render-prompt.ts'
import { missingValues, type PlaceholderValues } from './fill-template.ts'

/** Must change with every change of templates or rules, so that pages get new prompts. */
export const PROMPT_VERSION = '4'

/** Characters of the longest prompt that the generator writes, with its source and clause. */
export const MAX_PROMPT_CHARS = 600

export interface GeneratedTemplate {
  kind: GeneratedKind
  label: string
  /** A template with placeholders, to be filled with `promptValues` of the page and its first question. */
  template: string
}

export interface GeneratedPrompt {
  /** The kind of the first template; null without templates. */
  primaryKind: GeneratedKind | null
  /**
   * Four to six templates. Fewer when the page has no question to ask; fewer or none when its URL is not http(s) or
   * leaves no room for a prompt of 600 characters.
   */
  templates: readonly GeneratedTemplate[]
  /** Holds at most five. */
  questions: readonly string[]
  /** The language of the templates. */
  language: PromptLanguage
}

/** Writes the prompts of a page from its record alone: no model, no clock, the same input gives the same output. */
export function generatePrompt(page: PromptPage, site: PromptSite): GeneratedPrompt {
  const language = promptLanguageOf(page.language, site.language)
  const values = promptValues(page, site, language)
  const questions = suggestQuestions(page, values, language)
  const [question] = questions
  const filled = question === undefined ? values : { ...values, question }
  // Without a usable URL there is no source to cite, and so no prompt.
  const kinds = sourceOf(values) === undefined ? [] : kindsFor(page, site, language)
  const templates = kinds.flatMap((kind) => {
    const template = fittingTemplate(kind, filled, PROMPT_LOCALES[language])
    return template === undefined
      ? []
      : [{ kind, label: PROMPT_LOCALES[language].kinds[kind].label, template }]
  })
  return {
    primaryKind: templates[0]?.kind ?? null,
    templates,
    questions,
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

/** Readers of a page in another language than its site's may want it translated. */
function kindsFor(
  page: PromptPage,
  site: PromptSite,
  language: PromptLanguage,
): readonly GeneratedKind[] {
  const usual = KINDS_BY_TYPE[page.type]
  const kinds = topicOf(page, language) === undefined ? withoutTopic(usual) : usual
  const own = primaryLanguage(page.language)
  const common = primaryLanguage(site.language)
  const isForeign = own !== undefined && common !== undefined && own !== common
  return isForeign ? [...kinds, 'translate'] : kinds
}

/** Kinds that are about a subject; a page that names none is offered others in their place. */
const OF_A_TOPIC: ReadonlySet<GeneratedKind> = new Set(['explain', 'compare'])
const INSTEAD: readonly GeneratedKind[] = ['key_takeaways', 'cite', 'critique']

function withoutTopic(kinds: readonly GeneratedKind[]): readonly GeneratedKind[] {
  const [primary] = kinds
  // Of a text that names no subject, it is not sure that it has steps.
  const isLast = (kind: GeneratedKind): boolean => kind === 'apply' && kind !== primary
  const rest = kinds.filter((kind) => !OF_A_TOPIC.has(kind) && !isLast(kind))
  const more = [...kinds.filter(isLast), ...INSTEAD].filter((kind) => !rest.includes(kind))
  return [...rest, ...more].slice(0, kinds.length)
}

/** The fullest template of a kind that fits; undefined when none does, or when the page lacks a value. */
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

/** The templates of a kind, fullest first: the shorter ones leave the URL to the source line. */
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
