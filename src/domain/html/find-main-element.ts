import type { HtmlNode } from './html-node.ts'
import type { PageElements } from './collect-elements.ts'

/** Shares of the page's prose: the least that a landmark must hold to be trusted, and what the densest block holds. */
const MAIN_SHARE = 0.3
const ARTICLE_SHARE = 0.5
const DENSEST_SHARE = 0.7

/**
 * Finds the element that holds the main text: `main`, else an article that holds most of it, else the smallest
 * element with most of the text that stands in paragraphs and is not links.
 */
export function findMainElement({ body, mains, articles }: PageElements): HtmlNode | undefined {
  if (body === undefined) return undefined
  const main = longest(mains)
  if (main !== undefined && holdsMuch(main, body)) return main
  const article = longest(articles)
  if (article !== undefined && article.proseChars > body.proseChars * ARTICLE_SHARE) return article
  return densest(body)
}

const longest = (nodes: readonly HtmlNode[]): HtmlNode | undefined =>
  nodes.reduce<HtmlNode | undefined>(
    (best, node) => (best === undefined || node.chars > best.chars ? node : best),
    undefined,
  )

const holdsMuch = (node: HtmlNode, body: HtmlNode): boolean =>
  node.proseChars > body.proseChars * MAIN_SHARE || node.chars > body.chars * MAIN_SHARE

/** Descends as long as one child holds most of the prose of its parent. */
function densest(body: HtmlNode): HtmlNode {
  let node = body
  for (;;) {
    const enough = Math.max(1, body.proseChars * DENSEST_SHARE)
    const next: HtmlNode | undefined = node.children.find((child) => child.proseChars >= enough)
    // A single paragraph is no main element: its heading stands beside it.
    if (next === undefined || !CONTAINERS.has(next.name)) return node
    node = next
  }
}

const CONTAINERS: ReadonlySet<string> = new Set(
  'div section article main form table tbody tr td center font span ul ol dl details'.split(' '),
)
