import { isChangeDate } from './change-dates.ts'
import { isQuestionMark } from './faq-markup.ts'
import { attributeOf, hasToken, isHeading, walk, XHTML, type HtmlNode } from './html-node.ts'
import { collapseWhitespace } from './text.ts'
import { OpenedPanels } from './opened-panels.ts'
import { isAppended, isBoilerplate, isHidden, isNonContent } from './visibility.ts'

/** The elements that one pass over a page finds, in document order; the pass also fills the measures of their nodes. */
export interface PageElements {
  html: HtmlNode | undefined
  body: HtmlNode | undefined
  titles: HtmlNode[]
  metas: HtmlNode[]
  /** The `link` elements of the head alone: texts of visitors stand in the body. */
  links: HtmlNode[]
  /** The first `base` that has an address: https://html.spec.whatwg.org/multipage/semantics.html#the-base-element. */
  base: HtmlNode | undefined
  /** Scripts of type `application/ld+json`. */
  jsonLd: HtmlNode[]
  headings: HtmlNode[]
  anchors: HtmlNode[]
  mains: HtmlNode[]
  articles: HtmlNode[]
  times: HtmlNode[]
  /** Elements whose class marks them as the line that names the author. */
  bylines: HtmlNode[]
  /** Elements whose class marks them as the day of the last change. */
  changeDates: HtmlNode[]
  /** Elements with microdata (`itemprop`). */
  properties: HtmlNode[]
  /** Elements that are questions by microdata or RDFa. */
  questions: HtmlNode[]
  /** Terms of lists of descriptions, and summaries of folded parts. */
  terms: HtmlNode[]
  /** Elements that are things of a type by microdata (`itemtype`). */
  items: HtmlNode[]
  /** Elements that are entries by microformats (`h-entry`). */
  entries: HtmlNode[]
  /** Elements that readers press: buttons, inputs and the forms around them. */
  controls: HtmlNode[]
  /** Forms, also those in hidden parts. */
  forms: HtmlNode[]
  /** The element under which a framework builds the page. */
  shellRoot: HtmlNode | undefined
  /** Hidden parts that readers open. */
  panels: OpenedPanels
  /** The size of the visible text in UTF-8, in bytes. */
  textBytes: number
}

const MAX_FOUND = 20_000

/** Ids under which frameworks put a page that they build in the browser. */
const SHELL_IDS: ReadonlySet<string> = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'svelte',
  'q-app',
  'react-root',
  'main-app',
])
const SHELL_NAMES: ReadonlySet<string> = new Set(['app-root', 'my-app', 'ion-app'])

/** Elements that count as a paragraph when they hold enough text. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  `p pre blockquote li td dd figcaption div section article details`.split(' '),
)
/**
 * The least characters of a paragraph; shorter texts are labels. A sentence of Chinese has as many, but so has an
 * English menu entry.
 */
const MIN_PARAGRAPH = 25
const MAX_LINK_SHARE = 0.4

/** Visits every element once: collects those that facts are read from, and measures the visible text. */
export function collectElements(root: HtmlNode): PageElements {
  const found = noElements(root)
  const measure = new Measure()
  walk(root, {
    enter: (node) => {
      if (node.name === '#text') {
        measure.text(node)
        return false
      }
      collect(found, node)
      if (node.name === 'head') return true
      if (isNonContent(node)) return false
      if (found.body !== undefined && isHidden(node) && !found.panels.has(node)) {
        collectHidden(found, node)
        return false
      }
      measure.enter(node)
      return true
    },
    leave: (node) => measure.leave(node),
  })
  found.textBytes = measure.bytes
  return found
}

/** Collects the links and forms of a hidden part: scripts unfold menus later. */
function collectHidden(found: PageElements, hidden: HtmlNode): void {
  walk(hidden, {
    enter: (node) => {
      if (node !== hidden && node.name === 'a') push(found.anchors, node, MAX_FOUND)
      if (node !== hidden && node.name === 'form') push(found.forms, node)
      return !isNonContent(node)
    },
  })
}

function noElements(root: HtmlNode): PageElements {
  return {
    html: undefined,
    body: undefined,
    titles: [],
    metas: [],
    links: [],
    base: undefined,
    jsonLd: [],
    headings: [],
    anchors: [],
    mains: [],
    articles: [],
    times: [],
    bylines: [],
    changeDates: [],
    properties: [],
    questions: [],
    terms: [],
    items: [],
    entries: [],
    controls: [],
    forms: [],
    shellRoot: undefined,
    panels: new OpenedPanels(root),
    textBytes: 0,
  }
}

