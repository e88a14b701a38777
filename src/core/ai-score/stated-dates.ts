import type { PageFacts } from '../html/read-page.ts'
import { parseWebDate } from '../html/web-date.ts'
import type { Observation } from './observation.ts'

/** A date of the page, and who says so. */
export interface StatedDate {
  from: 'page' | 'sitemap' | 'http'
  /** ISO 8601. */
  at: string
}

export interface StatedDates {
  /** The one that counts, at most a day ahead; what the page says of itself comes before what is said about it. */
  newest: StatedDate | undefined
  /** One that has not come yet. */
  future: StatedDate | undefined
  /** What the sitemap says, where the page itself says when it was changed. */
  contradicting: StatedDate | undefined
}

const DAY_MS = 86_400_000
/** A Last-Modified of this moment is when the answer was made, not when the text changed. */
const JUST_NOW_MS = 60_000

/** Days from one date to another, ISO 8601; negative where the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The day of a date. */
export const dayOf = (date: { at: string } | undefined): string => date?.at.slice(0, 10) ?? ''

/** What machines can read about when the page was written and changed. */
export function statedDates(page: PageFacts, observation: Observation): StatedDates {
  const now = new Date(observation.nowMs).toISOString()
  const isPast = ({ at }: StatedDate): boolean => daysBetween(now, at) <= 1
  const { modifiedAt, modifiedSource, publishedAt } = page
  const modified = modifiedSource === 'http' ? [] : fromPage(modifiedAt)
  const published = fromPage(publishedAt)
  const inSitemap = sitemapDate(observation)
  const said = inSitemap === undefined ? [] : [inSitemap]
  const stated = modified.length > 0 ? [...modified, ...published] : [...published, ...said]
  const counted = stated.length > 0 ? stated : httpDate(observation)
  const past = counted.filter(isPast).toSorted((a, b) => daysBetween(a.at, b.at))
  return {
    newest: past[0],
    future: counted.find((date) => !isPast(date)),
    contradicting: modified.length > 0 ? inSitemap : undefined,
  }
}

const fromPage = (at: string | null): StatedDate[] => (at === null ? [] : [{ from: 'page', at }])

function sitemapDate({ sitemap }: Observation): StatedDate | undefined {
  const at = sitemap?.targetLastmod ?? null
  return at === null ? undefined : { from: 'sitemap', at }
}

function httpDate({ target: { headers } }: Observation): StatedDate[] {
  const at = parseWebDate(headers['last-modified'] ?? '')
  if (at === null) return []
  const answeredAt = parseWebDate(headers['date'] ?? '')
  const isJustNow =
    answeredAt !== null && Math.abs(daysBetween(at, answeredAt)) * DAY_MS < JUST_NOW_MS
  return isJustNow ? [] : [{ from: 'http', at }]
}
