import { parseWebDate } from '../html/web-date.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { MarkupScanner } from './markup-scanner.ts'
import { TextLines } from './text-lines.ts'

/** A page that a sitemap lists, or a sitemap that an index lists. */
export type SitemapEntry =
  /** A page; `lastmod` is ISO 8601 in UTC with milliseconds. */
  | { kind: 'page'; loc: string; lastmod?: string }
  | { kind: 'sitemap'; loc: string; lastmod?: string }

export type SitemapFormat = 'urlset' | 'sitemapindex' | 'rss' | 'atom' | 'text' | 'unknown'

export interface SitemapLimits {
  /** Maximum number of entries; the protocol allows 50,000. */
  maxEntries: number
  /** Maximum characters of decompressed text; the protocol allows 50 MB. */
  maxChars: number
}

const PROTOCOL_LIMITS: SitemapLimits = { maxEntries: 50_000, maxChars: 50 * 1024 * 1024 }

/** The most characters of a URL; the protocol asks for less than 2,048. */
const MAX_URL = 2_048
const MAX_VALUE = 4_096
const MAX_DEPTH = 32

const FORMATS: ReadonlyMap<string, SitemapFormat> = new Map([
  ['urlset', 'urlset'],
  ['sitemapindex', 'sitemapindex'],
  ['rss', 'rss'],
  ['rdf', 'rss'],
  ['feed', 'atom'],
])

const CONTAINERS: ReadonlySet<string> = new Set(['url', 'sitemap', 'item', 'entry'])

/** The names of an entry's children that hold its address and its date, with the field of each. */
const FIELDS: ReadonlyMap<string, 'loc' | 'lastmod'> = new Map([
  ['loc', 'loc'],
  ['link', 'loc'],
  ['lastmod', 'lastmod'],
  ['updated', 'lastmod'],
  ['pubdate', 'lastmod'],
  ['date', 'lastmod'],
])

/**
 * Reads a sitemap as it arrives: XML, an index of sitemaps, RSS, Atom, or text with one URL a line. Holds no more
 * than one entry, so memory stays constant; never throws, and skips what it does not know.
 */
export class SitemapReader {
  /** Number of entries without an absolute http or https URL, or with a URL that is too long. */
  invalid = 0
  /** True when the sitemap is longer than the limits. */
  isTruncated = false
  format: SitemapFormat = 'unknown'

  readonly #limits: SitemapLimits
  readonly #scanner: MarkupScanner
  readonly #lines: TextLines
  #hasMarkup = false
  #chars = 0
  #entries = 0
  #found: SitemapEntry[] = []
  #path: string[] = []
  #field: 'loc' | 'lastmod' | null = null
  #run = ''
  #value = ''
  #loc: string | null = null
  #lastmod: string | null = null

