import { titleDay } from './byline-day.ts'
import { readChangeDate } from './change-dates.ts'
import { attributeOf, hasToken, type HtmlNode } from './html-node.ts'
import type { JsonLdFacts } from './json-ld.ts'
import type { MetaValues } from './meta-values.ts'
import type { PageElements } from './collect-elements.ts'
import { lineOrNull, textOf } from './text.ts'
import { parseWebDate } from './web-date.ts'

/** The author and the dates of a page, each with its source. Dates are ISO 8601 in UTC. */
export interface Authorship {
  author: string | null
  authorSource: 'jsonld' | 'meta' | 'link' | 'byline' | null
  publishedAt: string | null
  /** The source of the day of publication; `shown` is a date for readers, near the title. */
  publishedSource: 'jsonld' | 'meta' | 'time' | 'shown' | null
  modifiedAt: string | null
  modifiedSource: 'jsonld' | 'meta' | 'http' | null
}

/** The parts of a page that readers see. */
interface ShownText {
  mainText: string
  h1: string | null
}

const MAX_AUTHOR = 200
/** The most characters of a line that names an author; a longer one under a class `author` is a biography. */
const MAX_BYLINE = 80

const PUBLISHED = [
  'article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'pubdate',
]
const MODIFIED = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'dcterms.modified',
  'dc.date.modified',
]

export function readAuthorship(
  found: PageElements,
  meta: MetaValues,
  jsonLd: JsonLdFacts,
  { lastModified, ...shown }: { lastModified: string | undefined } & ShownText,
): Authorship {
  return {
    ...readAuthor(found, meta, jsonLd),
    ...readPublished(found, meta, jsonLd, shown),
    ...readModified(found, meta, jsonLd, lastModified),
  }
}

function readAuthor(
  { anchors, bylines, properties }: PageElements,
  { named }: MetaValues,
  jsonLd: JsonLdFacts,
): Pick<Authorship, 'author' | 'authorSource'> {
  if (jsonLd.author !== null) return { author: jsonLd.author, authorSource: 'jsonld' }
  const fromMeta = ['author', 'article:author', 'dc.creator', 'parsely-author']
    .map((name) => lineOrNull(named.get(name), MAX_AUTHOR))
    .find((value) => value !== null && !/^https?:/i.test(value))
  if (fromMeta) return { author: fromMeta, authorSource: 'meta' }
  const link = anchors.find((anchor) => hasToken(attributeOf(anchor, 'rel'), 'author'))
  const fromLink = link === undefined ? null : bylineOf(link)
  if (fromLink !== null) return { author: fromLink, authorSource: 'link' }
  const marked = properties.filter((node) => attributeOf(node, 'itemprop') === 'author')
  for (const node of [...marked, ...bylines]) {
    const author = bylineOf(node)
    if (author !== null) return { author, authorSource: 'byline' }
  }
  return { author: null, authorSource: null }
}

/**
 * Reads the author from a byline without its leading "By": `By Jane Doe` gives `Jane Doe`. Null for a text that is
 * empty, or too long to be a name.
 */
function bylineOf(node: HtmlNode): string | null {
  const text = textOf(node, MAX_BYLINE + 1).replace(/^(?:written by|by|von|par|por|di)[ :]+/i, '')
  return text === '' || text.length > MAX_BYLINE ? null : text
}

