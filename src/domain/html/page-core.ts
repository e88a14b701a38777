import type { PageElements } from './collect-elements.ts'
import { attributeOf, findIn, type HtmlNode } from './html-node.ts'
import { isBoilerplate } from './visibility.ts'

const NO_CORE: ReadonlySet<HtmlNode> = new Set()
/** The most levels that are followed upwards; browsers nest no deeper. */
const MAX_DEPTH = 512
const MAX_HEADINGS = 50
/**
 * Finds the title that a page shows, and returns it with the elements around it. The title is the first `h1` that has
 * text, is not all a link, as the name of the site is, and does not stand in a part around the text.
 */
export function findCore({ headings }: PageElements): ReadonlySet<HtmlNode> {
  for (const heading of headings.slice(0, MAX_HEADINGS)) {
    if (heading.name !== 'h1' || heading.chars === 0 || heading.linkChars === heading.chars) {
      continue
    }
    const path = pathTo(heading)
    if (path !== undefined) return path
  }
  return NO_CORE
}

/** Returns the elements from a title up to the body; undefined where one of them is a part around the text. */
function pathTo(title: HtmlNode): ReadonlySet<HtmlNode> | undefined {
  const path = new Set<HtmlNode>()
  for (let up: HtmlNode | null = title; up !== null && path.size < MAX_DEPTH; up = up.parent) {
    if (up.name === 'body') return path
    if (isFurniture(up)) return undefined
    path.add(up)
  }
  return path
}

/**
 * True for a part around the text. A header counts only if it holds a menu, since others may be the title with an
 * introduction.
 */
const isFurniture = (node: HtmlNode): boolean =>
  node.name === 'header' ? holdsMenu(node) : isBoilerplate(node)

const MAX_MENU_NODES = 300

const holdsMenu = (header: HtmlNode): boolean =>
  attributeOf(header, 'role') === 'banner' ||
  header.linkChars * 2 > header.chars ||
  findIn(header, MAX_MENU_NODES, ({ name }) => name === 'nav') !== undefined
