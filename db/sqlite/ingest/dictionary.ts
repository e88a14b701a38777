import { sql } from 'kysely'
import { BoundedMap } from '../../../src/lib/cache/bounded-map.ts'
import { newId } from '../../../src/domain/ids.ts'
import { FACET_COLUMNS, FACET_FIELDS } from '../../export/export-format.ts'
import { scannedPageAt } from '../../site/page-of-address.ts'
import { pathWords, siteToken } from '../../search/full-text.ts'
import { toIndexText } from '../../../src/domain/search/cjk-segmentation.ts'
import type { SqliteConnection } from '../connect.ts'
import type { Quota } from '../../../src/domain/events/hourly-quotas.ts'
import type { Facet } from '../../../src/domain/events/new-event.ts'
import { returnedNum } from './returned-num.ts'
import { SiteRowLimit } from './site-row-limit.ts'
import { statementText } from './statement-text.ts'

const MAX_CACHED = 100_000
const TOUCH_GRANULARITY_MS = 60_000
/**
 * The most pages of a site up to which events may create further ones, since made-up paths must not grow the tables.
 */
const MAX_PAGES_PER_SITE = 50_000
/**
 * The most facets of a site up to which new ones are stored as they are; beyond that, without the values that a visitor
 * can make up.
 */
const MAX_FACETS_PER_SITE = 20_000
/**
 * The most engines, referrers and campaigns that a site may add to the dictionary. Beyond that, a new engine or
 * referrer counts as `other`.
 */
const MAX_TERMS_PER_SITE = 50_000
/** The number that stands in place of a site for terms that no site added. */
const NO_SITE = 0
/** The name under which events are counted whose own value is beyond a bound. */
export const OTHER = 'other'

/**
 * A dictionary that gives terms, facets and pages their numbers, mostly from memory. It is used only inside the
 * writer's transaction.
 */
export class Dictionary {
  readonly #terms = new BoundedMap<string, number>(MAX_CACHED)
  readonly #pages = new BoundedMap<string, number>(MAX_CACHED)
  readonly #facets = new BoundedMap<string, number>(MAX_CACHED)
  readonly #touched = new BoundedMap<number, number>(MAX_CACHED)
  readonly #findTerm
  readonly #insertTerm
  readonly #findPage
  readonly #findScanned
  readonly #insertPage
  readonly #touchPage
  readonly #insertText
  readonly #findFacet
  readonly #insertFacet
  readonly #rows: Readonly<Record<'page' | 'facet' | 'term', SiteRowLimit>>

