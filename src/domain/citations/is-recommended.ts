import type { TrackedBrand } from './brand-names.ts'
import type { FoundName } from './name-finder.ts'

/**
 * Matches the beginning of an item of a list, ordered or not, also one that is a heading or in bold: `- `, `1. `, `###
 * 1. `, `**1. `.
 */
const ITEM = /^[ \t]{0,8}(?:#{1,6} )?(?:\*\*)?(?:([-*+•–])|\d{1,3}[.)])[ \t]/

/**
 * True where the first item of the first list of a folded text names the site before any other tracked brand. A list
 * has at least two items, and the text of an item is its first line. Recommendations in sentences are not read: that
 * would take patterns of each language, and `I would not recommend` fits most of them.
 */
export function isRecommended(text: string, found: readonly FoundName<TrackedBrand>[]): boolean {
  const item = firstItem(text)
  if (!item) return false
  const named = found.find(({ start }) => start >= item.start)
  return named !== undefined && named.end <= item.end && named.of.isOwn
}

function firstItem(text: string): { start: number; end: number } | undefined {
  let first: { start: number; end: number; isOrdered: boolean } | undefined
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    const item = ITEM.exec(text.slice(start, end))
    if (item) {
      const isOrdered = item[1] === undefined
      if (first?.isOrdered === isOrdered) return first
      // Bullets below the first number describe that item.
      if (!first?.isOrdered) first = { start, end, isOrdered }
    }
    start = end + 1
  }
  return undefined
}
