import type { PageType } from '../page/page-types.ts'
import { leadsAboveCards, type PageLead } from '../page/page-leads.ts'
import { cleanValue } from './clean-value.ts'
import { definedTerms } from './defined-terms.ts'
import { isWithoutTexts, questionFormsOf, type PromptLanguage } from './locales.ts'
import {
  answeredLeads,
  besideQuestions,
  headingsAlone,
  isDated,
  isOfReaders,
  isOfTheSite,
  isPageList,
  isOwnQuestion,
} from './own-questions.ts'
import { personNamedIn } from './person-name.ts'
import type { PromptPage } from './prompt-page.ts'
import type { PlaceholderValues } from './fill-template.ts'
import type { QuestionForms } from './templates/question-forms.ts'
import { ownWording } from './own-wording.ts'
import { hasSubject, leansOnTitle, questionKeys } from './question-key.ts'
import { filledQuestion, readAsQuestion } from './read-as-question.ts'
import { readersQuestions } from './readers-questions.ts'
import { hasUnspaced } from './segment-words.ts'
import { inSentenceCase } from './sentence-case.ts'
import { statedFacts } from './stated-facts.ts'
import { areBracketsClosed, isFileTitle, isNameOfThing } from './title-rules.ts'
import { isIngredients } from './text-evidence.ts'
import { subjectOf } from './page-subject.ts'
import { isServicesTitle, siteNameOf, usualQuestions } from './usual-questions.ts'
import { isArticle, wholeQuestion } from './whole-question.ts'

const MAX_QUESTIONS = 5
const MAX_QUESTION_CHARS = 160
const MAX_HEADINGS = 100
const MAX_HEADING_CHARS = 80
const MAX_TITLE_CHARS = 100
/** What a heading that asks nothing says is read as an answer where it is as long. */
const MIN_TOLD_CHARS = 60
/** An article with fewer questions of its own is also asked for its main points. */
const ENOUGH = 2
/** Page types whose headings may name steps. */
const INSTRUCTIONS: ReadonlySet<PageType> = new Set(['docs', 'howto', 'recipe', 'faq'])
type QuestionPage = Pick<
  PromptPage,
  | 'type'
  | 'path'
  | 'title'
  | 'h1'
  | 'headings'
  | 'leads'
  | 'asked'
  | 'askedHere'
  | 'publishedAt'
  | 'language'
  | 'prices'
  | 'tokenEstimate'
>

/**
 * Suggests at most five questions that the page answers: those it asks itself, word for word; those of its readers; its
 * title read as one; its definitions; prices, dates and people that it states; its headings read as questions; the
 * usual ones of its type. Where an article has less than two of them, its main points are asked for, and of another page
 * without any what the site says about its title. A list of other pages has no questions.
 */
export function suggestQuestions(
  page: QuestionPage,
  values: PlaceholderValues,
  language: PromptLanguage,
): string[] {
  if (isList(page)) return questionsOfList(page, values, language)
  const leads = cleanLeads(page)
  if (isWithoutTexts(page.language)) return questionsAsAsked(page, leads, language)
  const forms = questionFormsOf(language)
  const answered = answeredLeads(leads)
  const title = withoutRemark(subjectOf(page, leads))
  const subject = isFileTitle(title, page.path, language) ? '' : title
  const isAsked = isOwnQuestion(subject, forms)
  const read = isServicesTitle(subject, values)
    ? undefined
    : titleAsked(subject, page.type, forms, language)
  const own = distinct(
    inOrder({ page, values, language, forms, leads, answered, subject, read }),
    language,
  )
  // Beside a better question, nobody asks what the site says about a title.
  const isEnough = own.length >= (isArticle(page) ? ENOUGH : 1)
  if (isEnough || isAsked || read !== undefined) return own
  const parts = answered.filter(({ heading }) => heading !== subject).length
  const whole = wholeQuestion({ page, subject, leads, parts }, values, language)
  return whole === undefined ? own : distinct([...own, whole], language)
}

function titleAsked(
  title: string,
  type: PageType,
  forms: QuestionForms,
  language: PromptLanguage,
): string | undefined {
  const [read] = readings([title], type, forms, { language, maxChars: MAX_TITLE_CHARS })
  return read
}

/** In a language without forms, what the page asks itself is offered as it stands, and nothing around its words. */
function questionsAsAsked(
  { asked = [] }: QuestionPage,
  leads: readonly PageLead[],
  language: PromptLanguage,
): string[] {
  const headings = answeredLeads(leads).map(({ heading }) => heading)
  const forms = { ...questionFormsOf(language), asks: /\p{L}/u, invitation: /^\p{Lo}?$/u }
  return distinct(
    [...headings, ...asked].filter((text) => isOwnQuestion(text, forms)),
    language,
  )
}

