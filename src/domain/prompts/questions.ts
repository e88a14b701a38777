import type { PageType } from '../page/page-types.ts'
import { cleanValue } from './clean-value.ts'
import { PROMPT_LOCALES, type PromptLanguage } from './locales.ts'
import { parseTemplate, PLACEHOLDER_CHARS } from './placeholders.ts'
import type { QuestionTemplates } from './prompt-locale.ts'
import type { PromptHeading, PromptPage } from './prompt-page.ts'
import { fillTemplate, type PlaceholderValues } from './fill-template.ts'

const MAX_QUESTIONS = 5
const MAX_QUESTION_CHARS = 160
const MAX_HEADINGS = 100
/** Page types whose headings name steps, and page types whose topics are terms. */
const INSTRUCTIONS: ReadonlySet<PageType> = new Set(['docs', 'howto', 'recipe'])
const TERMS: ReadonlySet<PageType> = new Set(['docs', 'howto', 'faq', 'legal'])

/**
 * Suggests at most five questions that the page may answer: its headings that are questions, word for word; its
 * instructions as questions; then typical questions for its type and its topics.
 */
export function suggestQuestions(
  page: Pick<PromptPage, 'type' | 'headings' | 'keyphrases'>,
  values: PlaceholderValues,
  language: PromptLanguage,
): string[] {
  const { questions } = PROMPT_LOCALES[language]
  // A truncated heading ends in an ellipsis, so it is neither a question nor a step.
  const headings = page.headings
    .slice(0, MAX_HEADINGS)
    .map(({ level, text }) => ({ level, text: cleanValue(text, MAX_QUESTION_CHARS) }))
  const ask = (template: string, topic?: string): string =>
    rendered(template, topic === undefined ? values : { ...values, topic }, language)
  const topics = page.keyphrases.slice(0, MAX_QUESTIONS).map(({ text }) => text)
  return distinct([
    ...headings.map(({ text }) => text).filter(isQuestion),
    ...headings.flatMap((heading) =>
      stepOf(heading, page.type, questions).map((step) => ask(questions.how, step)),
    ),
    ...(questions.byType[page.type] ?? []).map((template) => ask(template)),
    ...topics.map((topic, i) =>
      ask(i === 0 && TERMS.has(page.type) ? questions.meaning : questions.about, topic),
    ),
  ])
}

const isQuestion = (text: string): boolean => /[?？]$/u.test(text) && text.length > 5

/** Reads `Install the tool` and `How to install the tool` as `install the tool`; nothing for other headings. */
function stepOf(
  { level, text }: PromptHeading,
  type: PageType,
  { howPrefixes, verbs }: QuestionTemplates,
): string[] {
  if (isQuestion(text) || text.length > PLACEHOLDER_CHARS.topic) return []
  const lower = text.toLowerCase()
  const prefix = howPrefixes.find((one) => lower.startsWith(one))
  if (prefix !== undefined) return [text.slice(prefix.length)]
  const [verb = '', ...rest] = text.split(' ', 4)
  const isStep =
    level >= 2 && INSTRUCTIONS.has(type) && rest.length > 0 && verbs.includes(verb.toLowerCase())
  return isStep ? [`${verb.toLowerCase()}${text.slice(verb.length)}`] : []
}

function rendered(template: string, values: PlaceholderValues, language: PromptLanguage): string {
  const parsed = parseTemplate(template)
  return parsed.ok ? fillTemplate(parsed.parts, values, PROMPT_LOCALES[language]) : ''
}

function distinct(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts) {
    const question = cleanValue(text, MAX_QUESTION_CHARS)
    const key = question.toLowerCase()
    if (question !== '' && !byKey.has(key)) byKey.set(key, question)
    if (byKey.size === MAX_QUESTIONS) break
  }
  return [...byKey.values()]
}
