import { sql, type RawBuilder } from 'kysely'
import { isVisitDimension, ROLLUP_DIMENSIONS } from '../../src/domain/events/event-kinds.ts'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { facetColumn, rollupOf, type FactDimension } from '../facts/dimensions.ts'
import { siteDimension } from '../facts/rollup-keys.ts'
import { beginsWith, escapeLike } from '../begins-with.ts'
import { jsonText } from '../forms.ts'
import { pageOfAddresses } from './page-of-address.ts'
import { SiteStore } from './site-store.ts'

/** The most names that are returned; data that suggestions are made from has fewer. */
const MAX_NAMES = 200

export interface PageHead {
  title: string | null
  h1: string | null
  /** The language of the page, as a BCP 47 tag. */
  language: string | null
  /** The headings of the page, of any level, as JSON: `[{ "level": 2, "text": … }]`. */
  headings: string | null
}

/** The names, such as paths and titles, that stand in the events and pages of one site. */
export class SiteNames extends SiteStore {
  /** Returns those of some paths at which the site has pages. */
  async knownPaths(paths: readonly string[]): Promise<Set<string>> {
    if (paths.length === 0) return new Set()
    const rows = await this.handles.read
      .selectFrom('page')
      .select('path')
      .where('site_num', '=', this.siteNum)
      .where('path', 'in', paths)
      .execute()
    return new Set(rows.map(({ path }) => path))
  }

  /** Returns the path of the page that the addresses lead to; `addresses` are as `pageAddresses` returns them. */
  async pageAt(
    addresses: readonly [...known: string[], path: string],
  ): Promise<string | undefined> {
    const page = await this.handles.read
      .selectFrom('page')
      .select('path')
      .where('num', '=', pageOfAddresses(sql.lit(this.siteNum), addresses))
      .executeTakeFirst()
    return page?.path
  }

  /** Returns the titles of active pages, and the names that these pages give their site, short paths first. */
  async saidOfSite(limit: number): Promise<{ title: string | null; siteName: string | null }[]> {
    return this.#offered()
      .select('page.title')
      .select(jsonText(sql.ref<PageRecord>('page_record.record'), 'siteName').as('siteName'))
      .orderBy(sql`LENGTH(page.path)`)
      .orderBy('page.path')
      .limit(limit)
      .execute()
  }

  /** Returns the titles, headings and languages of active pages, short paths first. */
  async headsOfPages(limit: number): Promise<PageHead[]> {
    const record = sql.ref<PageRecord>('page_record.record')
    return this.#offered()
      .select('page.title')
      .select(jsonText(record, 'h1').as('h1'))
      .select(jsonText(record, 'language').as('language'))
      .select(jsonText(record, 'headings').as('headings'))
      .orderBy(sql`LENGTH(page.path)`)
      .orderBy('page.path')
      .limit(limit)
      .execute()
  }

  /** Returns the paths of active pages that have this title, in any case; at most two. */
  async pathsTitled(title: string): Promise<string[]> {
    const rows = await this.#offered()
      .where(sql<boolean>`LOWER(page.title) = LOWER(${title})`)
      .limit(2)
      .execute()
    return rows.map(({ path }) => path)
  }

  /** Returns the paths of active pages, those that hold one of the parts first. */
  async pathsLike(parts: readonly string[], limit: number): Promise<string[]> {
    const holds = parts.map(
      (part) => sql`LOWER(page.path) LIKE ${`%${escapeLike(part)}%`} ESCAPE '\\'`,
    )
    let pages = this.#offered()
    if (holds.length > 0) {
      pages = pages.orderBy(sql`CASE WHEN ${sql.join(holds, sql` OR `)} THEN 0 ELSE 1 END`)
    }
    const rows = await pages.orderBy('page.path').limit(limit).execute()
    return rows.map(({ path }) => path)
  }

  /**
   * Returns the paths of active pages that hold a text, those that begin with it first, and the number of all such
   * paths.
   */
  async completePath(typed: string, limit: number): Promise<{ paths: string[]; total: number }> {
    const start = typed.toLowerCase()
    // A text from the middle of a path has no slash at its own beginning.
    const part = `%${escapeLike(start.replace(/^\//, ''))}%`
    const rows = await this.#offered()
      .select(sql<number>`COUNT(*) OVER ()`.as('total'))
      .where(sql<boolean>`LOWER(page.path) LIKE ${part} ESCAPE '\\'`)
      .orderBy(sql`CASE WHEN ${beginsWith(sql`LOWER(page.path)`, start)} THEN 0 ELSE 1 END`)
      .orderBy('page.path')
      .limit(limit)
      .execute()
    return { paths: rows.map(({ path }) => path), total: rows[0]?.total ?? 0 }
  }

  #offered() {
    return this.handles.scan
      .selectFrom('page')
      .innerJoin('page_record', 'page_record.page_num', 'page.num')
      .select('page.path')
      .where('page.site_num', '=', this.siteNum)
      .where('page_record.state', '=', 'active')
  }

  /**
   * Returns the names that the site's events have had in a dimension: those of `among` that occur, or all without it.
   * Undefined for pages and topics, which are many and are found otherwise.
   */
  async seen(dimension: FactDimension, among?: readonly string[]): Promise<string[] | undefined> {
    const statement = this.#selectSeen(dimension, among)
    if (!statement) return undefined
    const { rows } = await statement.execute(this.handles.scan)
    return rows.map(({ name }) => name)
  }

  #selectSeen(
    dimension: FactDimension,
    among: readonly string[] | undefined,
  ): RawBuilder<{ name: string }> | undefined {
    const isOne = (name: RawBuilder<unknown>) =>
      among ? sql`${name} IN (${sql.join(among)})` : sql`${name} IS NOT NULL`
    const facet = facetColumn(dimension)
    if (facet !== null) {
      const name = sql.ref(facet)
      return sql`SELECT DISTINCT ${name} AS name FROM facet
        WHERE site_num = ${this.siteNum} AND ${isOne(name)} ORDER BY ${name} LIMIT ${MAX_NAMES}`
    }
    const rollup = rollupOf(dimension)
    if (rollup === null || rollup === 'path') return undefined
    const sides = rollup === 'engine' ? (['engine', 'arrival'] as const) : [rollup]
    const seen = sides.map((side) => {
      const table = sql.table(isVisitDimension(side) ? 'rollup_visit' : 'rollup_dim')
      return sql`SELECT val FROM ${table} WHERE site_dim = ${siteDimension(this.siteNum, ROLLUP_DIMENSIONS[side])}`
    })
    return sql`SELECT value AS name FROM term
      WHERE ${isOne(sql.ref('value'))} AND num IN (${sql.join(seen, sql` UNION ALL `)})
      ORDER BY value LIMIT ${MAX_NAMES}`
  }
}
