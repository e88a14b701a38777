import { offsetSegments } from '../lib/time/zone.ts'

/** A moment, the time zone that it is in, and the language of the person who works there. */
export interface DateTrial {
  /** Local date and time in the zone, such as `2024-02-29T00:00`. */
  at: string
  zone: string
  /** The language in the form of `LANG`. */
  locale: string
}

const BERLIN = 'Europe/Berlin'
const CHATHAM = 'Pacific/Chatham'
const PAGO_PAGO = 'Pacific/Pago_Pago'

const GERMAN = 'de_DE.UTF-8'
const TURKISH = 'tr_TR.UTF-8'

/**
 * The moments at which calendars go wrong: first and last minutes of months and years, a leap day in the past, both changes
 * of the clocks north and south, and a day far off. The zones are that of most test sites, one east of UTC by 12:45 or 13:45
 * hours, and one west of it by eleven, whose date is another one for half of the day. Three zones times ten dates would take
 * hours, so each date has one zone, and each zone meets each locale.
 */
export const DATE_TRIALS: readonly DateTrial[] = [
  { at: '2024-02-29T00:00', zone: PAGO_PAGO, locale: GERMAN },
  { at: '2026-12-31T23:59', zone: PAGO_PAGO, locale: 'C' },
  { at: '2027-01-01T00:00', zone: CHATHAM, locale: GERMAN },
  { at: '2027-02-28T23:59', zone: PAGO_PAGO, locale: TURKISH },
  { at: '2027-03-28T01:59', zone: BERLIN, locale: TURKISH },
  { at: '2027-04-04T03:44', zone: CHATHAM, locale: TURKISH },
  { at: '2027-09-26T02:44', zone: CHATHAM, locale: 'C' },
  { at: '2027-10-31T02:59', zone: BERLIN, locale: 'C' },
  { at: '2028-03-01T00:00', zone: BERLIN, locale: GERMAN },
  { at: '2033-07-16T06:30', zone: CHATHAM, locale: 'C' },
]

const DAY_MS = 86_400_000

/** The first instant, in epoch milliseconds, at which clocks of the zone show this. Throws where they never do. */
export function instantOf({ at, zone }: Pick<DateTrial, 'at' | 'zone'>): number {
  const asUtcMs = Date.parse(`${at}:00Z`)
  for (const { fromMs, toMs, offsetMs } of offsetSegments(
    zone,
    asUtcMs - DAY_MS,
    asUtcMs + DAY_MS,
  )) {
    const instantMs = asUtcMs - offsetMs
    if (instantMs >= fromMs && instantMs < toMs) return instantMs
  }
  throw new RangeError(`Clocks of ${zone} never show ${at}`)
}
