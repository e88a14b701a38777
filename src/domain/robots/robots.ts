import { compilePath, type PathPattern } from '../../protocol/policy/path.ts'

/** One `Allow` or `Disallow` line. */
export interface RobotsRule extends PathPattern {
  kind: 'allow' | 'disallow'
  /** The line of the file, for people: `Disallow: /private/`. */
  line: string
}

/** A group as RFC 9309 defines it: rules that one or more bots share. */
export interface RobotsGroup {
  /** The product tokens of the group's bots in lower case; `*` stands for all bots. */
  tokens: string[]
  rules: RobotsRule[]
  crawlDelaySeconds: number | null
}

/** A line about use rather than access; `tokens` are the bots of its group, `*` at the top of the file. */
export interface RobotsNote {
  name: 'content-signal' | 'content-usage' | 'license'
  value: string
  tokens: readonly string[]
}

/** A parsed robots.txt. */
export interface Robots {
  groups: readonly RobotsGroup[]
  /** All groups by token; where a token has several, they count as one (RFC 9309 2.2.1). */
  groupsByToken: ReadonlyMap<string, readonly RobotsGroup[]>
  /** Values of `Sitemap:` lines, unchanged and in order, at most 1,000. */
  sitemaps: readonly string[]
  notes: readonly RobotsNote[]
  /** The number of lines that are neither empty, comments nor known fields; an HTML page has many. */
  unknownLines: number
  /** The number of rules with a wildcard that are left out, since the file has too many. */
  cutRules: number
  /** True when the file is longer than the part that was read. */
  isTruncated: boolean
}

/** The bytes of a robots.txt that are read, at least 500 KiB by RFC 9309 2.5; the rest is ignored. */
export const MAX_ROBOTS_BYTES = 500 * 1024

/** The characters after which a line is cut; Google's parser cuts at about the same length. */
const MAX_LINE = 16_384
/**
 * The most rules with a wildcard that are read, since each is tested against every address of a scan. Later ones are
 * left out whole: cut at its wildcard, `/*?sort=` would close the whole site.
 */
export const MAX_WILDCARD_RULES = 2_000
const MAX_SITEMAPS = 1_000
const MAX_NOTES = 100
const EVERY_BOT: readonly string[] = ['*']

/** Misspelled fields that Google's parser accepts, since sites have them. */
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
 * Parses a robots.txt by RFC 9309; `isCut` says that the file is longer than the text. Never throws: unknown lines
 * are counted and skipped.
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
  /** True while the next `User-agent` line joins the group rather than beginning another. */
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
      cutRules: Math.max(0, this.#wildcards - MAX_WILDCARD_RULES),
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
    // RFC 9309 2.2: rules before the first group belong to no bot.
    if (this.#group === null) return
    this.#isOpen = false
    if (value === '') return
    if (hasWildcard(value)) {
      this.#wildcards++
      if (this.#wildcards > MAX_WILDCARD_RULES) return
    }
    const label = kind === 'allow' ? 'Allow' : 'Disallow'
    this.#group.rules.push({ kind, line: `${label}: ${value}`, ...compilePath(value) })
  }

  /**
   * Sets the crawl delay of the group. Only rules end the list of agents, so a delay between two agents applies to
   * both.
   */
  #setDelay(value: string): void {
    const seconds = value === '' ? Number.NaN : Number(value)
    if (this.#group === null || !Number.isFinite(seconds) || seconds < 0) return
    this.#group.crawlDelaySeconds = Math.max(this.#group.crawlDelaySeconds ?? 0, seconds)
  }
}

const hasWildcard = (rule: string): boolean => /[*]|\$$/.test(rule)

/** Returns the product token of a user agent: `googlebot` for `Googlebot/2.1 (+…)`, `*` for `* # all`. */
export function productToken(userAgent: string): string {
  const text = userAgent.trim()
  if (/^\*(?:\s|$)/.test(text)) return '*'
  return /^[\w.-]*/.exec(text)?.[0].toLowerCase() ?? ''
}
