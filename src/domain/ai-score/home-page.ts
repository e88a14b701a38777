import type { Observation, TargetAnswer } from './observation.ts'
import { namesOf, type HomePage, type PageNames } from './page-names.ts'
import { isSamePage } from './same-page.ts'

/** True for an address without a path, at which a site begins. */
export const isHomeAddress = (url: string): boolean => new URL(url).pathname === '/'

/**
 * Returns what other pages are compared with from the answer of a start page; null unless its status is 200 and it is
 * HTML.
 */
export function homePageOf(
  answer: Pick<TargetAnswer, 'finalUrl' | 'status' | 'page' | 'headers'>,
): HomePage | null {
  const { finalUrl: url, status, page, headers } = answer
  if (page === null || status !== 200) return null
  return { url, names: namesOf(page), lastModified: headers['last-modified'] ?? null }
}

/**
 * Returns the start page of the observed page's site, which may be that page; null where it was not fetched or is no
 * HTML page.
 */
export const homeOfSite = ({ target, home }: Observation): HomePage | null =>
  isHomeAddress(target.url) || isHomeAddress(target.finalUrl) ? homePageOf(target) : (home ?? null)

/**
 * Returns the names of the start page, to which the page at `url` is compared; null where it is that page, or no start
 * page is known.
 */
export const namesBeside = (url: string, home: HomePage | null | undefined): PageNames | null =>
  home && !isSamePage(home.url, url) ? home.names : null
