import type { Observation, TargetAnswer } from './observation.ts'
import { namesOf, type HomePage, type PageNames } from './page-names.ts'
import { isSamePage } from './same-page.ts'

/** True for an address without a path, at which a site begins. */
export const isHomeAddress = (url: string): boolean => new URL(url).pathname === '/'

/** Reads a start page; null for an answer that holds no page. */
export function homePageOf(
  answer: Pick<TargetAnswer, 'finalUrl' | 'status' | 'page' | 'headers'>,
): HomePage | null {
  const { finalUrl: url, status, page, headers } = answer
  if (page === null || status !== 200) return null
  return { url, names: namesOf(page), lastModified: headers['last-modified'] ?? null }
}

/** The start page of the observed page's site, which may be that page; null where it was not seen. */
export const homeOfSite = ({ target, home }: Observation): HomePage | null =>
  isHomeAddress(target.url) || isHomeAddress(target.finalUrl) ? homePageOf(target) : (home ?? null)

/** The names of the start page that a page is compared to; null where the page is that page. */
export const namesBeside = (url: string, home: HomePage | null | undefined): PageNames | null =>
  home && !isSamePage(home.url, url) ? home.names : null
