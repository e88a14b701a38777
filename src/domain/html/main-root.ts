import type { HtmlNode } from './html-node.ts'
import type { Survey } from './collect-elements.ts'

/** Shares of the page's good text: what a landmark must hold to be believed, and what the densest block holds. */
const MAIN_SHARE = 0.3
const ARTICLE_SHARE = 0.5
const DENSEST_SHARE = 0.7

/**
 * The element that holds the text of a page: `main`, else an article that holds most, else the smallest element with
 * most of the text that stands in paragraphs and is not links.
 */
export function mainRoot({ body, mains, articles }: Survey): HtmlNode | undefined {
  if (body === undefined) return undefined
  const main = longest(mains)
  if (main !== undefined && holdsMuch(main, body)) return main
  const article = longest(articles)
  if (article !== undefined && article.goodChars > body.goodChars * ARTICLE_SHARE) return article
  return densest(body)
}

const longest = (nodes: readonly HtmlNode[]): HtmlNode | undefined =>
  nodes.reduce<HtmlNode | undefined>(
    (best, node) => (best === undefined || node.chars > best.chars ? node : best),
    undefined,
  )

const holdsMuch = (node: HtmlNode, body: HtmlNode): boolean =>
  node.goodChars > body.goodChars * MAIN_SHARE || node.chars > body.chars * MAIN_SHARE

/** Goes down as long as one child has most of what is above. */
function densest(body: HtmlNode): HtmlNode {
  let node = body
  for (;;) {
    const enough = Math.max(1, body.goodChars * DENSEST_SHARE)
    const next: HtmlNode | undefined = node.children.find((child) => child.goodChars >= enough)
    // A single paragraph is not a page: its heading stands beside it.
    if (next === undefined || !CONTAINERS.has(next.name)) return node
    node = next
  }
}

const CONTAINERS: ReadonlySet<string> = new Set(
  'div section article main form table tbody tr td center font span ul ol dl details'.split(' '),
)
