import { attributeOf, walk, type HtmlNode } from './html-node.ts'
import { cleanLine, textOf } from './text.ts'

const MAX_QUESTIONS = 40
const MAX_NODES = 500
const MAX_CHARS = 300
const MAX_TYPE_CHARS = 500
const MIN_ANSWER_CHARS = 20
/** Matches the type `Question` of schema.org as microdata and RDFa spell it: an address, with a prefix, or alone. */
const QUESTION_TYPE = /(?:^|[\s/:#])Question(?=\s|$)/

/** True for the attribute of microdata or RDFa by which an element is a question. */
export const isQuestionMark = (name: string, value: string): boolean =>
  (name === 'itemtype' || name === 'typeof') && isQuestionType(value)

/** True for a type that is schema.org's `Question`, as JSON-LD spells it too. */
export const isQuestionType = (value: string): boolean =>
  value.includes('Question') && QUESTION_TYPE.test(value.slice(0, MAX_TYPE_CHARS))

/** Lists the texts of questions that microdata or RDFa marks together with an answer. */
export function readFaqMarkup(questions: readonly HtmlNode[]): string[] {
  return questions.slice(0, MAX_QUESTIONS).flatMap((question) => {
    // Hidden elements were not measured.
    if (question.chars === 0) return []
    const { name, isAnswered } = readQuestion(question)
    return isAnswered && name !== '' ? name : []
  })
}

/**
 * Reads the text of a question and whether it has an answer with a text; the properties of items inside it are not its
 * own.
 */
function readQuestion(question: HtmlNode): { name: string; isAnswered: boolean } {
  let name = ''
  let isAnswered = false
  let nodes = 0
  walk(question, {
    enter: (node) => {
      nodes += 1
      if (nodes > MAX_NODES || (name !== '' && isAnswered)) return false
      if (node === question) return true
      const property = propertyOf(node)
      if (ANSWER.test(property)) {
        isAnswered ||= textOf(node, MAX_CHARS).length >= MIN_ANSWER_CHARS
        return false
      }
      if (NAME.test(property) && name === '') name = valueOf(node)
      return !isItem(node)
    },
  })
  return { name, isAnswered }
}

const NAME = /(?:^|[\s/:#])name(?=\s|$)/
const ANSWER = /(?:^|[\s/:#])(?:accepted|suggested)Answer(?=\s|$)/

const propertyOf = (node: HtmlNode): string =>
  (attributeOf(node, 'itemprop') ?? attributeOf(node, 'property') ?? '').slice(0, MAX_TYPE_CHARS)

const isItem = (node: HtmlNode): boolean =>
  attributeOf(node, 'itemscope') !== undefined || attributeOf(node, 'typeof') !== undefined

/**
 * Returns the value of a property: its attribute where it has one, since the text that is shown may differ, else its
 * text.
 */
const valueOf = (node: HtmlNode): string => {
  const stated = attributeOf(node, 'content')
  return stated === undefined ? textOf(node, MAX_CHARS) : cleanLine(stated, MAX_CHARS)
}