  constructor(connection: SqliteConnection) {
    this.#rows = {
      page: new SiteRowLimit(connection, 'page', MAX_PAGES_PER_SITE),
      facet: new SiteRowLimit(connection, 'facet', MAX_FACETS_PER_SITE),
      term: new SiteRowLimit(connection, 'term', MAX_TERMS_PER_SITE),
    }
    this.#findTerm = connection.prepare<[string], { num: number }>(
      'SELECT num FROM term WHERE value = ?',
    )
    this.#insertTerm = connection
      .prepare<[string, number], number>(
        'INSERT INTO term (value, site_num) VALUES (?, ?) RETURNING num',
      )
      .pluck()
    this.#findFacet = connection.prepare<[number, string], { num: number }>(
      'SELECT num FROM facet WHERE site_num = ? AND facet_key = ?',
    )
    this.#insertFacet = connection
      .prepare<unknown[], number>(
        `INSERT INTO facet (site_num, facet_key, channel, arrival, campaign, ${FACET_COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?, ${FACET_COLUMNS.map(() => '?').join(', ')}) RETURNING num`,
      )
      .pluck()
    this.#findPage = connection.prepare<[number, string], { num: number }>(
      'SELECT num FROM page WHERE site_num = ? AND path = ?',
    )
    this.#findScanned = connection.prepare<
      [{ site: number; address: string }],
      { num: number | null }
    >(statementText(sql`SELECT ${scannedPageAt(sql.raw('@site'), sql.raw('@address'))} AS num`))
    this.#insertPage = connection
      .prepare<unknown[], number>(
        'INSERT INTO page (id, site_num, path, url, title, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING num',
      )
      .pluck()
    this.#touchPage = connection.prepare(
      'UPDATE page SET last_seen_at = @at WHERE num = @num AND last_seen_at < @at',
    )
    this.#insertText = connection.prepare(
      'INSERT INTO page_text (rowid, site, title, path) VALUES (?, ?, ?, ?)',
    )
  }

  /**
   * Returns the number of a facet, which is stored if it is new; 0 for none. Beyond a bound, a new facet loses the
   * values that a visitor can make up.
   */
  facet(siteNum: number, facet: Facet | null, allowance: Quota): number {
    if (facet === null) return 0
    const facetKey = JSON.stringify(facet)
    const cacheKey = `${siteNum} ${facetKey}`
    const known = this.#facets.get(cacheKey) ?? this.#findFacet.get(siteNum, facetKey)?.num
    const num = known ?? this.#addFacet(siteNum, facet, facetKey, allowance)
    this.#facets.set(cacheKey, num)
    return num
  }

  /** Returns the number of a value that the service defines, which is stored if it is new; 0 for none. */
  term(value: string | null): number {
    if (value === null) return 0
    return this.known(value) ?? this.#addTerm(value, NO_SITE)
  }

  /**
   * Returns the number of an engine or a referrer, which a visitor can make up; 0 for none. Beyond a bound, a new one
   * gets the number of `other`.
   */
  foreignTerm(siteNum: number, value: string | null, allowance: Quota): number {
    if (value === null) return 0
    const known = this.known(value)
    if (known !== undefined) return known
    const hasRoom = this.#rows.term.hasRoom(siteNum) && allowance.take('values')
    return hasRoom ? this.boundedTerm(siteNum, value) : this.term(OTHER)
  }

  /**
   * Returns the number of a value that a visitor can make up, and stores a new one; the caller has checked the bound.
   */
  boundedTerm(siteNum: number, value: string): number {
    const known = this.known(value)
    if (known !== undefined) return known
    this.#rows.term.add(siteNum)
    return this.#addTerm(value, siteNum)
  }

  /** Returns the number of a value that the dictionary has; undefined for any other. */
  known(value: string): number | undefined {
    const known = this.#terms.get(value) ?? this.#findTerm.get(value)?.num
    if (known !== undefined) this.#terms.set(value, known)
    return known
  }

  /**
   * Returns the number of the page that scans know at one of the addresses, or else of the page at the path alone,
   * which is created with its first event. Beyond a bound a new path gets 0, "none", since a flood of made-up paths
   * must not grow the tables.
   */
  page(site: AddressedSite, page: NewPage, allowance: Quota): number {
    for (const address of page.exactAddresses ?? NONE) {
      const scanned = this.#scannedPage(site, address)
      if (scanned !== undefined) return scanned
    }
    const key = keyOf(site, page.path)
    const known = this.#scannedPage(site, page.path) ?? this.#findPage.get(site.num, page.path)?.num
    const num = known ?? this.#addPage(site.num, page, allowance)
    if (num > 0) this.#pages.set(key, num)
    return num
  }

  /** Returns the number of the page that scans know at an address, or that was found there before; else undefined. */
  #scannedPage(site: AddressedSite, address: string): number | undefined {
    const key = keyOf(site, address)
    const known = this.#pages.get(key) ?? this.#findScanned.get({ site: site.num, address })?.num
    if (typeof known !== 'number') return undefined
    this.#pages.set(key, known)
    return known
  }

  /**
   * Stores the time of a page's latest event, at most once a minute, since a write for each event would cost too much.
   */
  touch(pageNum: number, atMs: number): void {
    if (atMs < (this.#touched.get(pageNum) ?? 0) + TOUCH_GRANULARITY_MS) return
    this.#touchPage.run({ at: atMs, num: pageNum })
    this.#touched.set(pageNum, atMs)
  }

  /** Empties the cache; has to be called after a rollback, since numbers in it may never have been stored. */
  forget(): void {
    this.#terms.clear()
    this.#pages.clear()
    this.#facets.clear()
    this.#touched.clear()
    for (const rows of Object.values(this.#rows)) rows.forget()
  }

  #addTerm(value: string, siteNum: number): number {
    const num = returnedNum(this.#insertTerm.get(value, siteNum))
    this.#terms.set(value, num)
    return num
  }

  #addFacet(siteNum: number, facet: Facet, facetKey: string, allowance: Quota): number {
    const { promptKind, promptId, ruleId, language, ...ours } = facet
    const isForeign = (promptKind ?? promptId ?? ruleId ?? language) !== undefined
    const { facet: rows } = this.#rows
    if (isForeign && !(rows.hasRoom(siteNum) && allowance.take('values'))) {
      return this.facet(siteNum, Object.keys(ours).length > 0 ? ours : null, allowance)
    }
    rows.add(siteNum)
    const { channel = null, arrival = null, campaign = null } = facet
    const values = FACET_FIELDS.map((field) => facet[field] ?? null)
    const ofVisit = [channel, arrival, campaign]
    return returnedNum(this.#insertFacet.get(siteNum, facetKey, ...ofVisit, ...values))
  }

  #addPage(siteNum: number, page: NewPage, allowance: Quota): number {
    const { page: rows } = this.#rows
    if (!rows.hasRoom(siteNum) || !allowance.take('pages')) return 0
    rows.add(siteNum)
    const { path, url, title, at } = page
    const num = returnedNum(
      this.#insertPage.get(newId('pg', at), siteNum, path, url, title, at, at),
    )
    this.#insertText.run(num, siteToken(siteNum), toIndexText(title ?? ''), pathWords(path))
    return num
  }
}

/** A site, with the version of its addresses, which rises when addresses lead to other pages. */
export interface AddressedSite {
  num: number
  addressesVersion: number
}

/**
 * Returns the key of an address in the cache. It includes the version of the site's addresses, so that a new version
 * finds no old entry.
 */
const keyOf = ({ num, addressesVersion }: AddressedSite, address: string): string =>
  `${num} ${addressesVersion} ${address}`

const NONE: readonly string[] = []

export interface NewPage {
  path: string
  exactAddresses?: readonly string[] | undefined
  url: string
  title: string | null
  at: number
}
