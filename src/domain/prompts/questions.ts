import type { PageType } from '../page/page-types.ts'
import type { PageLead } from '../page/page-leads.ts'
import { cleanValue } from './clean-value.ts'
import { definedTerms } from './defined-terms.ts'
import { PROMPT_LOCALES, type PromptLanguage } from './locales.ts'
import { answeredLeads, hasUnspaced, isList, isOwnQuestion } from './own-questions.ts'
import { parseTemplate } from './placeholders.ts'
import type { PromptPage } from './prompt-page.ts'
import { fillTemplate, type PlaceholderValues } from './fill-template.ts'
import { questionFormsOf } from './question-templates/forms-of.ts'
import type { QuestionForms } from './question-templates/question-forms.ts'
import { filledQuestion, readAsQuestion } from './read-as-question.ts'
import { subjectOf } from './page-subject.ts'

const MAX_QUESTIONS = 5
const MAX_QUESTION_CHARS = 160
const MAX_HEADINGS = 100
const MAX_HEADING_CHARS = 80
/** A page with fewer questions of its own is also asked for its main points. */
const ENOUGH = 2
/** A text with as many answered headings has parts to name. */
const MIN_PARTS = 3
/** Page types whose headings may name steps. */
const INSTRUCTIONS: ReadonlySet<PageType> = new Set(['docs', 'howto', 'recipe', 'faq'])
/** Page types whose usual questions the page answers by being of that type. */
const USUAL: ReadonlySet<PageType> = new Set([
  'product',
  'pricing',
  'event',
  'recipe',
  'profile',
  'legal',
  'landing',
])

type QuestionPage = Pick<
  PromptPage,
  'type' | 'path' | 'title' | 'h1' | 'headings' | 'leads' | 'asked'
>

/**
 * Suggests at most five questions that the page answers: those it asks itself, word for word; its definitions; its
 * title and headings where they can be read as questions; the usual ones of its type. Where that is less than two,
 * the main points of the text are asked for. A list of other pages has no questions.
 */
export function suggestQuestions(
  page: QuestionPage,
  values: PlaceholderValues,
  language: PromptLanguage,
): string[] {
  const forms = questionFormsOf(language)
  const leads = cleanLeads(page)
  if (isList(page.path, page.leads ?? [])) return []
  const answered = answeredLeads(leads)
  const subject = subjectOf(page, leads)
  const asked = [
    ...(isOwnQuestion(subject, forms) ? [subject] : []),
    ...answered.map(({ heading }) => heading),
    ...(page.asked ?? []),
  ].filter((text) => isOwnQuestion(text, forms))
  const [read] = readings([subject], page.type, forms)
  const own = distinct([
    ...asked,
    ...(read === undefined ? [] : [read]),
    ...definedTerms(leads, subject, forms),
    ...readings(
      answered.map(({ heading }) => heading),
      page.type,
      forms,
    ),
    ...usualQuestions(page.type, values, language),
  ])
  const isAsked = read !== undefined || isOwnQuestion(subject, forms)
  const isEnough = own.length >= (INSTRUCTIONS.has(page.type) ? 1 : ENOUGH)
  if (isEnough || isAsked || !isTitle(subject, leads)) return own
  const parts = answered.filter(({ level }) => level > 1).length
  const whole = parts >= MIN_PARTS ? forms.points : forms.gist
  return distinct([...own, filledQuestion(whole, [subject, withoutQuotes(subject)])])
}

/** Leads of the main text; of a page that was scanned by an older release, its headings. */
function cleanLeads({ leads = [], headings }: QuestionPage): PageLead[] {
  const known =
    leads.length > 0
      ? leads
      : headings.map(({ level, text }) => ({ heading: text, level, text: UNKNOWN }))
  return known.slice(0, MAX_HEADINGS).map(({ heading, level, text }) => ({
    heading: plainHeading(heading),
    level,
    text,
  }))
}

/** Stands for a text that was not kept. */
const UNKNOWN = ' '.repeat(MAX_QUESTION_CHARS)

/** Without the marks and numbers that themes put before a heading. */
const plainHeading = (text: string): string =>
  cleanValue(text, MAX_QUESTION_CHARS)
    .replace(/^(?:[#¶§•▶►✔]+ ?|\(?\d{1,2}(?:[.)](?:\d{1,2}[.)]?)?)+ )/u, '')
    .replace(/ ?[#¶§:：]$/u, '')

function readings(headings: readonly string[], type: PageType, forms: QuestionForms): string[] {
  const isInstruction = INSTRUCTIONS.has(type)
  return headings
    .filter((heading) => heading.length <= MAX_HEADING_CHARS && !/[?？!！]|\.{3}|…/u.test(heading))
    .flatMap((heading) => readAsQuestion(heading, forms, isInstruction) ?? [])
}

/**
 * A title to ask about: not the name of a file. Of a single word, and of one in another script than the text, the text
 * must say something.
 */
function isTitle(subject: string, leads: readonly PageLead[]): boolean {
  const isName = subject.length < 4 || /_|\d{5}|[?？…]$/u.test(subject)
  if (isName || !/\p{L}{2}/u.test(subject)) return false
  const text = leads.map((lead) => lead.text.toLowerCase()).join(' ')
  if (text.trim() === '' || hasUnspaced(subject)) return true
  const words = subject.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  if (words.length > 1 && !hasUnspaced(text)) return true
  return words.some((word) => text.includes(word.slice(0, 6)))
}

const withoutQuotes = (text: string): string => text.replaceAll(/["“”„‟«»「」『』]/gu, '')

function usualQuestions(
  type: PageType,
  values: PlaceholderValues,
  language: PromptLanguage,
): string[] {
  if (!USUAL.has(type)) return []
  return (PROMPT_LOCALES[language].questions.byType[type] ?? []).map((template) => {
    const parsed = parseTemplate(template)
    return parsed.ok ? fillTemplate(parsed.parts, values, PROMPT_LOCALES[language]) : ''
  })
}

function distinct(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts) {
    const question = cleanValue(text, MAX_QUESTION_CHARS)
    const key = question.toLowerCase().replaceAll(/[\s¿?？’']/gu, '')
    if (question !== '' && !question.endsWith('…') && !byKey.has(key)) byKey.set(key, question)
    if (byKey.size === MAX_QUESTIONS) break
  }
  return [...byKey.values()]
}
