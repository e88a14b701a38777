import { isHeading, type HtmlNode } from './html-node.ts'
import type { PageElements } from './collect-elements.ts'
import { isAppended, isBoilerplate, isForm, isHidden } from './visibility.ts'

/**
 * Shares of the page's prose: the least that an element with the role `main`, an article, and the densest block must
 * hold.
 */
const MAIN_SHARE = 0.3
const ARTICLE_SHARE = 0.5
const DENSEST_SHARE = 0.7

/**
 * The least characters of text besides links of an ordinary page; one with less is a card, of which every line counts.
 */
const CARD_CHARS = 200

/**
 * Finds the element that holds the main text: `main`, else an article that holds most of it, else the smallest element
 * with most of the text that stands in paragraphs and is not links. `core` holds the elements around the title that the
 * page shows: the text next to the title belongs to it, such as a question to its answers.
 */
export function findMainElement(
  { body, mains, articles }: PageElements,
  core: ReadonlySet<HtmlNode>,
): HtmlNode | undefined {
  if (body === undefined) return undefined
  // A `main` is all of the text, also where it is empty: what else the page shows then is a banner or a form.
  const isMain = (node: HtmlNode): boolean => node.name === 'main' || holdsMuch(node, body)
  const main = longest(mains.filter((node) => !isHidden(node) && isMain(node)))
  if (main !== undefined) return main
  const article = longest(articles.slice(0, MAX_ARTICLES).filter(isOwnText))
  if (article !== undefined && article.proseChars > body.proseChars * ARTICLE_SHARE) {
    return withSiblings(article, core)
  }
  return body.chars - body.linkChars < CARD_CHARS ? body : densest(body, core)
}

const longest = (nodes: readonly HtmlNode[]): HtmlNode | undefined =>
  nodes.reduce<HtmlNode | undefined>(
    (best, node) => (best === undefined || node.chars > best.chars ? node : best),
    undefined,
  )

/**
 * True for an element that holds much of the page's prose: a site may give the role of the main part to a small
 * section.
 */
const holdsMuch = (node: HtmlNode, body: HtmlNode): boolean =>
  node.proseChars > body.proseChars * MAIN_SHARE

const MAX_ARTICLES = 100

/**
 * True for an article that is neither a comment nor in navigation, a side column or a footer, where teasers of other
 * pages stand.
 */
function isOwnText(article: HtmlNode): boolean {
  for (let up: HtmlNode | null = article; up !== null; up = up.parent) {
    if (isAppended(up) || (up !== article && isBoilerplate(up))) return false
  }
  return true
}

const MAX_STEPS = 5
/** The most links next to an article, as a share of its text; surroundings with more links belong to the site. */
const MAX_LINKS = 0.2

/**
 * Finds the element around an article that also holds the page's title, or the other articles of a series; else returns
 * the article.
 */
function withSiblings(article: HtmlNode, core: ReadonlySet<HtmlNode>): HtmlNode {
  const { parent } = article
  if (parent === null) return article
  const titled = core.has(article) ? undefined : nearTitle(article, core)
  if (titled !== undefined) return titled
  const isOne = (node: HtmlNode): boolean =>
    node !== article && node.name === 'article' && isContent(node) && node.proseChars > 0
  return parent.children.some(isOne) ? parent : article
}

/** Finds the nearest element around both an article and the title, if the rest of its contents is not mostly links. */
function nearTitle(article: HtmlNode, core: ReadonlySet<HtmlNode>): HtmlNode | undefined {
  if (core.size === 0) return undefined
  let links = 0
  let inner = article
  for (let steps = 0; steps < MAX_STEPS && inner.parent !== null; steps += 1) {
    const around: HtmlNode = inner.parent
    for (const child of around.children) {
      if (child !== inner && isContent(child)) links += child.linkChars
    }
    if (core.has(around) || around.name === 'body') {
      return links < article.chars * MAX_LINKS ? around : undefined
    }
    inner = around
  }
  return undefined
}

const isContent = (node: HtmlNode): boolean =>
  !isBoilerplate(node) && !isAppended(node) && !isForm(node)

/**
 * Finds the densest element: descends as long as one child holds at least 70 % of the page's prose and no text of the
 * page is left behind.
 */
function densest(body: HtmlNode, core: ReadonlySet<HtmlNode>): HtmlNode {
  let node = body
  for (;;) {
    const enough = Math.max(1, body.proseChars * DENSEST_SHARE)
    const next: HtmlNode | undefined = node.children.find((child) => child.proseChars >= enough)
    // A single paragraph is no main element: its heading stands next to it.
    if (next === undefined || !CONTAINERS.has(next.name)) return node
    if (leavesText(node, next, core)) return node
    node = next
  }
}

/**
 * True when a descent from `node` to its child `next` would leave text behind: the page's title, the heading of `next`,
 * a paragraph, or another section of the text.
 */
function leavesText(node: HtmlNode, next: HtmlNode, core: ReadonlySet<HtmlNode>): boolean {
  if (!core.has(next) && (core.has(node) || (core.size > 0 && node.name === 'body'))) return true
  if (isHeaded(node, next)) return true
  let isBefore = true
  return node.children.some((child) => {
    if (child === next) isBefore = false
    if (child === next || child.proseChars === 0 || !isContent(child)) return false
    if (FLOW.has(child.name)) return true
    // Behind the text a small section is a call to subscribe or to write.
    const isLarge = isBefore || child.proseChars > next.proseChars * SECTION_SHARE
    return child.name === 'section' && next.name === 'section' && isLarge
  })
}

/** True when the heading of `next` stands right before it. */
function isHeaded(node: HtmlNode, next: HtmlNode): boolean {
  const elements = node.children.filter(({ name }) => name !== '#text')
  const before = elements[elements.indexOf(next) - 1]
  return before !== undefined && isHeading(before) && before.linkChars < before.chars
}

const SECTION_SHARE = 0.1
const FLOW: ReadonlySet<string> = new Set('p pre blockquote dl table'.split(' '))

const CONTAINERS: ReadonlySet<string> = new Set(
  'div section article main form table tbody tr td center font span ul ol dl details'.split(' '),
)
