/**
 * The least share of pages, and the least number of them, with the same words that make these words a title of the
 * whole site.
 */
const BANNER_SHARE = 0.25
const BANNER_PAGES = 3
/** The least share of pages with the same section heading that makes this section a box of the site. */
const SECTION_SHARE = 0.5
const SECTION_PAGES = 5

interface HeadedPage {
  title: string | null
  h1: string | null
  headings?: readonly { level: number; text: string }[]
}

export const foldTitle = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/**
 * Finds the headings, folded, that belong to the site and not to a page: those of level 1 on at least a quarter of the
 * pages, and those of sections on at least half of them, or on a quarter for a question.
 */
export function findSiteWideTitles(pages: readonly HeadedPage[]): Set<string> {
  const banners = new Map<string, number>()
  const sections = new Map<string, number>()
  for (const { h1, headings = [] } of pages) {
    count(banners, [foldTitle(h1 ?? '')])
    const below = headings.filter(({ level }) => level > 1)
    count(
      sections,
      below.map(({ text }) => foldTitle(text)),
    )
  }
  const many = Math.max(BANNER_PAGES, pages.length * BANNER_SHARE)
  const most = Math.max(SECTION_PAGES, pages.length * SECTION_SHARE)
  // A box of new posts shows the title of a page on all others.
  const own = new Set(pages.flatMap(({ title, h1 }) => [title ?? '', h1 ?? ''].map(foldTitle)))
  const isBox = (key: string, times: number): boolean =>
    !own.has(key) && (times >= most || (times >= many && /[?？]$/u.test(key)))
  return new Set([...keysOf(banners, (_, times) => times >= many), ...keysOf(sections, isBox)])
}

const keysOf = (
  counts: ReadonlyMap<string, number>,
  isShared: (key: string, times: number) => boolean,
): string[] => [...counts].filter(([key, times]) => isShared(key, times)).map(([key]) => key)

/** Adds one to the count of each different key of a page; empty keys do not count. */
function count(counts: Map<string, number>, keys: readonly string[]): void {
  for (const key of new Set(keys)) if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1)
}