/** A start page that shows cards, and a list of services, are about their site; other lists are about what is elsewhere. */
function questionsOfList(
  page: QuestionPage,
  values: PlaceholderValues,
  language: PromptLanguage,
): string[] {
  const leads = cleanLeads(page)
  const subject = page.type === 'landing' ? '' : subjectOf(page, leads)
  const isOfSite = page.type === 'landing' || isServicesTitle(subject, values)
  if (!isOfSite || siteNameOf(values) === undefined || isDated(leads)) return []
  return distinct(usualQuestions({ type: page.type, subject, leads }, values, language), language)
}

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
  const name = isNameOfThing(subject, language) ? subject : undefined
  const headings = answered.map(({ heading }) => heading)
  const isOwn = (text: string): boolean =>
    isOwnQuestion(text, forms) && isOfReaders(text) && hasSubject(text, language)
  // Articles ask what we all want to know; other pages ask what their owners would.
  const isVoiced = (text: string): boolean => page.type !== 'article' && isOfTheSite(text)
  yield* [subject, ...headings, ...(page.asked ?? [])]
    .filter((text) => !isVoiced(text))
    .map((text) => ownWording(text, forms, { language, name: name ?? siteNameOf(values) }))
    .filter(isOwn)
  yield* readersQuestions(page.askedHere ?? [], language, forms)
  const written = (text: string): string => inSentenceCase(text, leads, language)
  if (read.read !== undefined) yield written(read.read)
  const who = whoIs(read)
  if (who !== undefined) yield who
  yield* definedTerms(leads, subject, forms, language)
  yield* statedFacts({ type: page.type, leads, subject, language }, forms)
  const named = page.h1 === null ? valuesNaming(values, subject) : values
  const asked = { type: page.type, subject, leads, prices: page.prices }
  const usual = who === undefined ? usualQuestions(asked, named, language) : []
  // Who cooks wants the ingredients of a dish, by its name, before anything that its headings say.
  if (page.type === 'recipe') yield* usual
  const beside = besideQuestions(leads)
  const told = headingsAlone(beside, answeredLeads(beside, MIN_TOLD_CHARS))
  const isTold = (heading: string): boolean => page.type === 'recipe' && isIngredients(heading)
  const unasked = told.filter((heading) => !isTold(heading) && !isVoiced(heading))
  for (const text of readings(unasked, page.type, forms, { language, name })) {
    yield written(text)
  }
  yield* usual
}

/** Asks who a profile is about, where that is a person. */
function whoIs({ page: { type }, leads, subject, language, forms }: ReadPage): string | undefined {
  if (type !== 'profile' || leads.every(({ text }) => text === '')) return undefined
  const person = personNamedIn(subject, language)
  return person && filledQuestion(forms.facts.who, ['', person])
}

function isList({ type, path, leads = [] }: QuestionPage): boolean {
  const own = type === 'article' ? leadsAboveCards(leads) : undefined
  return type === 'listing' || isPageList(path, own ?? leads)
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

/** A question without what stands in brackets behind it: `When is high water? (Read this first)`. */
const withoutRemark = (text: string): string =>
  text.replace(/(?<=[?？]) ?(?:\([^()]{1,60}\)|（[^（）]{1,60}）)$/u, '')

/** Without the marks and numbers that themes put before a heading. */
const plainHeading = (text: string): string =>
  withoutRemark(cleanValue(text, MAX_QUESTION_CHARS))
    .replace(/^(?:[#¶§•▶►✔]+ ?|\(?\d{1,2}(?:[.)](?:\d{1,2}[.)]?)?)+ )/u, '')
    .replace(/ ?[#¶§:：.。]$/u, '')

function* readings(
  headings: readonly string[],
  type: PageType,
  forms: QuestionForms,
  {
    language,
    maxChars = MAX_HEADING_CHARS,
    name,
  }: { language: PromptLanguage; maxChars?: number; name?: string | undefined },
): Generator<string> {
  const isInstruction = INSTRUCTIONS.has(type)
  for (const whole of headings) {
    const heading = whole.endsWith(')') && /\w\(/.test(whole) ? whole : withoutAsides(whole)
    if (heading.length > maxChars || /[?？!！]|\.{3}|…/u.test(heading)) continue
    const question = readAsQuestion(heading, forms, isInstruction, name)
    if (question === undefined) continue
    const [before = '', ...behind] = heading.split(/[:：]/u)
    const isCut = behind.length > 0 && !question.includes(before.slice(1))
    if (!isCut || !leansOnTitle(question, language)) yield question
  }
}

/** What stands in brackets beside a heading: a part, a remark. */
const withoutAsides = (heading: string): string =>
  heading.replaceAll(/ ?(?:\([^()]{1,60}\)|（[^（）]{1,60}）)/gu, '').trim()

/** The usual questions name the text by its own title, without the name of the site. */
const valuesNaming = (values: PlaceholderValues, subject: string): PlaceholderValues =>
  subject === '' ? values : { ...values, product: subject, title: subject }

/** Two words, as in `What now?`, say too little away from their place, but where words ask by their ends: `Gelgit nedir?`. */
const isWhole = (question: string, language: PromptLanguage): boolean =>
  question.length > 5 &&
  (hasUnspaced(question) ||
    (question.match(/\p{L}+(?:['’]\p{L}+)?/gu) ?? []).length > (ASKS_BEHIND.has(language) ? 1 : 2))

const ASKS_BEHIND: ReadonlySet<PromptLanguage> = new Set(['tr', 'ko'])

function distinct(texts: Iterable<string>, language: PromptLanguage): string[] {
  const found: string[] = []
  const asked = new Set<string>()
  for (const text of texts) {
    const question = cleanValue(text, MAX_QUESTION_CHARS)
    const keys = questionKeys(question, language)
    const isNew = !keys.some((key) => asked.has(key))
    const isEntire = !question.endsWith('…') && areBracketsClosed(question)
    if (isWhole(question, language) && isEntire && isNew) {
      found.push(question)
      for (const key of keys) asked.add(key)
    }
    if (found.length === MAX_QUESTIONS) break
  }
  return found
}
