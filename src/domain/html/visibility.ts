import { attributeOf, walk, type HtmlNode } from './html-node.ts'
import { isSiteFurniture, secondaryKind } from './secondary-parts.ts'
import { isContactAside, isDayAside } from './contact-aside.ts'
import { isSubscribeBox } from './subscribe-box.ts'
import { isLineNumbers } from './line-numbers.ts'
import { isRatingBox } from './rating-box.ts'
import { isMoreBox } from './more-box.ts'
import { isTurn } from './turn-links.ts'
import { isWay } from './way-links.ts'

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
  for (let up = button.parent, steps = 0; up !== null && steps < 3; up = up.parent, steps += 1) {
    if (QUESTION_HOLDERS.test(up.name)) return true
  }
  return /[?？؟]$/.test(lastWords(button))
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
function holdsPanel(tablist: HtmlNode): boolean {
  let isFound = false
  let nodes = 0
  walk(tablist, {
    enter: (node) => {
      nodes += 1
      if (attributeOf(node, 'role') === 'tabpanel') isFound = true
      return !isFound && nodes < MAX_TABS
    },
  })
  return isFound
}

/** True for what is appended to the text of a page, or asks for consent, an opinion or an address, however long it is. */
export function isAppended(node: HtmlNode): boolean {
  const kind = secondaryKind(node)
  return kind === null || kind === 'doubtful' ? isAppendedByContent(node) : true
}

const isAppendedByContent = (node: HtmlNode): boolean =>
  isSubscribeBox(node) ||
  isMoreBox(node) ||
  isTurn(node) ||
  isWay(node) ||
  isRatingBox(node) ||
  isLineNumbers(node)

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
function isInsideArticle(node: HtmlNode): boolean {
  for (let up = node.parent, steps = 0; up !== null && steps < 12; up = up.parent, steps += 1) {
    if (up.name === 'article' || up.name === 'main' || attributeOf(up, 'role') === 'main')
      return true
  }
  return false
}
