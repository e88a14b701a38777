import type { PageType, TypeSource } from '../page/page-types.ts'
import { isErrorPage } from '../ai-score/soft-404.ts'
import type { Authorship } from './authorship.ts'
import type { PageElements } from './collect-elements.ts'
import { attributeOf, findIn, hasToken, nearestAround, type HtmlNode } from './html-node.ts'
import type { MetaValues } from './meta-values.ts'

/** The type that the markup of a page states, and the source that stated it. */
export interface StatedType {
  type: PageType
  source: TypeSource
}

interface ReadPage {
  found: PageElements
  meta: MetaValues
  /** Types of the structured data that is about this page and no other. */
  aboutTypes: readonly string[]
  published: Pick<Authorship, 'publishedAt' | 'publishedSource'>
  text: Parameters<typeof isErrorPage>[0]
}

/** Reads the facts that show the type of a page, without its address. */
export const readTypeFacts = (page: ReadPage) => ({
  statedType: readStatedType(page),
  isDated: isDatedPage(page),
})

/**
 * Page types with the schema.org types that state them; a page may state several, and narrower ones come before wider
 * ones.
 */
const SCHEMA_TYPES: readonly (readonly [PageType, RegExp])[] = [
  ['recipe', /^Recipe$/],
  ['listing', /^(?:CollectionPage|SearchResultsPage)$/],
  ['product', /^(?:Product|ProductGroup|IndividualProduct|ProductModel|Vehicle|Car)$/],
  ['howto', /^HowTo$/],
  ['docs', /^(?:TechArticle|APIReference)$/],
  ['event', /^(?:\w{0,40}Event|Festival|CourseInstance|Hackathon)$/],
  ['article', /^(?:\w{0,40}Article|BlogPosting|LiveBlogPosting|Report)$/],
  ['faq', /^QAPage$/],
  ['profile', /^ProfilePage$/],
]
const OG_TYPES: ReadonlyMap<string, PageType> = new Map([
  ['article', 'article'],
  ['product', 'product'],
  ['og:product', 'product'],
  ['product.item', 'product'],
  ['product.group', 'category'],
])

/**
 * Reads the type that a page states of itself: in structured data, microdata, Open Graph, microformats, or the mark of
 * a program for documentation. For an article, every source except structured data needs a day, since themes call every
 * page an article. Null where nothing is stated.
 */
function readStatedType(page: ReadPage): StatedType | null {
  const { found, meta, aboutTypes } = page
  if (isErrorPage(page.text)) return { type: 'other', source: 'dom' }
  const isFitting = (type: PageType): boolean => type !== 'article' || isDatedPage(page)
  const byData = SCHEMA_TYPES.find(([, pattern]) => aboutTypes.some((name) => pattern.test(name)))
  if (byData) return { type: byData[0], source: 'jsonld' }
  const byMicrodata = typeOfItems(found.items)
  if (byMicrodata && isFitting(byMicrodata)) return { type: byMicrodata, source: 'dom' }
  const byGraph = OG_TYPES.get((meta.named.get('og:type') ?? '').trim().toLowerCase())
  if (byGraph && isFitting(byGraph)) return { type: byGraph, source: 'og' }
  if (isDatedEntry(page)) return { type: 'article', source: 'dom' }
  const part = meta.named.get('docsearch:docusaurus_tag') ?? meta.named.get('docusaurus_tag')
  return part?.startsWith('docs-') === true ? { type: 'docs', source: 'dom' } : null
}

const MAX_ITEMS = 100

/**
 * Returns the page type of the microdata items that are not part of another one; undefined where several have one, as
 * in a list.
 */
function typeOfItems(items: readonly HtmlNode[]): PageType | undefined {
  const types = items.slice(0, MAX_ITEMS).flatMap((item) => {
    if (attributeOf(item, 'itemprop') !== undefined) return []
    const name = (attributeOf(item, 'itemtype') ?? '')
      .slice(0, 200)
      .replace(/^.*[/#]/, '')
      .trim()
    return SCHEMA_TYPES.find(([, pattern]) => pattern.test(name))?.[0] ?? []
  })
  return types.length === 1 ? types[0] : undefined
}

/**
 * True where the markup states the day on which the page was published. Structured data and meta values always count. A
 * `<time>` element counts only if the page has at most one outer article, because the days of several articles belong
 * to a list. A day that is only shown as text does not count.
 */
function isDatedPage({
  found: { articles },
  published: { publishedAt, publishedSource },
}: Pick<ReadPage, 'found' | 'published'>): boolean {
  if (publishedAt === null || publishedSource === 'shown') return false
  return publishedSource !== 'time' || articles.filter(isOuter).length < 2
}

const MAX_DEPTH = 30

const isOuter = (article: HtmlNode): boolean =>
  nearestAround(article, MAX_DEPTH, ({ name }) => name === 'article') === undefined

const MAX_NODES = 2_000

/** True for a page of one microformats entry with its day. */
function isDatedEntry({ found: { entries } }: ReadPage): boolean {
  const [entry] = entries
  if (entry === undefined || entries.length > 1) return false
  return findIn(entry, MAX_NODES, isDay) !== undefined
}

const isDay = (node: HtmlNode): boolean => hasToken(attributeOf(node, 'class'), 'dt-published')