function readPublished(
  found: PageElements,
  meta: MetaValues,
  jsonLd: JsonLdFacts,
  { mainText, h1 }: ShownText,
): Pick<Authorship, 'publishedAt' | 'publishedSource'> {
  const isArticle = meta.named.get('og:type')?.trim().toLowerCase() === 'article'
  if (jsonLd.datePublished !== null && !(jsonLd.isPageDate && isArticle)) {
    return { publishedAt: jsonLd.datePublished, publishedSource: 'jsonld' }
  }
  const fromMeta = firstDate(meta, PUBLISHED)
  if (fromMeta !== null) return { publishedAt: fromMeta, publishedSource: 'meta' }
  // Other times on a page are those of comments, events and other articles.
  const time =
    found.times.find(
      (node) => attributeOf(node, 'pubdate') !== undefined || isInArticleHead(node),
    ) ?? publishedNearTitle(found)
  const fromTime = parseWebDate((time && attributeOf(time, 'datetime')) ?? '')
  if (fromTime !== null) return { publishedAt: fromTime, publishedSource: 'time' }
  const shown = parseWebDate(titleDay(mainText, h1) ?? '')
  return { publishedAt: shown, publishedSource: shown === null ? null : 'shown' }
}

/** True for an element inside a header of an `article` or `main` element, at most eight levels below the latter. */
function isInArticleHead(node: HtmlNode): boolean {
  let isInHeader = false
  for (let up = node.parent, steps = 0; up !== null && steps < 8; up = up.parent, steps += 1) {
    if (up.name === 'header') isInHeader = true
    if (up.name === 'article' || up.name === 'main') return isInHeader
  }
  return false
}

function readModified(
  { changeDates }: PageElements,
  meta: MetaValues,
  { dateModified }: JsonLdFacts,
  lastModified: string | undefined,
): Pick<Authorship, 'modifiedAt' | 'modifiedSource'> {
  if (dateModified !== null) return { modifiedAt: dateModified, modifiedSource: 'jsonld' }
  const fromMeta = firstDate(meta, MODIFIED)
  // The date that the markup states for the page itself, in its head or where its text shows the date.
  const fromMarkup = fromMeta ?? readChangeDate(changeDates)
  if (fromMarkup !== null) return { modifiedAt: fromMarkup, modifiedSource: 'meta' }
  const fromHttp = parseWebDate(lastModified ?? '')
  return { modifiedAt: fromHttp, modifiedSource: fromHttp === null ? null : 'http' }
}

function firstDate({ named, itemprop }: MetaValues, names: readonly string[]): string | null {
  for (const name of names) {
    const date = parseWebDate(named.get(name) ?? itemprop.get(name) ?? '')
    if (date !== null) return date
  }
  return null
}

const MAX_TIMES = 20
const MAX_HEADINGS = 100
/** The most characters of visible text between a title and its day: tags and an author may stand there, but no text. */
const MAX_BETWEEN = 200
/**
 * The least characters between a day of publication and the next heading; a day that is nearer belongs to that heading,
 * as an entry of a list.
 */
const MIN_BEHIND = 100
const MAX_DOWN = 5

/**
 * Finds the `time` element that its class marks as the day of publication, close behind the title of the page and not
 * next to another heading. Further down the same mark belongs to other pages.
 */
function publishedNearTitle({ times, headings }: PageElements): HtmlNode | undefined {
  const shown = headings.slice(0, MAX_HEADINGS).filter(({ chars }) => chars > 0)
  const title = shown.find(({ name }) => name === 'h1')
  const from = title === undefined ? -1 : startOf(title)
  if (title === undefined || from < 0) return undefined
  const others = shown.filter((heading) => heading !== title).map(startOf)
  return times
    .slice(0, MAX_TIMES)
    .filter((time) => hasToken(attributeOf(time, 'class'), 'published'))
    .find((time) => {
      const at = startOf(time)
      const isNear = at > from && at - from - title.chars <= MAX_BETWEEN
      return isNear && !others.some((start) => start > from && start < at + MIN_BEHIND)
    })
}

/** Returns the offset of the first visible text in an element, as `HtmlNode.start` has it; -1 for one without. */
function startOf(node: HtmlNode, down = MAX_DOWN): number {
  if (node.name === '#text') return node.start
  if (down === 0) return -1
  for (const child of node.children) {
    const start = startOf(child, down - 1)
    if (start >= 0) return start
  }
  return -1
}
