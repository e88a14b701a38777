/** An address whose main text is the same as another's, byte for byte. */
export interface SameText {
  num: number
  path: string
  title: string | null
  h1: string | null
  /** The number of characters of the main text. */
  chars: number
  /** The path of the site that the page names as its own, where it names one. */
  canonicalPath: string | undefined
}

/**
 * The least characters of a text that makes two addresses one page by itself; a shorter one, such as a notice or a
 * caption, does so only with the same title and heading.
 */
const LONG_CHARS = 400
/**
 * The number of pages from which on a text may be a notice of the site, which says nothing of a page: one that more
 * pages than these share, and more than half of the site's pages.
 */
const FEW_PAGES = 10

/**
 * Splits addresses of one main text into those that are one page. A long text is enough, unless most pages of the site
 * have it; otherwise title and first heading must be the same as well. `sitePages` counts the pages that are offered.
 */
export function groupSamePages<T extends SameText>(same: readonly T[], sitePages: number): T[][] {
  const isNotice = same.length > FEW_PAGES && same.length * 2 > sitePages
  const isEnough = !isNotice && (same[0]?.chars ?? 0) >= LONG_CHARS
  if (isEnough) return [[...same]]
  const groups = new Map<string, T[]>()
  for (const page of same) {
    // Nothing is known of a page without text and title.
    if (page.title === null) continue
    const key = JSON.stringify([page.title, page.h1])
    const group = groups.get(key)
    if (group) group.push(page)
    else groups.set(key, [page])
  }
  return [...groups.values()]
}

/**
 * Chooses which of the addresses of one page is kept: the one that most of them name as canonical, then one without a
 * query, then one in the fewest folders, then the shortest, then the first by its characters, so that each scan chooses
 * the same.
 */
export function chooseOriginal<T extends SameText>(group: readonly [T, ...T[]]): T {
  const named = new Map<string, number>()
  for (const { canonicalPath } of group) {
    if (canonicalPath !== undefined) {
      named.set(canonicalPath, (named.get(canonicalPath) ?? 0) + 1)
    }
  }
  const times = ({ path }: T): number => named.get(path) ?? 0
  const hasQuery = ({ path }: T): number => Number(path.includes('?'))
  const foldersOf = ({ path }: T): number => path.split('/').filter((part) => part !== '').length
  return group.reduce((best, page) => {
    const order =
      times(page) - times(best) ||
      hasQuery(best) - hasQuery(page) ||
      foldersOf(best) - foldersOf(page) ||
      best.path.length - page.path.length ||
      (page.path < best.path ? 1 : -1)
    return order > 0 ? page : best
  })
}
