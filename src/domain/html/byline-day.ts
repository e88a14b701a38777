import { readDay } from './written-day.ts'

/** The most lines before the text of an article that may be about it: its author, its date, its tags. */
export const MAX_LINES = 8
export const MAX_LINE = 80
export const SEPARATOR = /(?<!\s)\s+[·•|–—/-]\s+|[·•|]/
/**
 * The number of lines that are looked at to tell an article from a list of articles, and the least number of dates of
 * such a list.
 */
export const LIST_LINES = 40
const LIST_DATES = 3
/** The most characters of a line with the place and the date of a letter; a longer line says what happened then. */
const MAX_PLACED = 40
const MAX_DATE = 24
const STARTS_WITH_DATE = /^\P{L}{0,3}\d|^\p{L}{3,12}\.? \d/u
/** Matches a place of one to four words in front of a date, with the word that some languages set between the two. */
const PLACE =
  /^\p{Lu}[^\s,\d]{1,20}(?: [^\s,\d]{1,20}){0,3}(?:, ?(?:den |am |dnia |le |a |el |il |on )?| den )(?=[\p{L}\d])/u

/** The number of first lines in which a date is so near to the title that it is that of the page. */
const TITLE_LINES = 5
/** Matches an hour: a day with an hour is that of an event. */
const HOUR = /\d[:.]\d\d(?![\d.])|\d ?(?:uhr|h|am|pm)\b|\d[時时시]/iu
/** Matches a day that stands before another one, which then is the last day of something. */
const FIRST_DAY = /^(?:\p{L}{1,12},? )?\d{1,2}\.?(?: \p{L}{3,12}\.?)?(?: \d{4})?$/u

/** Matches the time stamp of a program, to the second, which is not an hour at which something happens. */
const STAMP = /^(\d{4}-\d\d-\d\d)[ T]\d\d:\d\d:\d\d(?=\s|$)/

/** Returns the first lines of a text that are not empty, trimmed, with a day in place of a time stamp. */
export const firstLinesOf = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .split('\n', LIST_LINES)
    .map((line) => line.trim().replace(STAMP, '$1'))
    .filter((line) => line !== '')

/**
 * Finds the day in the byline of an article (`2026-10-01`); null for a text without one, and for a list with many
 * dates.
 */
export const bylineDay = (text: string): string | null =>
  firstDay(firstLinesOf(text), MAX_LINES, () => true)

/**
 * Finds the day that stands by itself near the title, as that of a press release; null without one, for days of an
 * event, and for a list with many dates.
 */
export const titleDay = (text: string, h1: string | null): string | null =>
  firstDay(
    firstLinesOf(text),
    TITLE_LINES,
    (line) => isDateLine(line) && !opensEntry(text, line, h1),
  )

/** True for a date between the title and another heading, which is that of an entry of a list. */
function opensEntry(text: string, line: string, h1: string | null): boolean {
  const at = text.indexOf(line)
  const isBeforeHeading = text.startsWith('\n\n', at + line.length)
  return isBeforeHeading && h1 !== null && text.slice(0, at).includes(h1)
}

function firstDay(
  lines: readonly string[],
  max: number,
  counts: (line: string) => boolean,
): string | null {
  const days = lines.map((line) => (line.length > MAX_LINE ? undefined : dayIn(line)))
  if (days.filter((day) => day !== undefined).length >= LIST_DATES) return null
  return days.slice(0, max).find((day, i) => day !== undefined && counts(lines[i] ?? '')) ?? null
}

/** True for a line of parts of which exactly one is a date, without an hour and without an earlier day before it. */
function isDateLine(line: string): boolean {
  const parts = line.split(SEPARATOR, 6).map((part) => part.trim())
  const [dated = '', ...others] = parts.filter((part) => dayIn(part) !== undefined)
  const isWhole = dated.length <= MAX_DATE || placedDay(dated) !== undefined
  const before = parts[parts.indexOf(dated) - 1] ?? ''
  return isWhole && others.length === 0 && !HOUR.test(line) && !FIRST_DAY.test(before)
}

/** Returns the first day with which a part of a line begins, or that stands behind a place; undefined without one. */
export const dayIn = (line: string): string | undefined =>
  line
    .split(SEPARATOR, 6)
    .map((part) => (STARTS_WITH_DATE.test(part.trim()) ? readDay(part.trim()) : undefined))
    .find((day) => day !== undefined) ?? placedDay(line)

/** Returns the day of a letter or of a press release, behind its place: `Berlin, den 3. Mai 2026`. */
function placedDay(line: string): string | undefined {
  if (line.length > MAX_PLACED) return undefined
  const rest = line.replace(PLACE, '')
  return rest.length <= MAX_DATE && rest !== line && STARTS_WITH_DATE.test(rest)
    ? readDay(rest)
    : undefined
}
