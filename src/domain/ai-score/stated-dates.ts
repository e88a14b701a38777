import { DAY_MS } from '../../lib/time/clock.ts'
import type { ParsedPage } from '../html/read-page.ts'
import { bylineDay } from '../html/byline-day.ts'
import { parseWebDate } from '../html/web-date.ts'
import type { Observation } from './observation.ts'
import { isSamePage } from './same-page.ts'
import { headedDay, shownDates } from './shown-dates.ts'

/** A date of the page and its source. */
export interface StatedDate {
  from: 'page' | 'shown' | 'sitemap' | 'http'
  /** The date in ISO 8601. */
  at: string
}

export interface StatedDates {
  /**
   * The newest date of the page, at most a day in the future; its sitemap and headers count only where the page states
   * no such date itself.
   */
  newest: StatedDate | undefined
  /** A date in the future. */
  future: StatedDate | undefined
  /** The date of the sitemap, where the page states a date of its last change that it may contradict. */
  contradicting: StatedDate | undefined
}

/** A Last-Modified of this moment is when the answer was made, not when the text changed. */
const JUST_NOW_MS = 60_000

/** Counts the days from one ISO 8601 date to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Returns the day of a date, such as `2026-10-01`; an empty text without a date. */
export const dayOf = (date: { at: string } | undefined): string => date?.at.slice(0, 10) ?? ''

/** All machine-readable dates of when a page was written and changed, in ISO 8601. */
export interface PageDates {
  modified: string | null
  published: string | null
  /** The date that the text shows to people as its own. */
  shown: string | null
  /** The newest day in its headings, such as that of a release; it may also be one that is yet to come. */
  headed: string | null
  sitemap: string | null
  http: string | null
}

/** Reads the dates that a page, its sitemap and its headers state. */
export function readDates(page: ParsedPage, { sitemap, target }: Observation): PageDates {
  const { modifiedAt, modifiedSource, publishedAt, publishedSource } = page
  return {
    modified: modifiedSource === 'http' ? null : modifiedAt,
    // A date that the text shows is read below, with all others that it shows.
    published: (publishedSource === 'shown' ? null : publishedAt) ?? page.jsonLd.datePublished,
    shown: shownDay(page),
    headed: headedDay(page),
    sitemap: sitemap?.targetLastmod ?? null,
    http: httpDate(target),
  }
}

/**
 * Lists the times at which the site was put on its server: the Last-Modified of its files for robots, and the one that
 * most of its pages share. A Last-Modified near one of these says nothing about a single page.
 */
export function deployDates(observation: Observation): string[] {
  const { robots, sitemap, llmsTxt, sharedModified } = observation
  const files = [robots, sitemap, llmsTxt].flatMap(
    (file) => parseWebDate(file?.lastModified ?? '') ?? [],
  )
  const shared = sharedModified === undefined ? sharedBySeen(observation) : sharedModified
  return shared === null ? files : [...files, shared]
}

/** Returns the Last-Modified that more than half of the few observed pages share; null where they share none. */
function sharedBySeen({ target, home, neighboursModified = [] }: Observation): string | null {
  const isHome = home && isSamePage(home.url, target.finalUrl)
  const headers = [target.headers['last-modified'], isHome ? null : home?.lastModified]
  const dates = [...headers, ...neighboursModified]
  return sharedDate(dates.map((header) => ({ header: header ?? '', pages: 1 })))
}

/** The most time between the dates of files that were copied to a server together. */
const DEPLOY_MS = 15 * 60_000

/**
 * Finds the Last-Modified that more than half of the pages with one share, and at least two, within 15 minutes; null
 * where they share none.
 */
export function sharedDate(counted: readonly { header: string; pages: number }[]): string | null {
  const dated = counted
    .flatMap(({ header, pages }) => {
      const at = parseWebDate(header)
      return at === null ? [] : [{ at, ms: Date.parse(at), pages }]
    })
    .toSorted((a, b) => a.ms - b.ms)
  const all = dated.reduce((sum, { pages }) => sum + pages, 0)
  let near = 0
  let from = 0
  for (const { ms, pages } of dated) {
    near += pages
    for (let first = dated[from]; first && ms - first.ms > DEPLOY_MS; first = dated[++from]) {
      near -= first.pages
    }
    if (near > 1 && near * 2 > all) return dated[from]?.at ?? null
  }
  return null
}

const unshared = (at: string | null, deployedAt: readonly string[]): string | null =>
  at !== null && deployedAt.some((other) => Math.abs(daysBetween(at, other)) * DAY_MS <= DEPLOY_MS)
    ? null
    : at

/** Decides which of a page's dates count at a given time. */
export function statedDates(
  dates: PageDates,
  nowMs: number,
  deployedAt: readonly string[],
): StatedDates {
  const now = new Date(nowMs).toISOString()
  const isPast = ({ at }: StatedDate): boolean => daysBetween(now, at) <= 1
  const modified = from('page', dates.modified)
  const published = from('page', dates.published)
  const shown = from('shown', dates.shown)
  const inSitemap = from('sitemap', dates.sitemap)
  const headed = from('shown', dates.headed).filter(isPast)
  const own = [...modified, ...published, ...shown, ...headed]
  const stated = modified.length > 0 ? own : [...own, ...inSitemap]
  const counted = stated.length > 0 ? stated : from('http', unshared(dates.http, deployedAt))
  const past = counted.filter(isPast).toSorted((a, b) => daysBetween(a.at, b.at))
  return {
    newest: past[0],
    future: counted.find((date) => !isPast(date)),
    contradicting: modified.length > 0 ? inSitemap[0] : undefined,
  }
}

/** Returns the newest day that the text shows behind a word such as "updated", or in its byline. */
function shownDay({ mainText }: ParsedPage): string | null {
  const days = [...shownDates(mainText), bylineDay(mainText) ?? ''].toSorted()
  const newest = days.at(-1) ?? ''
  return newest === '' ? null : newest
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
