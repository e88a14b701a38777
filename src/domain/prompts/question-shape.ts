import { cleanValue } from './clean-value.ts'
import { primaryLanguage } from './language-tag.ts'
import { asksByEnding, hasSubject } from './question-key.ts'
import { hasUnspaced } from './segment-words.ts'

/** The most characters of a question that is offered, unless its owner wrote it. */
export const MAX_QUESTION_CHARS = 160
const MIN_WORDS = 3
const MIN_UNSPACED_CHARS = 5
const MARK = /[?？؟]/gu
const ENDS_IN_MARK = /[?？؟]$/u
/** Matches the Greek question mark, which looks like a semicolon, and is mostly typed as one. */
const GREEK_MARK = /[;\u037e]$/u

/**
 * Matches signs that a single question has not: the end of an earlier sentence, a label, an aside, or signs that belong
 * to no sentence.
 */
const MORE_THAN_A_SENTENCE = /[!！。．…：；—]|[.:;](?=\s)|\.{2}|\s[–|-]\s|[<>{}|*`~^=\\]/u
const BRACKETS = ['()', '[]', '「」', '『』', '（）', '【】', '《》', '«»']

/**
 * True for a text that is one whole question in any language: one sentence with one question mark, which is its end,
 * that says what it is about. This is asked of each question that its owner did not write.
 */
export function isOneQuestion(text: string, language: string): boolean {
  if (text.length > MAX_QUESTION_CHARS || text !== cleanValue(text, MAX_QUESTION_CHARS))
    return false
  const asked = withoutMark(text, language)
  return (
    asked !== undefined &&
    /^(?:¿ ?)?(?!\d+ ?[-–.)])[\p{L}\p{N}]/u.test(asked) &&
    !MORE_THAN_A_SENTENCE.test(asked) &&
    !/\p{Extended_Pictographic}/u.test(asked) &&
    !isShouted(asked) &&
    areBracketsClosed(asked) &&
    isLongEnough(asked, language) &&
    hasSubject(text, language)
  )
}

/** Returns a text before its question mark; undefined where it ends in none, or has more than one. */
function withoutMark(text: string, language: string): string | undefined {
  const marks = text.match(MARK) ?? []
  if (primaryLanguage(language) === 'el' && marks.length === 0 && GREEK_MARK.test(text)) {
    return text.slice(0, -1)
  }
  return marks.length === 1 && ENDS_IN_MARK.test(text) ? text.slice(0, -1).trimEnd() : undefined
}

const isShouted = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text)

/** True where brackets and quotation marks stand in pairs; what opens one in English closes one in German. */
const areBracketsClosed = (text: string): boolean =>
  BRACKETS.every(
    ([open = '', close = '']) => text.split(open).length === text.split(close).length,
  ) && [/[“”„]/gu, /"/gu].every((marks) => (text.match(marks) ?? []).length % 2 === 0)

function isLongEnough(text: string, language: string): boolean {
  if (hasUnspaced(text)) return text.length >= MIN_UNSPACED_CHARS
  const words = text.match(/[\p{L}\p{N}][^\s]*/gu) ?? []
  const least = asksByEnding(language) ? MIN_WORDS - 1 : MIN_WORDS
  return words.length >= least
}
