import { toldQuery, writtenQuery } from '../../lib/web/told-query.ts'
import { normaliseUrlPath } from '../../lib/web/web-url.ts'
import { isTrackingParameter } from './tracking-parameters.ts'

/** The most characters of a page's address within its site. */
export const MAX_PATH = 1_024

/** The parameters of a query that tell the pages of a site apart. */
export interface PageParameters {
  /** The parameters that the site's owner names; null where that is left to scans. */
  own: readonly string[] | null
  /** The parameters that scans have learned. */
  learned: readonly string[]
}

/**
 * Returns the path by which a page is known within its site, with its query less the parameters that only tell visits
 * apart, or with the owner's parameters (`own`) alone. Undefined where it is too long. Parameters stay as they are
 * written, since the site may tell `a` and `a=` apart.
 */
export function pagePath(url: URL, own: PageParameters['own'] = null): string | undefined {
  const path = normaliseUrlPath(url.pathname) + pageQuery(url.search, own)
  return path.length > MAX_PATH ? undefined : path
}

/**
 * Returns the addresses by which a page may be known, the most exact one first: as it is written; with its parameters
 * in order; with those that tell pages of the site apart; and the path alone. The page is the first of them that a scan
 * has seen, else the last.
 */
export function pageAddresses(
  url: URL,
  { own, learned }: PageParameters,
): [...known: string[], path: string] {
  const path = normaliseUrlPath(url.pathname).slice(0, MAX_PATH)
  const query = pageQuery(url.search, own)
  if (query === '') return [path]
  const pairs = [...new URLSearchParams(query)]
  const queries = new Set([query, writtenQuery(pairs), toldQuery(query, own ?? learned)])
  queries.delete('')
  const known = [...queries].map((one) => path + one).filter(({ length }) => length <= MAX_PATH)
  return [...known, path]
}

/**
 * Returns a query with the parameters that the owner names; if the owner names none (null), without those that tell
 * visits apart.
 */
function pageQuery(search: string, own: PageParameters['own']): string {
  if (search === '') return ''
  const parts = normaliseUrlPath(search).slice(1).split('&')
  const kept = parts.filter((part) => {
    const name = nameOf(part)
    return !isTrackingParameter(name) && (own === null || own.includes(name))
  })
  if (kept.length === parts.length) return search === '?' ? '' : normaliseUrlPath(search)
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Returns the decoded name of a part of a query; `filter[colour]` may be percent-encoded there. */
const nameOf = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? ''
