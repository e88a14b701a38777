import { stripHiddenCharacters } from './hidden-text.ts'
import { attributeOf, isHeading, walk, type HtmlNode } from './html-node.ts'
import { cleanLine, truncate, collapseWhitespace } from './text.ts'
import { isHeadingAnchor, MAX_HEADING_LINKS, withoutSigns } from './heading-anchors.ts'
import type { OpenedPanels } from './opened-panels.ts'
import { isAppended, isBoilerplate, isForm, isHidden, isNonContent } from './visibility.ts'

/** The text under one heading: one line for each paragraph, list item, table row or line of code. */
export interface PageSection {
  /** The text of the heading; empty for the section before the first heading. */
  heading: string
  /** The level of the heading, 1 to 6; 0 for the section before the first heading. */
  level: number
  /** The `id` by which the heading can be linked, or null. */
  id: string | null
  text: string
}

export interface MainText {
  sections: PageSection[]
  /** Headings and texts of the sections, with an empty line between sections. */
  text: string
  /** Offset of the first words in the visible text of the body, in characters; null without main text. */
  startChar: number | null
  images: number
  imagesWithAlt: number
  lists: number
  tables: number
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
/** Elements that stand apart from their neighbours in a line. */
const PARTS_OF_LINE: ReadonlySet<string> = new Set(['td', 'th', 'time'])

/** The facts about the page around its main text. */
export interface PageContext {
  /** Hidden parts that readers open, whose text is content all the same. */
  panels: OpenedPanels
  /** The elements around the page's title, which are part of the text even if their labels say otherwise. */
  core: ReadonlySet<HtmlNode>
  /** The element with which another article begins, of which nothing is read. */
  end?: HtmlNode | undefined
}

/** Reads the text under an element, without navigation, banners and other boilerplate. */
export function readMainText(root: HtmlNode, context: PageContext): MainText {
  const reader = new MainTextReader(root, context)
  walk(root, { enter: (node) => reader.enter(node), leave: (node) => reader.leave(node) })
  return reader.result()
}

class MainTextReader {
  readonly #root: HtmlNode
  readonly #context: PageContext
  readonly #facts: Omit<MainText, 'sections' | 'text'> = {
    startChar: null,
    images: 0,
    imagesWithAlt: 0,
    lists: 0,
    tables: 0,
    anchors: [],
    nosnippetChars: 0,
  }
  readonly #sections: PageSection[] = []
  #current: Omit<PageSection, 'text'> = { heading: '', level: 0, id: null }
  #lines: string[] = []
  #run = ''
  #chars = 0
  #pre = 0
  #heading: HtmlNode | null = null
  #headingLinks = 0
  #nosnippet: HtmlNode | null = null
  #isOver = false

  constructor(root: HtmlNode, context: PageContext) {
    this.#root = root
    this.#context = context
  }

  enter(node: HtmlNode): boolean {
    this.#isOver ||= node === this.#context.end
    if (this.#isOver) return false
    if (node.name === '#text') {
      this.#text(node)
      return false
    }
    if (this.#chars >= MAX_CHARS || (node !== this.#root && this.#isLeftOut(node))) return false
    if (BLOCKS.has(node.name)) this.#endLine()
    if (isHeading(node)) this.#heading ??= node
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
    else if (PARTS_OF_LINE.has(node.name)) this.#run += ' '
    else if (node.name === 'pre') this.#pre += 1
    if (this.#nosnippet === null && attributeOf(node, 'data-nosnippet') !== undefined) {
      this.#nosnippet = node
    }
  }

  #isLeftOut(node: HtmlNode): boolean {
    const { panels, core } = this.#context
    if (isNonContent(node) || (isHidden(node) && !panels.has(node))) return true
    if (this.#pre > 0 || core.has(node)) return false
    if (isBoilerplate(node) || isAppended(node) || this.#isAnchor(node)) return true
    // A form that holds half of the text wraps the page, as some programs make it.
    return isForm(node) && node.proseChars <= this.#root.proseChars / 2
  }

  #isAnchor(node: HtmlNode): boolean {
    if (node.name !== 'a') return false
    if (this.#heading !== null) this.#headingLinks += 1
    return this.#headingLinks <= MAX_HEADING_LINKS && isHeadingAnchor(node)
  }

  #text(node: HtmlNode): void {
    const room = MAX_CHARS - this.#chars
    if (room <= 0 || node.start < 0) return
    const text = truncate(node.text, room)
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
      case 'table':
        facts.tables += 1
        break
      case 'a':
        if (facts.anchors.length < MAX_ANCHORS) facts.anchors.push(node)
        break
    }
  }

  /** Ends a paragraph; in code every line is its own paragraph. */
  #endLine(): void {
    if (this.#heading !== null) {
      this.#run += ' '
      return
    }
    const run = stripHiddenCharacters(this.#run)
    this.#run = ''
    if (run === '' || run === ' ') return
    const lines =
      this.#pre > 0 ? run.split(/\r\n|[\r\n\u2028\u2029]/) : [collapseWhitespace(run).trim()]
    for (const line of lines) {
      const plain = withoutControls(line).trimEnd()
      if (plain !== '') this.#lines.push(plain)
    }
  }

  #endHeading(node: HtmlNode): void {
    const line = cleanLine(this.#run, MAX_CHARS)
    const heading = withoutSigns(line)
    this.#heading = null
    this.#headingLinks = 0
    if (heading.length > MAX_HEADING) {
      // No heading is this long: the text is a paragraph, and none of it is cut.
      this.#endLine()
      return
    }
    this.#run = ''
    if (heading === '') return
    this.#endSection()
    this.#current = { heading, level: Number(node.name[1]), id: headingId(node) }
  }

  #endSection(): void {
    const text = this.#lines.join('\n')
    this.#lines = []
    if (text === '' && this.#current.heading === '') return
    if (this.#sections.length < MAX_SECTIONS) {
      this.#sections.push({ ...this.#current, text })
      return
    }
    // Sections past the limit are merged into the last one, so that no text is lost.
    const last = this.#sections.at(-1)
    if (last !== undefined) last.text += `\n${this.#current.heading}\n${text}`
  }
}

function withoutControls(line: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return line.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '').toWellFormed()
}

const MAX_ID = 200

/** Returns the `id` of a heading, or of the anchor inside it that some generators use instead; null without either. */
export function headingId(heading: HtmlNode): string | null {
  const own = attributeOf(heading, 'id')
  const inside = heading.children.find(({ name }) => name === 'a')
  const id = own ?? (inside && (attributeOf(inside, 'id') ?? attributeOf(inside, 'name')))
  if (id === undefined || id === '' || id.length > MAX_ID) return null
  return cleanLine(id, MAX_ID)
}
