import { commonWordsNow, withoutAccents } from '../../lib/text/common-words/common-words.ts'
import type { PageLead } from '../page/page-leads.ts'
import type { PageType } from '../page/page-types.ts'
import { bareTerm, POINTS_BACK } from './defined-terms.ts'
import { isWithoutTexts } from './locales.ts'
import { isPerson } from './person-name.ts'
import { mended } from './read-as-question.ts'
import { PRICE_FIRST, type QuestionForms } from './templates/question-forms.ts'

const MAX_LEADS = 20
const MAX_SENTENCES = 3
const MAX_OF_KIND = 2
const MAX_WORDS = 6

/** Types of page whose usual questions ask for the price or the date already. */
const PRICED: ReadonlySet<PageType> = new Set(['product', 'event'])

export interface FactPage {
  type: PageType
  leads: readonly PageLead[]
  subject: string
  language: string
}

/**
 * Questions for prices, dates and people that the text states: the price or the date of what the title or the heading
 * names, and a person who is introduced with a role. Two of each at most.
 */
export function* statedFacts(page: FactPage, forms: QuestionForms): Generator<string> {
  if (isWithoutTexts(page.language)) return
  const kinds = (['prices', 'dates', 'people'] as const).filter(
    (kind) => kind === 'people' || !PRICED.has(page.type),
  )
  if (kinds.includes('prices')) yield* pricedHeadings(page, forms)
  const sentences = sentencesIn(page)
  for (const kind of kinds) {
    let found = 0
    for (const stated of sentences) {
      if (kind !== 'people' && !stated.hasDigit) continue
      const question = questionFor(stated, kind, page, forms)
      if (question === undefined) continue
      yield question
      if (++found === MAX_OF_KIND) break
    }
  }
}

/** Asks for the prices of what stands above them: `Nail clipping`, and below it `£5 a cat`. */
function* pricedHeadings({ leads, language }: FactPage, forms: QuestionForms): Generator<string> {
  const priced = leads.filter(
    ({ heading, level, text }) =>
      level > 1 && PRICE_FIRST.test(text) && isPriceable(heading, language),
  )
  for (const { heading } of priced.slice(0, MAX_OF_KIND)) {
    yield mended(forms.facts.price, ['', heading], forms)
  }
}

/** The name of something, and no word for prices or a choice of them. */
const isPriceable = (heading: string, language: string): boolean =>
  heading.split(' ').length <= MAX_WORDS &&
  /^[\p{L}\d][\p{L}\d '’&/+-]*\p{L}$/u.test(heading) &&
  !PRICES.test(heading) &&
  !isDoubtful(heading, language)

const PRICES =
  /^(?:prices?|pricing|costs?|fees?|total|preise?|kosten|gebühren|precios?|tarifas?|tarifs?|prix|preços?|prijzen|prijs|tarieven|cen[ay]|cennik|priser?|fiyat\p{L}*|料金|価格|价格|가격|요금)$|(?:^|[^\p{L}])(?:prices?|preise?|precios?|prix|preços?|prijzen|cennik|priser)(?!\p{L})/iu

interface Stated {
  sentence: string
  hasDigit: boolean
  /** The title and the heading above it, in small letters. */
  named: string
}

/** The first letters of a name, without which a text introduces nobody; scripts without capitals show none. */
const MAY_NAME = /\p{Lu}\p{Ll}+ (?:\p{Ll}{1,3}\.? ){0,2}\p{Lu}|[^\0-\u024F]/u
const DIGIT = /\d/

const sentencesIn = ({ leads, subject }: FactPage): Stated[] =>
  leads.slice(0, MAX_LEADS).flatMap(({ heading, text }) => {
    if (!DIGIT.test(text) && !MAY_NAME.test(text)) return []
    const named = `${subject} ${heading}`.toLowerCase()
    return firstSentences(text).map((sentence) => ({
      sentence,
      hasDigit: DIGIT.test(sentence),
      named,
    }))
  })

const END = /[.!?] |[。！？]/g
/** What stands before the end of a sentence, rather than in an abbreviation or a date. */
const BEFORE_END = /(?:\p{L}{3}|\d{4}|[)”"])$/u

/** Cuts where a full stop ends no abbreviation and no date: cheaper than the rules of Unicode, and enough here. */
function firstSentences(text: string): string[] {
  const sentences: string[] = []
  let from = 0
  for (const { 0: mark, index } of text.matchAll(END)) {
    if (mark.length > 1 && !BEFORE_END.test(text.slice(Math.max(0, index - 4), index))) continue
    sentences.push(text.slice(from, index + 1))
    from = index + mark.length
    if (sentences.length === MAX_SENTENCES) return sentences
  }
  sentences.push(text.slice(from))
  return sentences
}

function questionFor(
  { sentence, named }: Stated,
  kind: 'prices' | 'dates' | 'people',
  { language }: FactPage,
  forms: QuestionForms,
): string | undefined {
  for (const [form, question] of forms.facts[kind]) {
    const parts = Array.from(form.exec(sentence) ?? [], (part) => part ?? '')
    const [, about] = parts
    if (about === undefined) continue
    const isKnown = kind === 'people' ? isPerson(about, language) : isNamed(about, named, language)
    if (isKnown) return mended(question, parts, forms)
  }
  return undefined
}

const isNamed = (thing: string, named: string, language: string): boolean =>
  !POINTS_BACK.test(thing) &&
  thing.split(' ').length <= MAX_WORDS &&
  named.includes(bareTerm(thing)) &&
  !isDoubtful(thing, language)

/** A single common word at the beginning of a sentence may be a name or not, and only nouns of German look the same. */
const isDoubtful = (thing: string, language: string): boolean =>
  language !== 'de' &&
  /^\p{Lu}\S*$/u.test(thing) &&
  commonWordsNow(language).has(withoutAccents(thing.toLowerCase()))