function collect(found: PageElements, node: HtmlNode): void {
  if (node.namespace !== XHTML) return
  const list = listFor(found, node)
  if (list !== undefined) push(list, node, MAX_FOUND)
  if (node.attributes.length > 0) collectByAttribute(found, node)
  if (node.name === 'html') found.html ??= node
  else if (node.name === 'body') found.body ??= node
  else if (node.name === 'base') found.base ??= withAddress(node)
  else if (SHELL_NAMES.has(node.name)) found.shellRoot ??= node
}

function listFor(found: PageElements, node: HtmlNode): HtmlNode[] | undefined {
  switch (node.name) {
    case 'title':
      return found.titles
    case 'meta':
      return found.metas
    case 'link':
      return linksFor(found, node)
    case 'script':
      return isJsonLd(node) ? found.jsonLd : undefined
    case 'a':
    case 'area':
      return found.anchors
    case 'article':
      return found.articles
    case 'main':
      return found.mains
    case 'time':
      return found.times
    default:
      return isHeading(node) ? found.headings : partsFor(found, node)
  }
}

const TERMS: ReadonlySet<string> = new Set(['dt', 'summary'])

const partsFor = (found: PageElements, node: HtmlNode): HtmlNode[] | undefined =>
  TERMS.has(node.name) ? found.terms : controlsFor(found, node)

const linksFor = ({ links }: PageElements, { parent }: HtmlNode): HtmlNode[] | undefined =>
  parent?.name === 'head' ? links : undefined

const CONTROLS: ReadonlySet<string> = new Set(['button', 'input', 'form'])

function controlsFor({ controls, forms }: PageElements, node: HtmlNode): HtmlNode[] | undefined {
  if (node.name === 'form') push(forms, node)
  return CONTROLS.has(node.name) ? controls : undefined
}

const withAddress = (node: HtmlNode): HtmlNode | undefined =>
  attributeOf(node, 'href') === undefined ? undefined : node

const isJsonLd = (node: HtmlNode): boolean =>
  /^\s*application\/ld\+json\b/i.test(attributeOf(node, 'type') ?? '')

function collectByAttribute(found: PageElements, node: HtmlNode): void {
  for (const { name, value } of node.attributes) {
    if (isShellMark(name, value)) found.shellRoot ??= node
    else if (name === 'role' && value === 'main' && node.name !== 'main') push(found.mains, node)
    else if (name === 'itemprop') push(found.properties, node)
    else if (name === 'itemtype' || name === 'typeof') collectItem(found, node, name, value)
    else if (name === 'class') collectByClass(found, node, value)
  }
}

function collectItem(found: PageElements, node: HtmlNode, name: string, value: string): void {
  if (name === 'itemtype') push(found.items, node)
  if (isQuestionMark(name, value)) push(found.questions, node)
}

function collectByClass(found: PageElements, node: HtmlNode, value: string): void {
  if (value.includes('h-entry') && hasToken(value, 'h-entry')) push(found.entries, node)
  if (isByline(value)) push(found.bylines, node)
  else if (isChangeDate(value)) push(found.changeDates, node)
}

const push = (list: HtmlNode[], node: HtmlNode, max = 100): void => {
  if (list.length < max) list.push(node)
}

const isShellMark = (name: string, value: string): boolean =>
  (name === 'id' && SHELL_IDS.has(value)) || name === 'data-reactroot'

const isByline = (value: string): boolean =>
  (value.includes('author') && (hasToken(value, 'author') || hasToken(value, 'author-name'))) ||
  (value.includes('byline') && hasToken(value, 'byline'))

/** Adds up the characters of visible text, from the text nodes up to the root. */
class Measure {
  bytes = 0
  #offset = 0
  #pre = 0

  enter(node: HtmlNode): void {
    if (node.name === 'pre') this.#pre += 1
  }

  text(node: HtmlNode): void {
    const { parent } = node
    if (parent === null || parent.name === 'title' || parent.name === 'script') return
    if (this.#pre === 0) node.text = collapseWhitespace(node.text)
    const chars = node.text === ' ' ? 0 : node.text.length
    node.start = this.#offset
    this.#offset += chars
    if (chars > 0) this.bytes += Buffer.byteLength(node.text)
    parent.chars += chars
  }

  leave(node: HtmlNode): void {
    if (node.name === 'pre') this.#pre -= 1
    if (node.name === 'a') node.linkChars = node.chars
    const { chars, linkChars, parent } = node
    if (PARAGRAPHS.has(node.name) && node.proseChars === 0 && chars >= MIN_PARAGRAPH) {
      if (linkChars <= chars * MAX_LINK_SHARE) node.proseChars = chars - linkChars
    }
    if (parent === null) return
    parent.chars += chars
    parent.linkChars += linkChars
    if (node.proseChars > 0 && !isBoilerplate(node) && !isAppended(node))
      parent.proseChars += node.proseChars
  }
}
