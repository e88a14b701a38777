import { withoutHidden } from './hidden-text.ts'
import { attributeOf, walk, type HtmlNode } from './html-node.ts'
import { cleanLine, cut, squash } from './text.ts'
import { isBoilerplate, isHidden, isUnread, looksAside } from './visibility.ts'

/** Text under one heading; one line a paragraph, list item, row or line of code. */
export interface PageSection {
  /** Empty for what stands before the first heading. */
  heading: string
  /** 1 to 6; 0 without a heading. */
  level: number
  /** The `id` by which the heading can be linked, or null. */
  id: string | null
  text: string
}

export interface MainText {
  sections: PageSection[]
  /** Headings and texts of the sections, an empty line between two sections. */
  text: string
  /** Where its first words stand in the visible text of the body, in characters; null where there are none. */
  startChar: number | null
  images: number
  imagesWithAlt: number
  lists: number
  /** Items of numbered lists, which may be steps. */
  orderedItems: number
  tables: number
  codeBlocks: number
  anchors: HtmlNode[]
  /** Characters under `data-nosnippet`. */
  nosnippetChars: number
}

const MAX_CHARS = 500_000
const MAX_SECTIONS = 500
const MAX_HEADING = 300
const MAX_ANCHORS = 5_000

const BLOCKS: ReadonlySet<string> = new Set(
  `address article blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li main ol p pre section summary table tbody thead tfoot tr ul caption hgroup`.split(
    /\s+/,
  ),
)
const HEADING = /^h[1-6]$/
/** Signs that themes put behind a heading as its link. */
const PERMALINK = /\s*[#¶§🔗]+$/u

/** Reads the text under an element, without what only surrounds it. */
export function readMainText(root: HtmlNode): MainText {
  const reader = new MainTextReader(root)
  walk(root, { enter: (node) => reader.enter(node), leave: (node) => reader.leave(node) })
  return reader.result()
}

class MainTextReader {
  readonly #root: HtmlNode
  readonly #facts: Omit<MainText, 'sections' | 'text'> = {
    startChar: null,
    images: 0,
    imagesWithAlt: 0,
    lists: 0,
    orderedItems: 0,
    tables: 0,
    codeBlocks: 0,
    anchors: [],
    nosnippetChars: 0,
  }
  readonly #sections: PageSection[] = []
  #current: Omit<PageSection, 'text'> = { heading: '', level: 0, id: null }
  #lines: string[] = []
  #run = ''
  #chars = 0
  #pre = 0
  /** The heading that is being read. */
  #heading: HtmlNode | null = null
  #nosnippet: HtmlNode | null = null

  constructor(root: HtmlNode) {
    this.#root = root
  }

  enter(node: HtmlNode): boolean {
    if (node.name === '#text') {
      this.#text(node)
      return false
    }
    if (this.#chars >= MAX_CHARS || (node !== this.#root && this.#isLeftOut(node))) return false
    if (BLOCKS.has(node.name)) this.#endLine()
    if (HEADING.test(node.name)) this.#heading ??= node
    this.#count(node)
    this.#open(node)
    return true
  }

  leave(node: HtmlNode): void {
    if (this.#heading === node) this.#endHeading(node)
    else if (BLOCKS.has(node.name)) this.#endLine()
    if (node.name === 'pre') this.#pre -= 1
    if (this.#nosnippet === node) this.#nosnippet = null
  }

  result(): MainText {
    this.#endLine()
    this.#endSection()
    const parts = this.#sections.map(({ heading, text }) =>
      heading !== '' && text !== '' ? `${heading}\n${text}` : heading + text,
    )
    return { ...this.#facts, sections: this.#sections, text: parts.join('\n\n') }
  }

  #open(node: HtmlNode): void {
    if (node.name === 'br') this.#run += this.#pre > 0 ? '\n' : ' '
    else if (node.name === 'td' || node.name === 'th') this.#run += ' '
    else if (node.name === 'pre') this.#pre += 1
    if (this.#nosnippet === null && attributeOf(node, 'data-nosnippet') !== undefined) {
      this.#nosnippet = node
    }
  }

  #isLeftOut(node: HtmlNode): boolean {
    if (isUnread(node) || isHidden(node) || isBoilerplate(node)) return true
    // What looks like a side part but holds half of the text is a wrapper with an unlucky name.
    return looksAside(node) && node.goodChars <= this.#root.goodChars / 2
  }

  #text(node: HtmlNode): void {
    const room = MAX_CHARS - this.#chars
    if (room <= 0 || node.start < 0) return
    const text = cut(node.text, room)
    if (text === ' ') {
      this.#run += ' '
      return
    }
    this.#facts.startChar ??= node.start
    if (this.#nosnippet !== null) this.#facts.nosnippetChars += text.length
    this.#chars += text.length
    this.#run += text
  }

  #count(node: HtmlNode): void {
    const facts = this.#facts
    switch (node.name) {
      case 'img':
        facts.images += 1
        if (attributeOf(node, 'alt') !== undefined) facts.imagesWithAlt += 1
        break
      case 'ul':
      case 'ol':
        facts.lists += 1
        break
      case 'li':
        if (node.parent?.name === 'ol') facts.orderedItems += 1
        break
      case 'table':
        facts.tables += 1
        break
      case 'pre':
        facts.codeBlocks += 1
        break
      case 'a':
        if (facts.anchors.length < MAX_ANCHORS) facts.anchors.push(node)
        break
    }
  }

  /** Ends a paragraph; in code, each of its lines is one. */
  #endLine(): void {
    if (this.#heading !== null) {
      this.#run += ' '
      return
    }
    const run = withoutHidden(this.#run)
    this.#run = ''
    if (run === '' || run === ' ') return
    const lines = this.#pre > 0 ? run.split(/\r\n|[\r\n\u2028\u2029]/) : [squash(run).trim()]
    for (const line of lines) {
      const plain = withoutControls(line).trimEnd()
      if (plain !== '') this.#lines.push(plain)
    }
  }

  #endHeading(node: HtmlNode): void {
    const heading = cleanLine(this.#run, MAX_HEADING).replace(PERMALINK, '')
    this.#run = ''
    this.#heading = null
    if (heading === '') return
    this.#endSection()
    this.#current = { heading, level: Number(node.name[1]), id: idOf(node) }
  }

  #endSection(): void {
    const text = this.#lines.join('\n')
    this.#lines = []
    if (text === '' && this.#current.heading === '') return
    if (this.#sections.length < MAX_SECTIONS) {
      this.#sections.push({ ...this.#current, text })
      return
    }
    // What comes after the last section that is kept still belongs to the page.
    const last = this.#sections.at(-1)
    if (last !== undefined) last.text += `\n${this.#current.heading}\n${text}`
  }
}

function withoutControls(line: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return line.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '').toWellFormed()
}

const MAX_ID = 200

/** The `id` of a heading, or of the anchor in it that some generators use instead. */
export function idOf(heading: HtmlNode): string | null {
  const own = attributeOf(heading, 'id')
  const inside = heading.children.find(({ name }) => name === 'a')
  const id = own ?? (inside && (attributeOf(inside, 'id') ?? attributeOf(inside, 'name')))
  if (id === undefined || id === '' || id.length > MAX_ID) return null
  return cleanLine(id, MAX_ID)
}
