/** Matches the profiles of ISO 8601 that pages use: a date, with an optional time and an optional zone. */
const ISO =
  /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Matches the date formats of HTTP and RSS: `Tue, 03 Jun 2025 09:39:21 GMT`, and with the year in two digits (RFC 850).
 * A zone whose letters RFC 822 does not name is of no known offset, and counts as UTC (RFC 5322, 4.3).
 */
const RFC_822 =
  /^(?:[a-z]{3,9}, )?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4}|\d{2}) (\d{2}):(\d{2})(?::(\d{2}))? ?([a-z]{1,5}|[+-]\d{4})?$/i

/** The format of C's `asctime`, the third one of HTTP (RFC 9110, 5.6.7): `Sun Nov  6 08:49:37 1994`. */
const ASCTIME = /^[a-z]{3} ([a-z]{3}) {1,2}(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i

/** Hours from UTC of the North American zones that RFC 822 names (section 5.1). */
const NAMED_ZONES: ReadonlyMap<string, number> = new Map([
  ['EST', -5],
  ['EDT', -4],
  ['CST', -6],
  ['CDT', -5],
  ['MST', -7],
  ['MDT', -6],
  ['PST', -8],
  ['PDT', -7],
])

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

interface DateParts {
  year: string | undefined
  /** The month, from 1 on. */
  month: number
  day?: string | undefined
  hour?: string | undefined
  minute?: string | undefined
  second?: string | undefined
  zone?: string | undefined
}

/**
 * Parses a date as pages, sitemaps and headers write it, into ISO 8601 in UTC with milliseconds. Returns null for any
 * other format, since `Date.parse` would depend on the machine's zone. A date without a zone is UTC; one without a
 * day is the first.
 */
export function parseWebDate(text: string): string | null {
  const trimmed = text.slice(0, 64).trim()
  const iso = ISO.exec(trimmed)
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, zone] = iso
    return toIsoInstant({ year, month: Number(month), day, hour, minute, second, zone })
  }
  const rfc = RFC_822.exec(trimmed)
  if (rfc !== null) {
    const [, day, name, year, hour, minute, second, zone] = rfc
    const month = monthOf(name)
    return toIsoInstant({ year: fullYear(year), month, day, hour, minute, second, zone })
  }
  const [, name, day, hour, minute, second, year] = ASCTIME.exec(trimmed) ?? []
  return year === undefined
    ? null
    : toIsoInstant({ year, month: monthOf(name), day, hour, minute, second })
}

const monthOf = (name = ''): number => MONTHS.indexOf(name.toLowerCase()) + 1

/**
 * Returns a year in four digits: two digits from 70 on are of the 20th century, others of the 21st, since pages begin
 * in 1970. RFC 9110, 5.6.7 leaves the century to a rule of 50 years.
 */
const fullYear = (year = ''): string =>
  year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`

function toIsoInstant(parts: DateParts): string | null {
  const { month } = parts
  const [day, hour, minute] = [
    Number(parts.day ?? 1),
    Number(parts.hour ?? 0),
    Number(parts.minute ?? 0),
  ]
  if (Number(parts.year) < 1970 || hour > 23 || minute > 59) return null
  // JavaScript has no leap seconds: 60 becomes 59.
  const second = Math.min(Number(parts.second ?? 0), 59)
  const date = new Date(Date.UTC(Number(parts.year), month - 1, day, hour, minute, second))
  // `Date.UTC` would turn 30 February into a day of March, and month 13 into the next year.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return new Date(date.getTime() - offsetMs(parts.zone)).toISOString()
}

function offsetMs(zone: string | undefined): number {
  const named = NAMED_ZONES.get(zone?.toUpperCase() ?? '')
  if (named !== undefined) return named * 3_600_000
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? []
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -ms : ms
}
