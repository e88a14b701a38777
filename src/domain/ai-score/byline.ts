import {
  dayIn,
  firstLinesOf,
  LIST_LINES,
  MAX_LINE,
  MAX_LINES,
  SEPARATOR,
} from '../html/byline-day.ts'
import { countPassageWords } from './passage-words.ts'

/** The least number of words by which a line counts as a paragraph. */
const PARAGRAPH_WORDS = 12
const SENTENCE_END = /[.!?:…。．！？」』)"”»]$/
const MAX_NAME = 60
/** Matches the words in front of the name of an author, at the beginning of a line. */
const BY =
  /^(?:written by|posted by|by|von|par|por|escrito por|scritto da|door|av|autor:?|author:?|作者[:：]?|著者[:：]?|文[:：])\s+(\p{L}.*)$/iu

/** Returns the paragraphs of a section, without the byline and other short lines that stand before them. */
export function paragraphsOf(text: string): string[] {
  const lines = text
    .slice(0, 20_000)
    .split('\n', LIST_LINES)
    .filter((line) => line.trim() !== '')
  const first = lines.findIndex((line, i) => i >= MAX_LINES || !isShortLine(line))
  return first === -1 ? [] : lines.slice(first)
}

const isShortLine = (line: string): boolean =>
  line.length <= MAX_LINE &&
  !SENTENCE_END.test(line.trim()) &&
  countPassageWords(line) < PARAGRAPH_WORDS

/**
 * Returns the name in the byline of an article, such as `by Ada · 1 May 2026` or `May 1, 2026 - Ada`; null without one.
 */
export function bylineName(text: string): string | null {
  const lines = firstLinesOf(text).slice(0, MAX_LINES)
  const short = lines.filter((line) => line.length <= MAX_LINE)
  for (const line of short) {
    const parts = line.split(SEPARATOR, 6).map((part) => part.trim())
    const named = parts.flatMap((part) => BY.exec(part)?.[1] ?? [])[0]
    if (named !== undefined && named.length <= MAX_NAME) return named
    const [first = '', second = ''] = parts
    if (dayIn(first) !== undefined && isName(second)) return second
  }
  return null
}

/**
 * True for two to four words that begin with capitals, and for a list of such names with accounts or commas between.
 */
const isName = (text: string): boolean =>
  (text.length <= MAX_NAME && NAME.test(text)) ||
  (text.length <= MAX_NAMES && /,|\(@/.test(text) && NAMES.test(text))

const MAX_NAMES = 240
const NAME = /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){1,3}(?: \(@\w+\))?$/u
const NAMES = /^\p{Lu}[\p{L}'’.-]*(?:,? (?:\p{Lu}[\p{L}'’.-]*|\(@\w+\))){1,40}$/u
