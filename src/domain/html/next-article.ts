import type { PageElements } from './collect-elements.ts'
import type { HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

/** The least characters of a whole article; a shorter one is a teaser. */
const MIN_ARTICLE_CHARS = 300
const MAX_ARTICLES = 100
const MAX_TITLE = 300
/** The most levels that are followed upwards; browsers nest no deeper. */
const MAX_DEPTH = 512
/** Matches words of at least four letters; shorter ones are mostly those of grammar. */
const WORD = /[\p{L}\p{N}]{4,}/gu
const MIN_SHARE = 0.5

/**
 * Finds the element with which another whole article begins below the one that the page is about, as endless pages have
 * it: around a second heading of level 1 that the title does not name. Undefined for a list of posts, whose title names
 * none of the headings.
 */
export function nextArticle(
  { headings, articles }: Pick<PageElements, 'headings' | 'articles'>,
  title: string,
): HtmlNode | undefined {
  if (articles.length < 2) return undefined
  const [first, second] = headings.filter(({ name, chars }) => name === 'h1' && chars > 0)
  if (first === undefined || second === undefined) return undefined
  if (shareIn(title, first) < MIN_SHARE || shareIn(title, second) >= MIN_SHARE) return undefined
  return dividedBy(first, second, articles.slice(0, MAX_ARTICLES))
}

/** Returns the share of a heading's words that are also in a title, 0 to 1. */
function shareIn(title: string, heading: HtmlNode): number {
  const words = textOf(heading, MAX_TITLE).toLowerCase().match(WORD) ?? []
  const known = new Set(title.toLowerCase().match(WORD) ?? [])
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length
}

/**
 * Finds the part of the page around the second heading; undefined unless both headings have an article of some length
 * in their own part or behind it.
 */
function dividedBy(
  first: HtmlNode,
  second: HtmlNode,
  articles: readonly HtmlNode[],
): HtmlNode | undefined {
  const path = pathOf(second)
  const around = pathOf(first).find((node) => path.includes(node))
  if (around === undefined) return undefined
  const placeOf = (node: HtmlNode): number => {
    const up = pathOf(node)
    const at = up.indexOf(around)
    return at < 1 ? -1 : around.children.indexOf(up[at - 1] ?? node)
  }
  const [from, to] = [placeOf(first), placeOf(second)]
  const places = articles.filter(({ chars }) => chars >= MIN_ARTICLE_CHARS).map(placeOf)
  const isDivided =
    from >= 0 &&
    from < to &&
    places.some((at) => at >= from && at < to) &&
    places.some((at) => at >= to)
  return isDivided ? around.children[to] : undefined
}

export const isBelow = (node: HtmlNode, outer: HtmlNode): boolean => pathOf(node).includes(outer)

/** Lists an element and those around it, from the inside out. */
function pathOf(node: HtmlNode): HtmlNode[] {
  const path: HtmlNode[] = []
  for (let up: HtmlNode | null = node; up !== null && path.length < MAX_DEPTH; up = up.parent) {
    path.push(up)
  }
  return path
}
