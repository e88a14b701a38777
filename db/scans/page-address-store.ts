import { sql, type RawBuilder } from 'kysely'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { hexOf, jsonText, numberList, valueRows } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import { SiteStore } from '../site/site-store.ts'

/** An offered page, with the facts that tell it from others. */
export interface OfferedPage {
  num: number
  path: string
  url: string
  /** Its first heading, else its title. */
  name: string | null
  /** SHA-256 of the main text, hex. */
  contentHash: string | null
}

/** An address of the site that leads to another one, as a scan found. */
export interface LeadingAddress {
  /** A path of the site, or a whole address. */
  from: string
  to: string
}

/** The most pages of a site; a site with more has no other addresses. */
const MAX_ROWS = 50_000
/** Rows of one transaction, so that other writers get in between. */
const STEP_ROWS = 500

/** The addresses of one site that lead to its pages, besides the pages' own. */
export class PageAddressStore extends SiteStore {
  /** Returns all pages that the site offers, by their numbers. */
  async offered(): Promise<OfferedPage[]> {
    const { rows } = await sql<OfferedPage>`
      SELECT p.num, p.path, p.url, COALESCE(${jsonText(sql<PageRecord>`r.record`, 'h1')}, p.title) AS name,
        ${hexOf(sql`r.content_hash`)} AS "contentHash"
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.state IN ('active', 'error')
      ORDER BY p.num LIMIT ${sql.lit(MAX_ROWS)}`.execute(this.handles.scan)
    return rows.map((row) => ({ ...row, contentHash: row.contentHash || null }))
  }

  /** Returns the sketches of the texts of pages, by their numbers. */
  async sketches(pageNums: readonly number[]): Promise<Map<number, string>> {
    const { rows } = await sql<{ num: number; sketch: string }>`
      SELECT page_num AS num, sketch FROM page_analysis
      WHERE page_num IN ${numberList(pageNums)} AND sketch IS NOT NULL`.execute(this.handles.scan)
    return new Map(rows.map(({ num, sketch }) => [num, sketch]))
  }

  /**
   * Returns the addresses that lead to others for good: pages that do so by now, and addresses that a scan has met.
   * Another redirect may be for people who are not signed in, or depend on their language (RFC 9110, 15.4).
   */
  async leading(scanNum: number): Promise<LeadingAddress[]> {
    const { rows } = await sql<LeadingAddress>`
      SELECT p.path AS "from", r.target_url AS "to" FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.state IN ('duplicate', 'redirected') AND r.target_url IS NOT NULL
        AND ${isForGood(sql`r.http_status`)}
      UNION ALL
      SELECT url, target_url FROM scan_address
      WHERE scan_num = (SELECT num FROM scan WHERE num = ${scanNum} AND site_num = ${this.siteNum})
        AND target_url IS NOT NULL AND ${isForGood(sql`http_status`)}
      LIMIT ${sql.lit(MAX_ROWS)}`.execute(this.handles.scan)
    return rows
  }

  /** Returns the number of the page that each address leads to. */
  async stored(): Promise<Map<string, number>> {
    const rows = await this.handles.scan
      .selectFrom('page_address')
      .select(['address', 'page_num'])
      .where('site_num', '=', this.siteNum)
      .execute()
    return new Map(rows.map(({ address, page_num }) => [address, page_num]))
  }

  /** Makes addresses lead to pages, and the addresses `gone` to no page. */
  async store(leads: ReadonlyMap<string, number>, gone: readonly string[]): Promise<void> {
    const steps = stepsOf([...leads])
    for (const step of steps) {
      await stepTransaction(this.handles.write, async (trx) => {
        await sql`INSERT INTO page_address (site_num, address, page_num)
          SELECT ${this.siteNum}, lead.address, lead.page_num
          FROM ${valueRows('lead', { address: 'text', page_num: 'integer' }, step)} WHERE true
          ON CONFLICT (site_num, address) DO UPDATE SET page_num = excluded.page_num`.execute(trx)
      })
    }
    for (const step of stepsOf(gone.map((address) => [address] as const))) {
      await stepTransaction(this.handles.write, async (trx) => {
        await sql`DELETE FROM page_address WHERE site_num = ${this.siteNum}
          AND address IN (SELECT address FROM ${valueRows('gone', { address: 'text' }, step)})`.execute(
          trx,
        )
      })
    }
  }

  /**
   * Stores the parameters that tell the site's pages apart, and those that readers type; makes the addresses of events
   * be looked up again.
   */
  async learn(names: { learned: readonly string[]; typed: readonly string[] }): Promise<void> {
    await sql`UPDATE site SET learned_parameters = ${JSON.stringify(names.learned)},
      typed_parameters = ${JSON.stringify(names.typed)},
      addresses_version = addresses_version + 1 WHERE num = ${this.siteNum}`.execute(
      this.handles.write,
    )
  }
}

/** True for a permanent redirect, and for a page that names or repeats another without redirecting. */
const isForGood = (status: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`COALESCE(${status} NOT BETWEEN 300 AND 399 OR ${status} IN (301, 304, 308), true)`

function stepsOf<T>(rows: readonly T[]): T[][] {
  const steps: T[][] = []
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    steps.push(rows.slice(from, from + STEP_ROWS))
  }
  return steps
}