  constructor(limits: Partial<SitemapLimits> = {}) {
    this.#limits = { ...PROTOCOL_LIMITS, ...limits }
    this.#lines = new TextLines(MAX_URL, (line) => this.#add('page', line, null))
    this.#scanner = new MarkupScanner({
      onTag: (tag) => this.#onTag(tag),
      onText: (text) => this.#onText(text),
      onCdata: (text) => this.#onCdata(text),
    })
  }

  /** Takes the next chunk of the text, of any size, and returns the entries that it completes. */
  push(chunk: string): SitemapEntry[] {
    if (this.isTruncated) return []
    const text = chunk.slice(0, this.#limits.maxChars - this.#chars)
    this.#chars += text.length
    if (this.format === 'unknown') this.#recognise(text)
    if (this.format === 'text') this.#lines.push(text)
    else this.#scanner.push(text)
    if (text.length < chunk.length) this.isTruncated = true
    return this.#take()
  }

  /** Returns the entry that was open when the text ended, unless its address was cut. */
  end(): SitemapEntry[] {
    this.#field = null
    this.#run = ''
    if (this.format === 'text' && !this.isTruncated) this.#lines.end()
    else this.#finishEntry()
    return this.#take()
  }

  #take(): SitemapEntry[] {
    const found = this.#found
    this.#found = []
    return found
  }

  /** Recognises the form by the beginning of the text: one that begins with anything but `<` is a list of lines. */
  #recognise(text: string): void {
    if (this.#hasMarkup) return
    const start = /[^\s\uFEFF]/.exec(text)?.[0]
    this.#hasMarkup = start === '<'
    if (start !== undefined && !this.#hasMarkup) this.format = 'text'
  }

  #onTag(tag: string): void {
    this.#endRun()
    const name = localName(tag)
    if (tag.startsWith('/')) {
      this.#onClose(name)
      return
    }
    if (this.format === 'unknown') this.format = FORMATS.get(name) ?? 'unknown'
    if (CONTAINERS.has(name)) this.#openContainer(name)
    else if (name === 'link' && /\shref\s*=/i.test(tag)) this.#readAtomLink(tag)
    else this.#openField(name)
    if (!tag.endsWith('/') && this.#path.length < MAX_DEPTH) this.#path.push(name)
    else this.#field = null
  }

  /** Begins an entry, which ends an earlier one that was never closed. */
  #openContainer(name: string): void {
    this.#finishEntry()
    const at = this.#path.findLastIndex((open) => CONTAINERS.has(open))
    if (at !== -1 && name !== 'item') this.#path.length = at
  }

  /** Begins a field of an entry. Only a direct child counts: `image:loc` stands inside an `image:image`. */
  #openField(name: string): void {
    const field = FIELDS.get(name)
    if (field === undefined || !CONTAINERS.has(this.#path.at(-1) ?? '')) return
    if (field === 'loc' && this.#loc !== null) this.#finishEntry()
    this.#field = field
    this.#value = ''
  }

  #onClose(name: string): void {
    if (this.#field !== null && FIELDS.get(name) === this.#field) this.#endField()
    const at = this.#path.lastIndexOf(name)
    if (at === -1) return
    if (CONTAINERS.has(name)) this.#finishEntry()
    this.#path.length = at
  }

  #endField(): void {
    const value = this.#value.trim()
    if (this.#field === 'loc') this.#loc = value
    else this.#lastmod = value
    this.#field = null
  }

  #readAtomLink(tag: string): void {
    const rel = attribute(tag, 'rel') ?? 'alternate'
    const isOfEntry = this.#path.at(-1) === 'entry'
    if (isOfEntry && rel === 'alternate' && this.#loc === null) {
      this.#loc = decodeEntities(attribute(tag, 'href') ?? '').trim()
    }
  }

  #onText(text: string): void {
    if (this.#field !== null && this.#run.length <= MAX_VALUE) {
      this.#run += text.slice(0, MAX_VALUE + 1)
    }
  }

  #onCdata(text: string): void {
    this.#endRun()
    if (this.#field !== null && this.#value.length <= MAX_VALUE) {
      this.#value += text.slice(0, MAX_VALUE + 1)
    }
  }

  /** Ends a run of text and decodes its entities, only now that it is complete, since a chunk may end inside one. */
  #endRun(): void {
    if (this.#run !== '') this.#value += decodeEntities(this.#run)
    this.#run = ''
  }

  #finishEntry(): void {
    this.#endRun()
    if (this.#field !== null) this.#endField()
    if (this.#loc !== null) {
      this.#add(this.#path.includes('sitemap') ? 'sitemap' : 'page', this.#loc, this.#lastmod)
    }
    this.#loc = null
    this.#lastmod = null
  }

  #add(kind: 'page' | 'sitemap', loc: string, lastmod: string | null): void {
    if (loc.length > MAX_URL || parseWebUrl(loc) === undefined) {
      this.invalid += 1
      return
    }
    if (this.#entries >= this.#limits.maxEntries) {
      this.isTruncated = true
      return
    }
    this.#entries += 1
    const changed = lastmod === null ? null : parseWebDate(lastmod)
    this.#found.push(changed === null ? { kind, loc } : { kind, loc, lastmod: changed })
  }
}

/** Matches most tags: a name without attributes. */
const BARE = /^\/?[a-z]+$/

/** Returns the local name of a tag: `loc` for `sm:loc attribute="…"`. */
function localName(tag: string): string {
  if (BARE.test(tag)) return tag.startsWith('/') ? tag.slice(1) : tag
  const [name = ''] = /^\/?[^\s/>]*/.exec(tag) ?? []
  return name
    .slice(name.startsWith('/') ? 1 : 0)
    .replace(/^.*:/, '')
    .toLowerCase()
}

function attribute(tag: string, name: string): string | undefined {
  const [, , value] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 'is').exec(tag) ?? []
  return value
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Matches the references that XML knows without declarations: `&amp;`, `&#38;`, `&#x26;`. */
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi

/**
 * Decodes the five named entities of XML and numeric references, once. Any other name stays as it is, so a document
 * cannot make one entity stand for many.
 */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}
