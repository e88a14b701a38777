/** The callbacks of `MarkupScanner`; all texts are raw, with entities not decoded. */
export interface MarkupHandler {
  /** Receives the text between `<` and `>`: `loc`, `/loc`, `link href="…"`, `link/`. */
  onTag: (tag: string) => void
  onText: (text: string) => void
  /** Receives the literal text of a CDATA section. */
  onCdata: (text: string) => void
}

/** The most characters of a tag; a longer one, which no sitemap has, is skipped. */
const MAX_TAG = 8_192

/** The construct that is being read, and the text that ends it. */
type Mode =
  'text' | 'tag' | 'long_tag' | 'comment' | 'cdata' | 'instruction' | 'declaration' | 'subset'

const ENDS: Readonly<Record<Exclude<Mode, 'text' | 'tag'>, string>> = {
  long_tag: '>',
  comment: '-->',
  cdata: ']]>',
  instruction: '?>',
  declaration: '>',
  subset: ']',
}

/** The constructs that begin with `<`; none may stand before a longer one with the same beginning. */
const OPENINGS: readonly (readonly [string, Mode])[] = [
  ['<!--', 'comment'],
  ['<![CDATA[', 'cdata'],
  ['<?', 'instruction'],
  ['<!', 'declaration'],
]
const LONGEST_OPENING = 9

/**
 * Splits XML into tags and texts as it arrives, in chunks of any size. Declarations are skipped with everything in
 * them, so no entity is ever defined. Buffers at most one tag; takes linear time.
 */
export class MarkupScanner {
  readonly #handler: MarkupHandler
  #mode: Mode = 'text'
  #rest = ''

  constructor(handler: MarkupHandler) {
    this.#handler = handler
  }

  push(chunk: string): void {
    const text = this.#rest + chunk
    let at = 0
    for (;;) {
      const next = this.#step(text, at)
      if (next === undefined) break
      at = next
    }
    this.#rest = this.#keep(text, at)
  }

  /** Reads from `at`; returns the offset behind what was read, or undefined when more text is needed. */
  #step(text: string, at: number): number | undefined {
    if (this.#mode === 'text') return this.#readText(text, at)
    if (this.#mode === 'tag') return this.#readTag(text, at)
    return this.#readUntilEnd(this.#mode, text, at)
  }

  #readText(text: string, at: number): number | undefined {
    const open = text.indexOf('<', at)
    if (open === -1) return undefined
    if (open > at) this.#handler.onText(text.slice(at, open))
    const next = text[open + 1]
    if (next !== undefined && next !== '!' && next !== '?') {
      // Most openings are tags, and the others take longer to tell apart.
      this.#mode = 'tag'
      return open + 1
    }
    const start = text.slice(open, open + LONGEST_OPENING)
    if (OPENINGS.some(([whole]) => whole !== start && whole.startsWith(start))) {
      return open > at ? open : undefined
    }
    const opening = OPENINGS.find(([whole]) => start.startsWith(whole))
    this.#mode = opening?.[1] ?? 'tag'
    return open + (opening?.[0].length ?? 1)
  }

  #readTag(text: string, at: number): number | undefined {
    const end = text.indexOf('>', at)
    if (end === -1 && text.length - at > MAX_TAG) {
      this.#mode = 'long_tag'
      return text.length
    }
    if (end === -1) return undefined
    if (end - at <= MAX_TAG) this.#handler.onTag(text.slice(at, end))
    this.#mode = 'text'
    return end + 1
  }

  #readUntilEnd(mode: keyof typeof ENDS, text: string, at: number): number | undefined {
    const mark = ENDS[mode]
    const end = text.indexOf(mark, at)
    if (mode === 'declaration') {
      // Searched in this declaration alone, or many declarations would each search the whole text.
      const subset = text.slice(at, end === -1 ? undefined : end).indexOf('[')
      if (subset !== -1) {
        this.#mode = 'subset'
        return at + subset + 1
      }
    }
    if (end === -1) return undefined
    if (mode === 'cdata' && end > at) this.#handler.onCdata(text.slice(at, end))
    this.#mode = mode === 'subset' ? 'declaration' : 'text'
    return end + mark.length
  }

  /**
   * Returns the text that must be kept for the next chunk. Inside skipped constructs that is only a possible beginning
   * of their end.
   */
  #keep(text: string, at: number): string {
    if (this.#mode === 'tag') return text.slice(at)
    if (this.#mode === 'text') return this.#keepText(text, at)
    const from = Math.max(at, text.length - (ENDS[this.#mode].length - 1))
    if (this.#mode === 'cdata' && from > at) this.#handler.onCdata(text.slice(at, from))
    return text.slice(from)
  }

  #keepText(text: string, at: number): string {
    const open = text.indexOf('<', at)
    if (open !== -1) return text.slice(open)
    if (at < text.length) this.#handler.onText(text.slice(at))
    return ''
  }
}
