import type { HtmlNode } from '../html/html-node.ts'
import { matchesSelector } from './match-selector.ts'

/**
 * True for a page where the widget finds its place: an element that the owner's selector takes, or the `ask-ai` element
 * of the page itself, next to which no other one is made. Undefined where only a browser can say.
 */
export function findPlace(page: HtmlNode, selector: string): boolean | undefined {
  const isThere = matchesSelector(page, selector)
  return isThere === true ? true : matchesSelector(page, 'ask-ai') || isThere
}
