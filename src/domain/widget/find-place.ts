import type { HtmlNode } from '../html/html-node.ts'
import { matchesSelector } from './match-selector.ts'

/**
 * True for a page where the widget finds its place: what the owner's selector takes, or the element of the page itself,
 * beside which no other one is made. Undefined where only a browser can say.
 */
export function findPlace(page: HtmlNode, selector: string): boolean | undefined {
  const isThere = matchesSelector(page, selector)
  return isThere === true ? true : matchesSelector(page, 'ask-ai') || isThere
}
