import { readDay } from '../html/written-day.ts'
import { countPassageWords } from './passage-words.ts'

/** Lines before the text of an article that may be about it: its author, its date, its tags. */
const MAX_LINES = 8
const MAX_LINE = 80
/** A line with so many words is a paragraph. */
const PARAGRAPH_WORDS = 12
const SENTENCE_END = /[.!?:…。．！？」』)"”»]$/
const SEPARATOR = /\s+[·•|–—-]\s+|[·•|]/
/** Lines that are looked at to tell an article from a list of articles, and how many dates such a list has at least. */
const LIST_LINES = 40
const LIST_DATES = 3
const MAX_NAME = 60
/** A longer line with a place and a date says what happened then. */
const MAX_PLACED = 40
const MAX_DATE = 24
const STARTS_WITH_DATE = /^\P{L}{0,3}\d|^\p{L}{3,12}\.? \d/u
/** A place of one to four words, and what some languages set in front of a date. */
const PLACE =
  /^\p{Lu}[^\s,\d]{1,20}(?: [^\s,\d]{1,20}){0,3}(?:, ?(?:den |am |dnia |le |a |el |il |on )?| den )(?=[\p{L}\d])/u

/** Words in front of the name of an author, at the beginning of a line. */
const BY =
  /^(?:written by|posted by|by|von|par|por|escrito por|scritto da|door|av|autor:?|author:?|作者[:：]?|著者[:：]?|文[:：])\s+(\p{L}.*)$/iu

const linesOf = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .split('\n', LIST_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The paragraphs of a section, without the byline and other short lines that stand before them. */
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

/** The day in the byline of an article (`2026-10-01`); null for a text without one, and for a list with many dates. */
export function bylineDay(text: string): string | null {
  const lines = linesOf(text)
  const days = lines.map((line) => (line.length > MAX_LINE ? undefined : dayIn(line)))
  if (days.filter((day) => day !== undefined).length >= LIST_DATES) return null
  return days.slice(0, MAX_LINES).find((day) => day !== undefined) ?? null
}

const dayIn = (line: string): string | undefined =>
  line
    .split(SEPARATOR, 6)
    .map((part) => (STARTS_WITH_DATE.test(part.trim()) ? readDay(part.trim()) : undefined))
    .find((day) => day !== undefined) ?? placedDay(line)

/** The day of a letter or of a press release, behind its place: `Berlin, den 3. Mai 2026`. */
function placedDay(line: string): string | undefined {
  if (line.length > MAX_PLACED) return undefined
  const rest = line.replace(PLACE, '')
  return rest.length <= MAX_DATE && rest !== line && STARTS_WITH_DATE.test(rest)
    ? readDay(rest)
    : undefined
}

/** The name that the byline of an article gives, such as `by Ada · 1 May 2026` or `May 1, 2026 - Ada`; null without one. */
export function bylineName(text: string): string | null {
  const lines = linesOf(text).slice(0, MAX_LINES)
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

/** True for two to four words that begin with capitals, and nothing else but an account in brackets. */
const isName = (text: string): boolean =>
  text.length <= MAX_NAME &&
  /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){1,3}(?: \(@\w+\))?$/u.test(text)
