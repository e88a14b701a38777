import type { HtmlNode } from '../html/html-node.ts'
import { matchesSelector } from './match-selector.ts'

/**
 * True for a page where the widget finds its place: an element that the owner's selector matches, or an `ask-ai`
 * element of the page itself, which makes another one needless. Undefined where only a browser can tell.
 */
export function findPlace(page: HtmlNode, selector: string): boolean | undefined {
  const isThere = matchesSelector(page, selector)
  return isThere === true ? true : matchesSelector(page, 'ask-ai') || isThere
}
