import { isQuestionType } from './faq-markup.ts'
import type { HtmlNode } from './html-node.ts'
import type { JsonLdFacts } from './json-ld.ts'
import { cleanLine, textOf } from './text.ts'

const MAX_ASKED = 20
const MAX_CHARS = 160
const MIN_ANSWER_CHARS = 20
const MAX_ANSWER_CHARS = 300
/** The number of letters at the beginning of an answer by which the answer is found in the text of the page. */
const ANSWER_LETTERS = 24
const MAX_TERMS = 500
const MAX_SIBLINGS = 2_000
const MAX_THINGS = 500
const MAX_DEPTH = 6
const MAX_TYPES = 10

interface AskingPage {
  jsonLd: Pick<JsonLdFacts, 'blocks'>
  /** The questions that microdata or RDFa marks. */
  markedQuestions: readonly string[]
  /** Terms of lists of descriptions, and summaries of folded parts. */
  terms: readonly HtmlNode[]
  mainText: string
}

/**
 * Lists the questions with answers that a page marks as such, in addition to its headings: those of its FAQ markup
 * (JSON-LD, microdata, RDFa), terms of a list with their description, and summaries of folded parts. Markup whose
 * question or answer does not stand in the text of the page is about something that its readers do not see.
 */
export function askedQuestions({ jsonLd, markedQuestions, terms, mainText }: AskingPage): string[] {
  const stated = questionsInJsonLd(jsonLd.blocks)
  const shown = [...markedQuestions, ...termsAsking(terms)].map((text) => ({ text, answer: '' }))
  const found = [...stated, ...shown].filter(({ text }) => isAskedLine(text))
  if (found.length === 0) return []
  const text = lettersOf(mainText)
  const asked = found.filter(
    (one) => text.includes(lettersOf(one.text)) && text.includes(one.answer),
  )
  return [...new Set(asked.map((one) => one.text))].slice(0, MAX_ASKED)
}

/** True for a line that ends as a question, in Greek with a sign that looks like a semicolon. */
const isAskedLine = (line: string): boolean =>
  line.length <= MAX_CHARS && /[?？؟]$|\p{Script=Greek}.*[;\u037e]$/u.test(line)

/** Returns the letters and digits of a text, by which texts are compared: markup and typography do not change them. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const termsAsking = (terms: readonly HtmlNode[]): string[] =>
  terms
    .slice(0, MAX_TERMS)
    .filter((term) => term.chars > 0 && term.chars <= MAX_CHARS && isAnswered(term))
    .map((term) => textOf(term, MAX_CHARS + 1))

/** True where the rest of a folded part, or the description behind a term, has text enough for an answer. */
function isAnswered(term: HtmlNode): boolean {
  const { parent, name, chars } = term
  if (parent === null) return false
  if (name === 'summary') return parent.chars - chars >= MIN_ANSWER_CHARS
  const behind = parent.children.slice(parent.children.indexOf(term) + 1, MAX_SIBLINGS)
  const next = behind.find((node) => node.name !== '#text')
  return next?.name === 'dd' && next.chars >= MIN_ANSWER_CHARS
}

interface Stated {
  text: string
  /** The letters and digits of the beginning of the answer. */
  answer: string
}

/** Lists the schema.org questions of JSON-LD that have an accepted or suggested answer. Reads 500 things at most. */
function questionsInJsonLd(blocks: readonly unknown[]): Stated[] {
  const found: Stated[] = []
  const open = blocks.map((value) => ({ value, depth: 0 }))
  for (let at = 0; at < open.length && at < MAX_THINGS; at++) {
    const { value, depth } = open[at] ?? { value: undefined, depth: 0 }
    if (typeof value !== 'object' || value === null) continue
    const entries = Object.entries(value).slice(0, MAX_THINGS)
    found.push(...questionOf(new Map(entries)))
    if (depth < MAX_DEPTH) {
      for (const [, inner] of entries) {
        if (open.length < MAX_THINGS) open.push({ value: inner, depth: depth + 1 })
      }
    }
  }
  return found
}

/** Returns the question that a thing is, in a list; an empty list for a thing without a name or an answer. */
function questionOf(fields: ReadonlyMap<string, unknown>): Stated[] {
  const name = fields.get('name')
  if (!isQuestion(fields.get('@type')) || typeof name !== 'string') return []
  const answer = answerIn(fields.get('acceptedAnswer') ?? fields.get('suggestedAnswer'))
  return answer === '' ? [] : [{ text: cleanLine(name, MAX_CHARS + 1), answer }]
}

const isQuestion = (type: unknown): boolean =>
  typeof type === 'string'
    ? isQuestionType(type)
    : Array.isArray(type) && type.slice(0, MAX_TYPES).some((one) => one === 'Question')

/** Returns the first letters of an answer's text; the answer may be one of several, and have markup in it. */
function answerIn(value: unknown): string {
  const [first] = Array.isArray(value) ? value : [value]
  if (typeof first !== 'object' || first === null || !('text' in first)) return ''
  if (typeof first.text !== 'string') return ''
  const plain = first.text.slice(0, MAX_ANSWER_CHARS).replaceAll(/<[^<>]*>|&[#\w]{1,10};/g, ' ')
  return lettersOf(plain).slice(0, ANSWER_LETTERS)
}
