import { DAY_MS } from '../../lib/time/clock.ts'
import type { ParsedPage } from '../html/read-page.ts'
import { parseWebDate } from '../html/web-date.ts'
import type { Observation } from './observation.ts'

/** A date of the page and its source. */
export interface StatedDate {
  from: 'page' | 'sitemap' | 'http'
  /** ISO 8601. */
  at: string
}

export interface StatedDates {
  /** The date that counts, at most a day in the future; statements of the page come before those about it. */
  newest: StatedDate | undefined
  /** A date in the future. */
  future: StatedDate | undefined
  /** The date of the sitemap, when it contradicts what the page states. */
  contradicting: StatedDate | undefined
}

/** A Last-Modified of this moment is when the answer was made, not when the text changed. */
const JUST_NOW_MS = 60_000

/** Days from one ISO 8601 date to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The day of a date, or an empty text. */
export const dayOf = (date: { at: string } | undefined): string => date?.at.slice(0, 10) ?? ''

/** All machine-readable dates of when a page was written and changed, in ISO 8601. */
export interface PageDates {
  modified: string | null
  published: string | null
  sitemap: string | null
  http: string | null
}

/** Reads the dates that a page, its sitemap and its headers state. */
export function readDates(page: ParsedPage, { sitemap, target }: Observation): PageDates {
  const { modifiedAt, modifiedSource, publishedAt } = page
  return {
    modified: modifiedSource === 'http' ? null : modifiedAt,
    published: publishedAt,
    sitemap: sitemap?.targetLastmod ?? null,
    http: httpDate(target),
  }
}

/** Decides which of a page's dates count at a given time. */
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
