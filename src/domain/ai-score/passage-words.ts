import { measureText } from '../html/measure-text.ts'
import { isAscii } from '../../lib/text/is-ascii.ts'

/**
 * The words that a Chinese or Japanese character stands for: about 1.7 characters are a word, but each is counted as
 * one.
 */
const WORDS_PER_CHARACTER = 0.6
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Counts the words of a paragraph, comparable across languages. */
export const countPassageWords = (text: string): number =>
  comparableWords(text, measureText(text).words)

/** Converts words as `measureText` counts them into a number that is comparable across languages. */
export function comparableWords(text: string, words: number): number {
  return !isAscii(text) && IDEOGRAPH.test(text) ? Math.round(words * WORDS_PER_CHARACTER) : words
}

/** Matches beginnings of a paragraph that refer to earlier text, in the languages that the score knows best. */
const BACK_REFERENCE =
  /^(?:this|that|these|those|it|they|he|she|but|and|so|also|however|therefore|dies(?:e[rsmn]?)?|es|sie|er|aber|und|also|daher|cela|ce|cette|ces|il|elle|ils|mais|et|esto|esta|estos|pero|y|questo|questa|ma|isto|isso|mas|e)[\s,]/i

/** True when a paragraph makes sense without the one before, as far as its beginning tells. */
export const standsAlone = (text: string): boolean => !BACK_REFERENCE.test(text.slice(0, 40))
