import { isAppendedByContent } from './appended-by-content.ts'
import { dayIn } from './byline-day.ts'
import { attributeOf, findIn, nearestAround, type HtmlNode } from './html-node.ts'
import { isSiteFurniture, secondaryKind } from './secondary-parts.ts'
import { textOf } from './text.ts'

/** Elements whose content is never read as text of the page. */
const NON_CONTENT: ReadonlySet<string> = new Set(
  `script style noscript template iframe object embed canvas svg audio video select option datalist textarea button
  noembed noframes head`.split(/\s+/),
)

const BOILERPLATE: ReadonlySet<string> = new Set(['nav', 'aside', 'menu'])
const BOILERPLATE_ROLES: ReadonlySet<string> = new Set(
  `navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar`.split(
    ' ',
  ),
)

const MAX_ATTRIBUTE = 500

export function isNonContent(node: HtmlNode): boolean {
  return NON_CONTENT.has(node.name) && !(node.name === 'button' && opensAnswer(node))
}

const QUESTION_HOLDERS = /^(?:h[1-6]|dt|summary)$/

/** The button of an accordion is the heading of what it opens, or asks the question that is answered there. */
function opensAnswer(button: HtmlNode): boolean {
  const holder = nearestAround(button, 3, ({ name }) => QUESTION_HOLDERS.test(name))
  return holder !== undefined || /[?？؟]$/.test(lastWords(button))
}

const MAX_STEPS = 8

/** The end of the last text in an element, found without reading all of it. */
function lastWords(node: HtmlNode): string {
  let last: HtmlNode | undefined = node
  for (let steps = 0; last !== undefined && steps < MAX_STEPS; steps += 1) {
    if (last.name === '#text') return last.text.slice(-MAX_END).trimEnd()
    // Icons stand behind the words of a button.
    last = last.children.findLast(({ name, text, chars }) =>
      name === '#text' ? text.trim() !== '' : chars > 0,
    )
  }
  return ''
}

const MAX_END = 50

/** True when the markup itself hides the element; style sheets are not read. */
export function isHidden(node: HtmlNode): boolean {
  for (const { name, value } of node.attributes) {
    if (name === 'hidden') return value !== 'until-found'
    if (name === 'aria-hidden' && value === 'true') return true
    if (name === 'style' && hidesByStyle(value)) return true
  }
  return node.name === 'dialog' && attributeOf(node, 'open') === undefined
}

function hidesByStyle(style: string): boolean {
  const compact = style.slice(0, MAX_ATTRIBUTE).replaceAll(/\s/g, '').toLowerCase()
  return compact.includes('display:none') || compact.includes('visibility:hidden')
}

/** True when an element is boilerplate by its tag, role or class, whatever it contains. */
export function isBoilerplate(node: HtmlNode): boolean {
  if (BOILERPLATE.has(node.name)) return !isContactAside(node) && !isDayAside(node)
  if (node.attributes.length > 0 && isFurnitureByAttribute(node)) return true
  if (node.name === 'article') return false
  if (node.name === 'footer') return true
  return node.name === 'header' && !isInsideArticle(node)
}

function isFurnitureByAttribute(node: HtmlNode): boolean {
  const role = attributeOf(node, 'role')?.toLowerCase()
  if (role === 'tablist') return !holdsPanel(node)
  // A box that a script opens over the page, as what a form says when it was sent.
  if (attributeOf(node, 'data-reveal') !== undefined) return true
  return (role !== undefined && BOILERPLATE_ROLES.has(role)) || isSiteFurniture(node)
}

const MAX_TABS = 100

/** An accordion may be one list of tabs with their panels; a mere row of tabs holds none. */
const holdsPanel = (tablist: HtmlNode): boolean =>
  findIn(tablist, MAX_TABS, (node) => attributeOf(node, 'role') === 'tabpanel') !== undefined

/** True for what is appended to the text of a page, or asks for consent, an opinion or an address, however long it is. */
export function isAppended(node: HtmlNode): boolean {
  const kind = secondaryKind(node)
  return kind === null || kind === 'doubtful' ? isAppendedByContent(node) : true
}

/** True when an element looks like a secondary part; only the amount of text in it can tell for sure. */
export function looksSecondary(node: HtmlNode): boolean {
  return node.name === 'form' || secondaryKind(node) === 'doubtful' || isSkipLink(node)
}

const SKIP = /skip[-_]?(?:to|link|nav)/i
/** A link within the page that only who cannot see it is shown. */
const UNSEEN = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|assistive-text)(?:\s|$)/i

/** A link to the text for who cannot see the page; the text may bear the same name. */
function isSkipLink(node: HtmlNode): boolean {
  if (node.chars === 0 || node.linkChars !== node.chars) return false
  const classes = (attributeOf(node, 'class') ?? '').slice(0, MAX_ATTRIBUTE)
  if (SKIP.test(classes)) return true
  return UNSEEN.test(classes) && attributeOf(node, 'href')?.startsWith('#') === true
}

/** The header of an article holds its title; the header of a page holds the menu. */
const isInsideArticle = (node: HtmlNode): boolean =>
  nearestAround(
    node,
    12,
    (up) => up.name === 'article' || up.name === 'main' || attributeOf(up, 'role') === 'main',
  ) !== undefined

const MAX_ASIDE_NODES = 300
const REACHES = /^(?:tel|mailto):/i

/** True for an element beside the text that says how to reach who is behind the page. */
function isContactAside(node: HtmlNode): boolean {
  if (node.name !== 'aside' || secondaryKind(node) !== null || !isInMain(node)) return false
  const reached = findIn(
    node,
    MAX_ASIDE_NODES,
    (inner) => inner.name === 'address' || REACHES.test(attributeOf(inner, 'href') ?? ''),
  )
  return reached !== undefined
}

const MAX_DAY_CHARS = 40

/** True for an element beside the text that says on which day it was written, and nothing else. */
const isDayAside = (node: HtmlNode): boolean =>
  node.name === 'aside' &&
  node.chars > 0 &&
  node.chars <= MAX_DAY_CHARS &&
  dayIn(textOf(node, MAX_DAY_CHARS)) !== undefined

const MAX_UP = 12

const isInMain = (node: HtmlNode): boolean =>
  nearestAround(node, MAX_UP, ({ name }) => name === 'main') !== undefined
