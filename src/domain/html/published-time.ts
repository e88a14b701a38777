import type { PageElements } from './collect-elements.ts'
import { attributeOf, hasToken, type HtmlNode } from './html-node.ts'

const MAX_TIMES = 20
const MAX_HEADINGS = 100
/** Characters of visible text: tags and an author may stand between a title and its day, but no text. */
const MAX_BETWEEN = 200
/** An entry of a list has its day beside its own heading. */
const MIN_BEHIND = 100
const MAX_DOWN = 5

/**
 * The time that a program marks as the day of publication, next to the title of the page and to no other heading. Behind the
 * text, the same mark is of other pages.
 */
export function publishedNearTitle({ times, headings }: PageElements): HtmlNode | undefined {
  const shown = headings.slice(0, MAX_HEADINGS).filter(({ chars }) => chars > 0)
  const title = shown.find(({ name }) => name === 'h1')
  const from = title === undefined ? -1 : startOf(title)
  if (title === undefined || from < 0) return undefined
  const others = shown.filter((heading) => heading !== title).map(startOf)
  return times
    .slice(0, MAX_TIMES)
    .filter((time) => hasToken(attributeOf(time, 'class'), 'published'))
    .find((time) => {
      const at = startOf(time)
      const isNear = at > from && at - from - title.chars <= MAX_BETWEEN
      return isNear && !others.some((start) => start > from && start < at + MIN_BEHIND)
    })
}

/** The place of the first visible text of an element; -1 for one without. */
function startOf(node: HtmlNode, down = MAX_DOWN): number {
  if (node.name === '#text') return node.start
  if (down === 0) return -1
  for (const child of node.children) {
    const start = startOf(child, down - 1)
    if (start >= 0) return start
  }
  return -1
}
