import type { GridCell } from './answer.ts'
import { isRatio } from './words.ts'

/** The text for a number that is not known, which is not zero. */
export const NO_NUMBER = '–'

export interface Formats {
  value(metric: string, cell: GridCell | undefined): string
  /** Writes a value as briefly as the labels of an axis need it. */
  compact(metric: string, value: number): string
  count(value: number): string
  percent(value: number, sign?: 'never' | 'exceptZero'): string
  /** Writes a bucket of time: a day with its weekday, or an hour with its day. */
  bucket(label: string): string
  /** Writes a bucket of time as briefly as an axis needs it. */
  tick(label: string): string
  span(from: string, to: string): string
}

/** Makes the formats of numbers and dates in a language. Throws RangeError for a text that names no language. */
export function makeFormats(locale: string | undefined): Formats {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)
  const count = number({ maximumFractionDigits: 2 })
  const compactCount = number({ notation: 'compact', maximumFractionDigits: 1 })
  const percentOf = (digits: number, signDisplay?: 'never' | 'exceptZero') =>
    number({ style: 'percent', maximumFractionDigits: digits, ...(signDisplay && { signDisplay }) })
  const percents = [percentOf(0), percentOf(1), percentOf(2)]
  const ratio = (value: number): string => {
    const size = Math.abs(value)
    return (percents[size === 0 || size >= 0.1 ? 1 : 2] ?? count).format(value)
  }
  const plain = (metric: string, value: number): string =>
    isRatio(metric) ? ratio(value) : count.format(value)
  const dates = makeDates(locale)
  return {
    ...dates,
    value: (metric, cell) => {
      if (typeof cell === 'number') return plain(metric, cell)
      return cell ?? NO_NUMBER
    },
    compact: (metric, value) => {
      if (!isRatio(metric)) return compactCount.format(value)
      const digits = value === 0 || value >= 0.1 ? 0 : value >= 0.01 ? 1 : 2
      return (percents[digits] ?? count).format(value)
    },
    count: (value) => count.format(value),
    percent: (value, sign) => percentOf(1, sign).format(value),
  }
}

function makeDates(locale: string | undefined): Pick<Formats, 'bucket' | 'tick' | 'span'> {
  // Labels are dates of the site's own zone, so they are written as they are: read as UTC, and written as UTC.
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const day = { month: 'short', day: 'numeric' } as const
  const clock = { hour: 'numeric', minute: '2-digit' } as const
  const whole = date({ ...day, year: 'numeric' })
  const forms = {
    month: { bucket: date({ month: 'long', year: 'numeric' }), tick: date({ month: 'short' }) },
    day: { bucket: date({ weekday: 'short', ...day }), tick: date(day) },
    hour: { bucket: date({ weekday: 'short', ...day, ...clock }), tick: date(clock) },
  }
  const write = (label: string, form: 'bucket' | 'tick'): string => {
    const read = readLabel(label)
    if (read) return forms[read.grain][form].format(read.at)
    return form === 'tick' ? label.slice(0, MAX_TICK) : label
  }
  return {
    bucket: (label) => write(label, 'bucket'),
    tick: (label) => write(label, 'tick'),
    span: (from, to) => {
      const [first, last] = [readLabel(from), readLabel(to)]
      if (!first || !last || first.at > last.at) return from === to ? from : `${from} – ${to}`
      return whole.formatRange(first.at, last.at)
    },
  }
}

/** The most characters of an axis label that is no date. */
const MAX_TICK = 10
const LABEL = /^(\d{4})-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2}).*)?)?$/

/** Reads the local date and hour of a bucket. Its offset is left out, because nothing is moved to another zone. */
function readLabel(label: string) {
  const match = LABEL.exec(label)
  if (!match) return undefined
  const [year = 0, month = 1, day, hour, minute] = match.slice(1).map((part) => {
    return part === undefined ? undefined : Number(part)
  })
  const grain = day === undefined ? 'month' : hour === undefined ? 'day' : 'hour'
  return {
    grain,
    at: new Date(Date.UTC(year, month - 1, day ?? 1, hour ?? 0, minute ?? 0)),
  } as const
}
