import { measureText } from '../html/measure-text.ts'
import { isAscii } from '../../lib/text/is-ascii.ts'

/** Chinese and Japanese say a word in about 1.7 characters, and every character counts as a word when measured. */
const WORDS_PER_CHARACTER = 0.6
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Words of a paragraph, comparable across languages. */
export function wordsIn(text: string): number {
  const { words } = measureText(text)
  return !isAscii(text) && IDEOGRAPH.test(text) ? Math.round(words * WORDS_PER_CHARACTER) : words
}

/** Beginnings that point at what stands before, in the languages that the score knows best. */
const DANGLING =
  /^(?:this|that|these|those|it|they|he|she|but|and|so|also|however|therefore|dies(?:e[rsmn]?)?|es|sie|er|aber|und|also|daher|cela|ce|cette|ces|il|elle|ils|mais|et|esto|esta|estos|pero|y|questo|questa|ma|isto|isso|mas|e)[\s,]/i

/** Whether a paragraph makes sense without the one before it, as far as its first word tells. */
export const standsAlone = (text: string): boolean => !DANGLING.test(text.slice(0, 40))
