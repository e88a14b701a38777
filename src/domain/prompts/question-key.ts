import { hasUnspaced } from './own-questions.ts'
import { stopWordsOf } from './stop-words.ts'

const WORD = /[\p{L}\p{M}\p{N}]+(?:[._'-][\p{L}\p{M}\p{N}]+)*/gu
const MIN_PLURAL_CHARS = 4

/**
 * The same for questions that ask the same: `What is a cookie?` and `What are cookies?`. It is the first word, which
 * asks, and the others without articles and the like, in any order and number.
 */
export function questionKey(question: string, language: string): string {
  const text = question.toLowerCase().replaceAll(/[’']s\b/gu, '')
  const plain = text.replaceAll(/[\s¿?？’']/gu, '')
  if (hasUnspaced(text)) return plain
  const [asks = ''] = text.match(WORD) ?? []
  const subject = subjectWords(text, language).map(withoutPlural)
  return subject.length === 0 ? plain : [asks, ...new Set(subject.toSorted())].join(' ')
}

/** True for a question that says what it is about, as `How to do?` does not. */
export const hasSubject = (question: string, language: string): boolean =>
  hasUnspaced(question) || subjectWords(question.toLowerCase(), language).length > 0

function subjectWords(text: string, language: string): string[] {
  const stopWords = stopWordsOf(language)
  const [, ...words] = text.match(WORD) ?? []
  return words.filter((word) => !stopWords.has(word))
}

/**
 * Plurals in `s`, which most languages of Western Europe have; what is cut from both forms of a word does not matter. A name
 * in code has no plural.
 */
const withoutPlural = (word: string): string =>
  word.length < MIN_PLURAL_CHARS || /[^\p{L}]/u.test(word) ? word : word.replace(/e?s?$/u, '')
