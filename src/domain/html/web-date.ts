/** A date, perhaps a time, perhaps a zone: the profiles of ISO 8601 that pages use. */
const ISO =
  /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** The date of HTTP and RSS: `Tue, 03 Jun 2025 09:39:21 GMT`. */
const RFC_822 =
  /^(?:[a-z]{3,9}, )?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4}) (\d{2}):(\d{2})(?::(\d{2}))? ?(GMT|UTC?|Z|[+-]\d{4})?$/i

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

interface Parts {
  year: string | undefined
  /** Counted from one. */
  month: number
  day?: string | undefined
  hour?: string | undefined
  minute?: string | undefined
  second?: string | undefined
  zone?: string | undefined
}

/**
 * A date as pages, sitemaps and headers write it, as ISO 8601 in UTC with milliseconds; null for anything else, since
 * a guess would differ from machine to machine. Without a zone it is UTC, without a day the first.
 */
export function parseWebDate(text: string): string | null {
  const trimmed = text.slice(0, 64).trim()
  const iso = ISO.exec(trimmed)
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, zone] = iso
    return instant({ year, month: Number(month), day, hour, minute, second, zone })
  }
  const rfc = RFC_822.exec(trimmed)
  if (rfc === null) return null
  const [, day, name = '', year, hour, minute, second, zone] = rfc
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  return instant({ year, month, day, hour, minute, second, zone })
}

function instant(parts: Parts): string | null {
  const { month } = parts
  const [day, hour, minute] = [
    Number(parts.day ?? 1),
    Number(parts.hour ?? 0),
    Number(parts.minute ?? 0),
  ]
  if (Number(parts.year) < 1970 || hour > 23 || minute > 59) return null
  // A leap second is the second before it.
  const second = Math.min(Number(parts.second ?? 0), 59)
  const date = new Date(Date.UTC(Number(parts.year), month - 1, day, hour, minute, second))
  // The calendar would turn the 30th of February into a day of March, and month 13 into the next year.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return new Date(date.getTime() - offsetMs(parts.zone)).toISOString()
}

function offsetMs(zone: string | undefined): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? []
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -ms : ms
}
