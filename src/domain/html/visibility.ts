import { isAppendedByContent } from './appended-by-content.ts'
import { attributeOf, findIn, hasToken, nearestAround, type HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

/** Elements whose content is never read as text of the page. */
const NON_CONTENT: ReadonlySet<string> = new Set(
  `script style noscript template iframe object embed canvas svg audio video select option datalist textarea button
  noembed noframes head`.split(/\s+/),
)

const NAVIGATION: ReadonlySet<string> = new Set(['nav', 'menu', 'footer'])
const NAVIGATION_ROLES: ReadonlySet<string> = new Set(
  `navigation banner contentinfo search dialog alertdialog menu menubar toolbar`.split(' '),
)

const MAX_ATTRIBUTE = 500

export function isNonContent(node: HtmlNode): boolean {
  return NON_CONTENT.has(node.name) && !(node.name === 'button' && opensAnswer(node))
}

const QUESTION_HOLDERS = /^(?:h[1-6]|dt|summary)$/

/** True for a button that is content: the heading of the part that it opens, or the question that is answered there. */
function opensAnswer(button: HtmlNode): boolean {
  const holder = nearestAround(button, 3, ({ name }) => QUESTION_HOLDERS.test(name))
  return holder !== undefined || /[?？؟]$/.test(lastWords(button))
}

const MAX_STEPS = 8

/** Returns the end of the last text in an element, found without reading all of it. */
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

/** True when an element is navigation, a banner, a footer or a dialog by its tag or its role, with any content. */
export function isBoilerplate(node: HtmlNode): boolean {
  if (NAVIGATION.has(node.name)) return true
  if (node.name === 'aside' || node.name === 'header') return !isInText(node)
  return node.attributes.length > 0 && isBoilerplateByAttribute(node)
}

function isBoilerplateByAttribute(node: HtmlNode): boolean {
  const role = attributeOf(node, 'role')?.toLowerCase()
  if (role === 'tablist') return !holdsPanel(node)
  if (role === 'complementary') return !isInText(node)
  if (attributeOf(node, 'aria-modal') === 'true') return true
  return (role !== undefined && NAVIGATION_ROLES.has(role)) || isOfTheSite(node)
}

/** True when microdata marks an element as part of the site: its header, footer, sidebar or menu. */
function isOfTheSite(node: HtmlNode): boolean {
  const type = attributeOf(node, 'itemtype')
  return type !== undefined && OF_THE_SITE.test(type.slice(0, MAX_ATTRIBUTE))
}

const OF_THE_SITE =
  /schema\.org\/(?:WPHeader|WPFooter|WPSideBar|WPAdBlock|SiteNavigationElement)\s*$/i

const MAX_TABS = 100

/** True for a list of tabs that holds panels, as an accordion may be marked; a mere row of tabs holds none. */
const holdsPanel = (tablist: HtmlNode): boolean =>
  findIn(tablist, MAX_TABS, (node) => attributeOf(node, 'role') === 'tabpanel') !== undefined

/**
 * True for what is appended to the text of a page, or asks for consent, an opinion or an address, however long it is.
 */
export const isAppended = (node: HtmlNode): boolean => isComment(node) || isAppendedByContent(node)

/**
 * True for text by readers, where role, microdata or microformats say so, or the address of a comment: `#comment-12`.
 */
function isComment(node: HtmlNode): boolean {
  let isClassed = false
  for (const { name, value } of node.attributes) {
    if (name === 'role' && value === 'comment') return true
    if (name === 'itemprop' && COMMENT.test(value.slice(0, MAX_ATTRIBUTE))) return true
    if (name === 'itemtype' && COMMENT_TYPE.test(value.slice(0, MAX_ATTRIBUTE))) return true
    if (name === 'id' && isCommentId(node, value)) return true
    if (name === 'class') isClassed = hasToken(value, 'u-comment') || hasToken(value, 'p-comment')
  }
  return isClassed
}

const COMMENT = /^\s*comments?\s*$/i
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?\s*$/i
/** Matches the ids to which links to readers' comments lead, in every program for blogs. */
const COMMENT_ID = /^(?:comments|(?:\w{1,10}[-_])?comment[-_]?\d{1,12})$/

/**
 * True where the id of an element is one of comments. Headings do not count, nor does a section without comments whose
 * id was made from its heading, as generators of documents make ids.
 */
const isCommentId = (node: HtmlNode, id: string): boolean =>
  id.length <= MAX_ID &&
  COMMENT_ID.test(id) &&
  !/^h[1-6]$/.test(node.name) &&
  !(node.name === 'section' && isCalled(id, node) && !holdsComment(node))

const MAX_ID = 40

/** True for a section that begins with a heading of whose words its id was made. */
function isCalled(id: string, { children }: HtmlNode): boolean {
  const first = children.find(({ name, text }) => name !== '#text' || text.trim() !== '')
  if (first === undefined || !/^h[1-6]$/.test(first.name)) return false
  const words =
    textOf(first, MAX_ID)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-') === id.replaceAll('_', '-')
}

const MAX_COMMENT_NODES = 200

/** True for a section in which an element is a comment, or a reader can write one. */
const holdsComment = (section: HtmlNode): boolean =>
  findIn(section, MAX_COMMENT_NODES, (node) => {
    if (node.name === 'textarea' || hasToken(attributeOf(node, 'class'), 'comment')) return true
    return (
      /\d/.test(attributeOf(node, 'id') ?? '') && COMMENT_ID.test(attributeOf(node, 'id') ?? '')
    )
  }) !== undefined

/** True for a form; only the amount of text in it can tell whether it is one, or wraps the page. */
export const isForm = ({ name }: HtmlNode): boolean => name === 'form'

const MAX_UP = 40

/** True inside the text that a page marks: an aside or a header there belongs to it. */
const isInText = (node: HtmlNode): boolean =>
  nearestAround(
    node,
    MAX_UP,
    (up) => up.name === 'article' || up.name === 'main' || attributeOf(up, 'role') === 'main',
  ) !== undefined
