import { compileHead, compilePath, hasWildcard, type PathPattern } from './path-pattern.ts'

/** One `Allow` or `Disallow` line. */
export interface RobotsRule extends PathPattern {
  kind: 'allow' | 'disallow'
  /** As the file writes it, for people: `Disallow: /private/`. */
  line: string
}

/** A group of RFC 9309: the rules that one or more bots share. */
export interface RobotsGroup {
  /** Product tokens in lower case, `*` among them. */
  tokens: string[]
  rules: RobotsRule[]
  crawlDelaySeconds: number | null
}

/** A line that says something about use rather than access; `tokens` are the bots it stands under, `*` at the top. */
export interface RobotsNote {
  name: 'content-signal' | 'content-usage' | 'license'
  value: string
  tokens: readonly string[]
}

/** A robots.txt, read. */
export interface Robots {
  groups: readonly RobotsGroup[]
  /** Every group that names a token; RFC 9309 2.2.1 merges them. */
  groupsByToken: ReadonlyMap<string, readonly RobotsGroup[]>
  /** Values of `Sitemap:` lines as written, in order, at most 1,000. */
  sitemaps: readonly string[]
  notes: readonly RobotsNote[]
  /** Lines that are neither empty, comments nor known fields: an HTML page has many. */
  unknownLines: number
  /** Whether the text went on after the part that is read. */
  isTruncated: boolean
}

/** RFC 9309 2.5 asks for at least 500 KiB; what comes after is not read. */
export const MAX_ROBOTS_BYTES = 500 * 1024

/** A longer line is cut. Google's parser cuts at about the same place. */
const MAX_LINE = 16_384
/**
 * Rules with a wildcard that are compared whole, since each is held against every address of a scan. Of those that come
 * later only the beginning forbids, and none allows: nothing is fetched that the file forbids.
 */
const MAX_WILDCARD_RULES = 2_000
const MAX_SITEMAPS = 1_000
const MAX_NOTES = 100
const EVERY_BOT: readonly string[] = ['*']

/** Ways of writing the fields that Google's parser reads as well, since sites have them. */
const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'user-agent': 'user-agent',
    useragent: 'user-agent',
    'user agent': 'user-agent',
    allow: 'allow',
    disallow: 'disallow',
    dissallow: 'disallow',
    dissalow: 'disallow',
    disalow: 'disallow',
    diasllow: 'disallow',
    disallaw: 'disallow',
    sitemap: 'sitemap',
    'site-map': 'sitemap',
    'crawl-delay': 'crawl-delay',
    'content-signal': 'content-signal',
    'content-usage': 'content-usage',
    license: 'license',
  }),
)

/**
 * Reads the text of a robots.txt after RFC 9309; `isCut` says that there was more than the text. Never throws: what is not
 * understood is counted and passed over.
 */
export function parseRobots(text: string, isCut = false): Robots {
  const reader = new RobotsReader()
  const isTruncated = isCut || text.length > MAX_ROBOTS_BYTES
  const lines = text
    .slice(0, MAX_ROBOTS_BYTES)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
  // A rule that was cut in the middle would forbid more than the site wrote.
  if (isTruncated) lines.pop()
  for (const line of lines) reader.readLine(line)
  return { ...reader.result(), isTruncated }
}

class RobotsReader {
  readonly #groups: RobotsGroup[] = []
  readonly #groupsByToken = new Map<string, RobotsGroup[]>()
  readonly #sitemaps: string[] = []
  readonly #notes: RobotsNote[] = []
  #unknownLines = 0
  #wildcards = 0
  #group: RobotsGroup | null = null
  /** Whether the next `User-agent` line joins the group or begins another. */
  #isOpen = false

  readLine(line: string): void {
    const hash = line.indexOf('#')
    const text = (hash === -1 ? line : line.slice(0, hash)).slice(0, MAX_LINE).trim()
    if (text === '') return
    const colon = text.indexOf(':')
    const field = FIELDS.get(text.slice(0, Math.max(colon, 0)).trim().toLowerCase())
    if (field === undefined) this.#unknownLines += 1
    else this.#readField(field, text.slice(colon + 1).trim())
  }

  result(): Omit<Robots, 'isTruncated'> {
    return {
      groups: this.#groups,
      groupsByToken: this.#groupsByToken,
      sitemaps: this.#sitemaps,
      notes: this.#notes,
      unknownLines: this.#unknownLines,
    }
  }

  #readField(field: string, value: string): void {
    switch (field) {
      case 'user-agent':
        this.#addAgent(value)
        break
      case 'allow':
      case 'disallow':
        this.#addRule(field, value)
        break
      case 'crawl-delay':
        this.#setDelay(value)
        break
      case 'sitemap':
        this.#addSitemap(value)
        break
      case 'content-signal':
      case 'content-usage':
      case 'license':
        this.#addNote(field, value)
        break
    }
  }

  #addSitemap(value: string): void {
    if (value !== '' && this.#sitemaps.length < MAX_SITEMAPS) this.#sitemaps.push(value)
  }

  #addNote(name: RobotsNote['name'], value: string): void {
    if (this.#notes.length >= MAX_NOTES) return
    this.#notes.push({ name, value, tokens: this.#group?.tokens ?? EVERY_BOT })
  }

  #addAgent(value: string): void {
    if (this.#group === null || !this.#isOpen) {
      this.#group = { tokens: [], rules: [], crawlDelaySeconds: null }
      this.#groups.push(this.#group)
      this.#isOpen = true
    }
    const token = productToken(value)
    if (token === '') return
    const groups = this.#groupsByToken.get(token)
    if (groups?.at(-1) === this.#group) return
    this.#group.tokens.push(token)
    if (groups === undefined) this.#groupsByToken.set(token, [this.#group])
    else groups.push(this.#group)
  }

  #addRule(kind: 'allow' | 'disallow', value: string): void {
    // RFC 9309 2.2: rules before the first group belong to nobody.
    if (this.#group === null) return
    this.#isOpen = false
    if (value === '') return
    if (hasWildcard(value)) this.#wildcards++
    const isTooMany = hasWildcard(value) && this.#wildcards > MAX_WILDCARD_RULES
    const pattern = isTooMany ? compileHead(value, kind) : compilePath(value)
    const label = kind === 'allow' ? 'Allow' : 'Disallow'
    if (pattern) this.#group.rules.push({ kind, line: `${label}: ${value}`, ...pattern })
  }

  /** Only rules end the list of agents, so a delay between two agents is taken to be for both. */
  #setDelay(value: string): void {
    const seconds = value === '' ? Number.NaN : Number(value)
    if (this.#group === null || !Number.isFinite(seconds) || seconds < 0) return
    this.#group.crawlDelaySeconds = Math.max(this.#group.crawlDelaySeconds ?? 0, seconds)
  }
}

/** The name by which a bot is found: `Googlebot/2.1 (+…)` is `googlebot`, `* # all` is `*`. */
export function productToken(userAgent: string): string {
  const text = userAgent.trim()
  if (/^\*(?:\s|$)/.test(text)) return '*'
  return /^[\w.-]*/.exec(text)?.[0].toLowerCase() ?? ''
}
