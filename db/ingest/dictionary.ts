import { pathWords, siteToken } from '../search/full-text.ts'
import { toIndex } from '../search/unspaced.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import type { Facet } from './new-event.ts'

const MAX_CACHED = 100_000
const TOUCH_GRANULARITY_MS = 60_000
/** Facets of a site; past it a new one is kept without its prompt and rule, which a visitor can make up. */
const MAX_FACETS_PER_SITE = 20_000

/** In the order of the columns that `insertFacet` names. */
const FACET_FIELDS = [
  'method',
  'promptKind',
  'promptId',
  'ruleId',
  'rating',
  'evidence',
  'paid',
  'channel',
  'language',
] as const satisfies readonly (keyof Facet)[]

/** Numbers of terms and pages, found in memory mostly. Used only inside the writer's transaction. */
export class Dictionary {
  readonly #terms = new Map<string, number>()
  readonly #pages = new Map<string, number>()
  readonly #facets = new Map<string, number>()
  readonly #facetCounts = new Map<number, number>()
  readonly #touched = new Map<number, number>()
  readonly #pageCounts = new Map<number, number>()
  readonly #findTerm
  readonly #insertTerm
  readonly #findPage
  readonly #insertPage
  readonly #touchPage
  readonly #countPages
  readonly #insertText
  readonly #findFacet
  readonly #insertFacet
  readonly #countFacets
  readonly #maxPagesPerSite: number

  constructor(connection: SqliteConnection, maxPagesPerSite: number) {
    this.#maxPagesPerSite = maxPagesPerSite
    this.#findTerm = connection.prepare<[string], { num: number }>(
      'SELECT num FROM term WHERE value = ?',
    )
    this.#insertTerm = connection.prepare<[string]>('INSERT INTO term (value) VALUES (?)')
    this.#findFacet = connection.prepare<[number, string], { num: number }>(
      'SELECT num FROM facet WHERE site_num = ? AND facet_key = ?',
    )
    this.#insertFacet = connection.prepare(
      'INSERT INTO facet (site_num, facet_key, method, prompt_kind, prompt_id, rule_id, rating, evidence, paid, channel, language) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    this.#countFacets = connection.prepare<[number], { n: number }>(
      'SELECT COUNT(*) AS n FROM facet WHERE site_num = ?',
    )
    this.#findPage = connection.prepare<[number, string], { num: number; title: string | null }>(
      'SELECT num, title FROM page WHERE site_num = ? AND path = ?',
    )
    this.#insertPage = connection.prepare(
      'INSERT INTO page (id, site_num, path, url, title, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#touchPage = connection.prepare(
      'UPDATE page SET last_seen_at = MAX(last_seen_at, ?) WHERE num = ?',
    )
    this.#countPages = connection.prepare<[number], { n: number }>(
      'SELECT COUNT(*) AS n FROM page WHERE site_num = ?',
    )
    this.#insertText = connection.prepare(
      'INSERT INTO page_text (rowid, site, title, path) VALUES (?, ?, ?, ?)',
    )
  }

  /** The number of a combination; 0 is none. */
  facet(siteNum: number, facet: Facet | null): number {
    if (facet === null) return 0
    const facetKey = JSON.stringify(facet)
    const cacheKey = `${siteNum} ${facetKey}`
    const known = this.#facets.get(cacheKey) ?? this.#findFacet.get(siteNum, facetKey)?.num
    const num = known ?? this.#addFacet(siteNum, facet, facetKey)
    keep(this.#facets, cacheKey, num)
    return num
  }

  /** The number of a value; 0 is "none". */
  term(value: string | null): number {
    if (value === null) return 0
    const known = this.#terms.get(value) ?? this.#findTerm.get(value)?.num
    const num = known ?? Number(this.#insertTerm.run(value).lastInsertRowid)
    keep(this.#terms, value, num)
    return num
  }

  /**
   * The number of a page, which comes into being with its first event. Past the site's page limit a new path
   * counts under "none": a flood of made-up paths must not grow the tables.
   */
  page(siteNum: number, page: NewPage, newId: (atMs: number) => string): number {
    const key = `${siteNum} ${page.path}`
    const known = this.#pages.get(key) ?? this.#findPage.get(siteNum, page.path)?.num
    const num = known ?? this.#addPage(siteNum, page, newId)
    if (num > 0) keep(this.#pages, key, num)
    return num
  }

  /** Notes a page's latest event, to the minute: one write for each event would dirty a row for nothing. */
  touch(pageNum: number, atMs: number): void {
    if (atMs < (this.#touched.get(pageNum) ?? 0) + TOUCH_GRANULARITY_MS) return
    this.#touchPage.run(atMs, pageNum)
    if (this.#touched.size >= MAX_CACHED) this.#touched.clear()
    this.#touched.set(pageNum, atMs)
  }

  /** After a rollback: numbers that were given out may never have been stored. */
  forget(): void {
    this.#terms.clear()
    this.#pages.clear()
    this.#facets.clear()
    this.#facetCounts.clear()
    this.#touched.clear()
    this.#pageCounts.clear()
  }

  #addFacet(siteNum: number, facet: Facet, facetKey: string): number {
    const count = this.#facetCounts.get(siteNum) ?? this.#countFacets.get(siteNum)?.n ?? 0
    this.#facetCounts.set(siteNum, count + 1)
    const { promptId, ruleId, ...rest } = facet
    if (count >= MAX_FACETS_PER_SITE && (promptId ?? ruleId) !== undefined) {
      return this.facet(siteNum, Object.keys(rest).length > 0 ? rest : null)
    }
    const values = FACET_FIELDS.map((field) => facet[field] ?? null)
    return Number(this.#insertFacet.run(siteNum, facetKey, ...values).lastInsertRowid)
  }

  #addPage(siteNum: number, page: NewPage, newId: (atMs: number) => string): number {
    const count = this.#pageCounts.get(siteNum) ?? this.#countPages.get(siteNum)?.n ?? 0
    this.#pageCounts.set(siteNum, count)
    if (count >= this.#maxPagesPerSite) return 0
    const { lastInsertRowid } = this.#insertPage.run(
      newId(page.at),
      siteNum,
      page.path,
      page.url,
      page.title,
      page.at,
      page.at,
    )
    const title = toIndex(page.title ?? '')
    this.#insertText.run(lastInsertRowid, siteToken(siteNum), title, pathWords(page.path))
    this.#pageCounts.set(siteNum, count + 1)
    return Number(lastInsertRowid)
  }
}

export interface NewPage {
  path: string
  url: string
  title: string | null
  at: number
}

function keep(map: Map<string, number>, key: string, num: number): void {
  if (map.size >= MAX_CACHED) map.clear()
  map.set(key, num)
}
