import { isRecord } from '../../lib/json/is-record.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { splitKeywords } from './page-tags.ts'
import { parseWebDate } from './web-date.ts'
import { cleanLine, truncate, lineOrNull } from './text.ts'
import { titleText } from './title-text.ts'
import type { HtmlNode } from './html-node.ts'

/** The structured data of a page (schema.org as JSON-LD). */
export interface JsonLdFacts {
  /** Types of the things that the page is about, without `https://schema.org/`, each once. */
  types: string[]
  /** Types of the things that do not name another page as theirs, and of which the page has one. */
  aboutTypes: string[]
  /** Every block that parses, unchanged: as untrusted as the rest of the page. */
  blocks: unknown[]
  /** Parse errors of the other blocks. */
  errors: string[]
  /** The author of the thing that most likely stands for the page itself. */
  author: string | null
  publisher: string | null
  /** The name of the site. */
  siteName: string | null
  headline: string | null
  /** The day of publication in ISO 8601, UTC. */
  datePublished: string | null
  /**
   * True where the day of publication is that of a mere page, which programs also state of contact pages, and not that
   * of a written text.
   */
  isPageDate: boolean
  dateModified: string | null
  /** The keywords of the page, at most 50. */
  keywords: string[]
}

type Thing = Readonly<Record<string, unknown>>

const MAX_BLOCKS = 20
const MAX_BLOCK = 200_000
const MAX_THINGS = 500
const MAX_TYPES = 50
const MAX_NAME = 200

/** Matches types that stand for a page, best first; things of other types rank behind them. */
const PAGE_TYPES = [
  /(?:Article|BlogPosting|NewsArticle|Report|Review)$/,
  /^(?:HowTo|Recipe|Product|Event|FAQPage|Course|VideoObject|SoftwareApplication|Book|JobPosting)$/,
  /Page$/,
]

/** Reads the JSON-LD of a page. Never throws: a block that does not parse becomes an entry of `errors`. */
export function readJsonLd(scripts: readonly HtmlNode[], pageUrl: string): JsonLdFacts {
  const blocks: unknown[] = []
  const errors: string[] = []
  for (const script of scripts.slice(0, MAX_BLOCKS)) readBlock(script, blocks, errors)
  const things = blocks.flatMap((block) => thingsIn(block)).slice(0, MAX_THINGS)
  const ranked = things.toSorted((a, b) => rank(a) - rank(b))
  const first = <T>(read: (thing: Thing) => T | null): T | null => {
    for (const thing of ranked) {
      const value = read(thing)
      if (value !== null) return value
    }
    return null
  }
  return {
    types: [...new Set(things.flatMap(typesOf))].slice(0, MAX_TYPES),
    aboutTypes: aboutTypesOf(things, pageUrl),
    blocks,
    errors,
    author: first((thing) => nameOf(thing['author'] ?? thing['creator'])),
    publisher: first((thing) => nameOf(thing['publisher'])),
    siteName: titleText(nameOfType(things, /^WebSite$/) ?? undefined, MAX_NAME),
    headline: first((thing) => textOrNull(thing['headline'])),
    datePublished: first((thing) => dateOf(thing['datePublished'])),
    isPageDate: first(isMerePage) ?? false,
    dateModified: first((thing) => dateOf(thing['dateModified'])),
    keywords: first((thing) => keywordsOf(thing['keywords'])) ?? [],
  }
}

function readBlock(script: HtmlNode, blocks: unknown[], errors: string[]): void {
  const text = script.children.map((child) => child.text).join('')
  const json = withoutWrapper(text)
  if (json.length > MAX_BLOCK) errors.push(`longer than ${MAX_BLOCK} characters`)
  else if (json === '') errors.push('empty')
  else {
    try {
      blocks.push(JSON.parse(json))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      errors.push(cleanLine(error.message, 120))
    }
  }
}

/** Strips comments or CDATA around a script, which old templates added for browsers that no longer exist. */
function withoutWrapper(text: string): string {
  return text
    .trim()
    .replace(/^(?:<!--|\/\*\s?<!\[CDATA\[\s?\*\/|\/\/\s?<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s?\]\]>\s?\*\/|\/\/\s?\]\]>|\]\]>)$/, '')
    .trim()
}

