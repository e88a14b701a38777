import type { PageType } from '../page/page-types.ts'
import type { PageLead } from '../page/page-leads.ts'
import { cleanValue } from './clean-value.ts'
import { definedTerms } from './defined-terms.ts'
import { PROMPT_LOCALES, type PromptLanguage } from './locales.ts'
import {
  answeredLeads,
  hasUnspaced,
  headingsAlone,
  isDated,
  isPageList,
  isOwnQuestion,
} from './own-questions.ts'
import { parseTemplate } from './placeholders.ts'
import type { PromptPage } from './prompt-page.ts'
import { fillTemplate, type PlaceholderValues } from './fill-template.ts'
import { questionFormsOf } from './question-templates/forms-of.ts'
import type { QuestionForms } from './question-templates/question-forms.ts'
import { isLabel, isLegalTitle, isTitle } from './title-rules.ts'
import { hasSubject, questionKey } from './question-key.ts'
import { filledQuestion, readAsQuestion } from './read-as-question.ts'
import { readersQuestions } from './readers-questions.ts'
import { statedFacts } from './stated-facts.ts'
import { subjectOf } from './page-subject.ts'

const MAX_QUESTIONS = 5
const MAX_QUESTION_CHARS = 160
const MAX_HEADINGS = 100
const MAX_HEADING_CHARS = 80
const MAX_TITLE_CHARS = 100
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
  'type' | 'path' | 'title' | 'h1' | 'headings' | 'leads' | 'asked' | 'askedHere'
>

/**
 * Suggests at most five questions that the page answers: those it asks itself, word for word; those of its readers; its
 * title read as one; its definitions; prices, dates and people that it states; its headings read as questions; the
 * usual ones of its type. Where that is less than two, the main points of the text are asked for. A list of other pages
 * has no questions.
 */
export function suggestQuestions(
  page: QuestionPage,
  values: PlaceholderValues,
  language: PromptLanguage,
): string[] {
  if (isList(page)) return questionsOfList(page, values, language)
  const forms = questionFormsOf(language)
  const leads = cleanLeads(page)
  const answered = answeredLeads(leads)
  const subject = subjectOf(page, leads)
  const isAsked = isOwnQuestion(subject, forms)
  const [read] = readings([subject], page.type, forms, MAX_TITLE_CHARS)
  const own = distinct(
    inOrder({ page, values, language, forms, leads, answered, subject, read }),
    language,
  )
  const isEnough = own.length >= (INSTRUCTIONS.has(page.type) ? 1 : ENOUGH)
  if (isEnough || isAsked || read !== undefined || !isTitle(subject, leads)) return own
  const title = isLabel(subject, page.type, language) ? titleWithSite(subject, values) : subject
  if (title === undefined) return own
  const parts = answered.filter(({ level }) => level > 1).length
  return distinct([...own, wholeQuestion(title, parts, forms)], language)
}

/** A start page that shows cards is about its site; other lists, and journals, are about what is elsewhere. */
const questionsOfList = (
  { type, leads = [] }: QuestionPage,
  values: PlaceholderValues,
  language: PromptLanguage,
): string[] =>
  type === 'landing' && siteNameOf(values) !== undefined && !isDated(leads)
    ? distinct(usualQuestions(type, values, language), language)
    : []

interface ReadPage {
  page: QuestionPage
  values: PlaceholderValues
  language: PromptLanguage
  forms: QuestionForms
  leads: readonly PageLead[]
  /** The leads that have an answer. */
  answered: readonly PageLead[]
  subject: string
  /** The title read as a question. */
  read: string | undefined
}

/** The questions of a page, best first; each is made when it is asked for, since five are enough. */
function* inOrder(read: ReadPage): Generator<string> {
  const { page, values, language, forms, leads, answered, subject } = read
  const headings = answered.map(({ heading }) => heading)
  const isOwn = (text: string): boolean => isOwnQuestion(text, forms) && hasSubject(text, language)
  yield* [subject, ...headings, ...(page.asked ?? [])].filter(isOwn)
  yield* readersQuestions(page.askedHere ?? [], language, forms)
  if (read.read !== undefined) yield read.read
  yield* definedTerms(leads, subject, forms)
  yield* statedFacts({ type: page.type, leads, subject, language }, forms)
  yield* readings(headingsAlone(leads, answered), page.type, forms)
  const named = page.h1 === null ? valuesNaming(values, subject) : values
  yield* usualQuestions(typeOf(page.type, subject), named, language)
}

const MAX_SITE_NAME_CHARS = 40

/** Words of any subject say which one they mean with the name of their site; undefined where that has none. */
function titleWithSite(subject: string, values: PlaceholderValues): string | undefined {
  const name = siteNameOf(values)
  if (name === undefined || subject.toLowerCase().includes(name.toLowerCase())) return undefined
  return `${subject} – ${name}`
}

/** The name of the site where it is one, and no address. */
function siteNameOf({ site_name: name, domain }: PlaceholderValues): string | undefined {
  if (typeof name !== 'string' || name === domain) return undefined
  return name.length > MAX_SITE_NAME_CHARS || HOST.test(name) ? undefined : name
}

const HOST = /^[^\s\p{Lu}]+\.[^\s\p{Lu}]{2,}$/u

const isList = ({ type, path, leads = [] }: QuestionPage): boolean =>
  type === 'listing' || isPageList(path, leads)

const wholeQuestion = (subject: string, parts: number, { points, gist }: QuestionForms): string =>
  filledQuestion(parts >= MIN_PARTS ? points : gist, [subject, withoutQuotes(subject)])

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
    .replace(/ ?[#¶§:：.。]$/u, '')

function* readings(
  headings: readonly string[],
  type: PageType,
  forms: QuestionForms,
  maxChars = MAX_HEADING_CHARS,
): Generator<string> {
  const isInstruction = INSTRUCTIONS.has(type)
  for (const heading of headings) {
    if (heading.length > maxChars || /[?？!！]|\.{3}|…/u.test(heading)) continue
    const question = readAsQuestion(heading, forms, isInstruction)
    if (question !== undefined) yield question
  }
}

const typeOf = (type: PageType, subject: string): PageType =>
  isLegalTitle(subject) ? 'legal' : type

/** The usual questions name the text by its own title, without the name of the site. */
const valuesNaming = (values: PlaceholderValues, subject: string): PlaceholderValues =>
  subject === '' ? values : { ...values, product: subject, title: subject }

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

/** Two words, as in `What now?`, say too little away from their place. */
const isWhole = (question: string): boolean =>
  question.length > 5 && (hasUnspaced(question) || (question.match(/\p{L}+/gu) ?? []).length > 2)

function distinct(texts: Iterable<string>, language: PromptLanguage): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts) {
    const question = cleanValue(text, MAX_QUESTION_CHARS)
    const key = questionKey(question, language)
    if (isWhole(question) && !question.endsWith('…') && !byKey.has(key)) byKey.set(key, question)
    if (byKey.size === MAX_QUESTIONS) break
  }
  return [...byKey.values()]
}
