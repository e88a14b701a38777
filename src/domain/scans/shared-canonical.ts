import { hasDrifted } from '../prompts/content-sketch.ts'

/** A page with the facts that tell whether it and another are one page. */
export interface PageText {
  /** The path of the page with its query. */
  path: string
  /** The first heading of the page, else its title. */
  name: string | null
  /** The sketch of the page's main text (`sketchOf`); empty for a page without one. */
  sketch: string
}

/** The most characters of a main text that are compared to tell pages apart. */
export const MAX_SKETCHED = 20_000

/** The least number of pages of different text that name one address as canonical and so show that it is a mistake. */
const PAGES = 3

/**
 * True when pages name one canonical address that cannot be the address of them all: three pages of different text do,
 * or all pages of a site, which has two then. `pages` begins with the page at that address, where there is one;
 * `sitePages` counts all pages of the site.
 */
export function isSharedCanonical(pages: readonly PageText[], sitePages: number): boolean {
  const different: PageText[] = []
  for (const page of pages) {
    if (different.every((other) => areDifferent(other, page))) different.push(page)
    if (different.length === PAGES) return true
  }
  return different.length > 1 && pages.length >= sitePages
}

/**
 * True for two pages of different content; a page without text shows nothing. On one path, such as a list that a query
 * sorts or filters, the names decide: pages of different content have different names, and views of one list have not.
 */
function areDifferent(a: PageText, b: PageText): boolean {
  if (a.sketch === '' || b.sketch === '') return false
  if (pathnameOf(a) === pathnameOf(b) && a.name === b.name) return false
  return hasDrifted(a.sketch, b.sketch)
}

const pathnameOf = ({ path }: PageText): string => path.split('?', 1)[0] ?? path