/**
 * Lists the top-level things of a block: the block itself, the items of a list, those of `@graph`, and the main entity
 * of the page.
 */
function thingsIn(block: unknown, depth = 0): Thing[] {
  if (depth > 4) return []
  if (Array.isArray(block)) {
    return block.slice(0, MAX_THINGS).flatMap((item) => thingsIn(item, depth + 1))
  }
  if (!isRecord(block)) return []
  const inside = [block['@graph'], block['mainEntity']].flatMap((item) => thingsIn(item, depth + 1))
  return block['@type'] === undefined ? inside : [block, ...inside]
}

/**
 * True for a dated thing without an author that is only a page by its type, such as a contact page; null for one
 * without a day of publication.
 */
const isMerePage = (thing: Thing): boolean | null =>
  dateOf(thing['datePublished']) === null
    ? null
    : thing['author'] === undefined && typesOf(thing).every((type) => MERE_PAGE.test(type))

const MERE_PAGE = /^(?:Web|About|Contact|Collection|FAQ|ItemList)Page$/

function typesOf(thing: Thing): string[] {
  return listOf(thing['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => cleanLine(type, 100).replace(/^.*[/#:]/, ''))
    .filter((type) => type !== '')
}

/**
 * Lists the types of which the page's own things have a single name: a list states several things of a type, while two
 * programs that state the same thing give it one name.
 */
function aboutTypesOf(things: readonly Thing[], pageUrl: string): string[] {
  const names = new Map<string, Set<string>>()
  for (const thing of things) {
    if (!isAbout(thing, pageUrl)) continue
    const name = textOrNull(thing['headline']) ?? textOrNull(thing['name']) ?? ''
    for (const type of typesOf(thing)) names.set(type, (names.get(type) ?? new Set()).add(name))
  }
  return [...names].filter(([, own]) => own.size === 1).map(([type]) => type)
}

/**
 * True unless a thing states the address of another page. Hosts are not compared, since a copy of a site has another
 * one.
 */
function isAbout(thing: Thing, pageUrl: string): boolean {
  const entity = thing['mainEntityOfPage']
  const stated = thing['url'] ?? (isRecord(entity) ? entity['@id'] : entity)
  if (typeof stated !== 'string' || stated.length > MAX_URL) return true
  const url = parseUrl(stated, pageUrl)
  return url === undefined || pathOf(url) === pathOf(new URL(pageUrl))
}

const MAX_URL = 2_048

const pathOf = ({ pathname }: URL): string => pathname.replace(/\/(?:index\.html?)?$/, '')

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.slice(0, MAX_TYPES) : [value]

function rank(thing: Thing): number {
  const types = typesOf(thing)
  const at = PAGE_TYPES.findIndex((pattern) => types.some((type) => pattern.test(type)))
  return at === -1 ? PAGE_TYPES.length : at
}

/** Returns the texts in a value, and the names of the things in it. */
const namesIn = (value: unknown): string[] =>
  listOf(value)
    .map((one) => (isRecord(one) ? one['name'] : one))
    .filter((name) => typeof name === 'string')

/** Returns the joined names of one or several people or organizations; null without any. */
function nameOf(value: unknown): string | null {
  const names = namesIn(listOf(value).slice(0, 5))
    .map((name) => cleanLine(name, MAX_NAME))
    .filter((name) => name !== '' && !/^https?:/i.test(name))
  return names.length === 0 ? null : truncate(names.join(', '), MAX_NAME)
}

const nameOfType = (things: readonly Thing[], type: RegExp): string | null =>
  nameOf(things.find((thing) => typesOf(thing).some((one) => type.test(one))))

/** Reads the keywords of a comma-separated text or of a list of words or terms; null without any. */
function keywordsOf(value: unknown): string[] | null {
  const words = namesIn(value).flatMap(splitKeywords)
  return words.length === 0 ? null : words.slice(0, MAX_TYPES)
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? lineOrNull(value, 500) : null

const dateOf = (value: unknown): string | null =>
  typeof value === 'string' ? parseWebDate(value) : null
