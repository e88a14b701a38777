import { readDay } from '../html/written-day.ts'
import { DATE_LABEL } from './date-labels.ts'

const MAX_LINES = 500
/** Longer lines are paragraphs, which may state dates of other things. */
const MAX_LINE = 120
const MAX_DATES = 10

/**
 * Days (`2026-10-01`) that a text shows behind a word such as "updated". Dates with slashes count only
 * where the year comes first, since day and month could be swapped.
 */
export function shownDates(text: string): string[] {
  return text
    .slice(0, 100_000)
    .split('\n', MAX_LINES)
    .flatMap((line) => dateBehindLabel(line) ?? [])
    .slice(0, MAX_DATES)
}

function dateBehindLabel(line: string): string | undefined {
  const label = line.length > MAX_LINE ? null : DATE_LABEL.exec(line.trim())
  if (label === null) return undefined
  return readDay(line.trim().slice(label.index + label[0].length))
}
