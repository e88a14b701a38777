import type { ParsedPage } from '../html/read-page.ts'
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

/** Everything that machines can read about when a page was written and changed, ISO 8601 each. */
export interface PageDates {
  modified: string | null
  published: string | null
  sitemap: string | null
  http: string | null
}

/** What a page, its sitemap and its headers say. */
export function readDates(page: ParsedPage, { sitemap, target }: Observation): PageDates {
  const { modifiedAt, modifiedSource, publishedAt } = page
  return {
    modified: modifiedSource === 'http' ? null : modifiedAt,
    published: publishedAt,
    sitemap: sitemap?.targetLastmod ?? null,
    http: httpDate(target),
  }
}

/** Which of a page's dates count, at a given time. */
export function statedDates(dates: PageDates, nowMs: number): StatedDates {
  const now = new Date(nowMs).toISOString()
  const isPast = ({ at }: StatedDate): boolean => daysBetween(now, at) <= 1
  const modified = from('page', dates.modified)
  const published = from('page', dates.published)
  const inSitemap = from('sitemap', dates.sitemap)
  const stated = modified.length > 0 ? [...modified, ...published] : [...published, ...inSitemap]
  const counted = stated.length > 0 ? stated : from('http', dates.http)
  const past = counted.filter(isPast).toSorted((a, b) => daysBetween(a.at, b.at))
  return {
    newest: past[0],
    future: counted.find((date) => !isPast(date)),
    contradicting: modified.length > 0 ? inSitemap[0] : undefined,
  }
}

const from = (whose: StatedDate['from'], at: string | null): StatedDate[] =>
  at === null ? [] : [{ from: whose, at }]

function httpDate({ headers }: Observation['target']): string | null {
  const at = parseWebDate(headers['last-modified'] ?? '')
  if (at === null) return null
  const answeredAt = parseWebDate(headers['date'] ?? '')
  const isJustNow =
    answeredAt !== null && Math.abs(daysBetween(at, answeredAt)) * DAY_MS < JUST_NOW_MS
  return isJustNow ? null : at
}
