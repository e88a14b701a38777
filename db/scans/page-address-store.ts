import { sql, type RawBuilder } from 'kysely'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { hexOf, jsonText, numberList, valueRows } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import { SiteStore } from '../site/site-store.ts'

/** An offered page, with the properties by which it is distinguished from others. */
export interface OfferedPage {
  num: number
  path: string
  url: string
  /** The first heading of the page, or else its title. */
  name: string | null
  /** SHA-256 of the main text, in hex; null where no text was read. */
  contentHash: string | null
}

/** An address of the site that leads to another address, as a scan found. */
export interface LeadingAddress {
  /** The address that leads on: a path of the site, or a whole address. */
  from: string
  to: string
}

/** The most pages and addresses that are looked at; a site with more pages gets no other addresses for its pages. */
const MAX_ROWS = 50_000
/** The rows that one transaction writes, so that other writers get in between. */
const STEP_ROWS = 500

/** The addresses of one site that lead to its pages, in addition to the pages' own. */
export class PageAddressStore extends SiteStore {
  /** Returns the pages that the site offers, in the order of their numbers, at most 50,000. */
  async offered(): Promise<OfferedPage[]> {
    const { rows } = await sql<OfferedPage>`
      SELECT p.num, p.path, p.url, COALESCE(${jsonText(sql<PageRecord>`r.record`, 'h1')}, p.title) AS name,
        ${hexOf(sql`r.content_hash`)} AS "contentHash"
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.state IN ('active', 'error')
      ORDER BY p.num LIMIT ${sql.lit(MAX_ROWS)}`.execute(this.handles.scan)
    return rows.map((row) => ({ ...row, contentHash: row.contentHash || null }))
  }

  /** Returns the sketches of the main texts of pages, by page number; a page without a sketch is absent. */
  async sketches(pageNums: readonly number[]): Promise<Map<number, string>> {
    const { rows } = await sql<{ num: number; sketch: string }>`
      SELECT page_num AS num, sketch FROM page_analysis
      WHERE page_num IN ${numberList(pageNums)} AND sketch IS NOT NULL`.execute(this.handles.scan)
    return new Map(rows.map(({ num, sketch }) => [num, sketch]))
  }

  /**
   * Returns the addresses that lead to others for good: those of pages that redirect or repeat others, and those that a
   * scan has met. Redirects that are not permanent are left out, since they may be for people who are not signed in, or
   * depend on their language (RFC 9110, 15.4).
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

  /** Returns the stored addresses, each with the number of the page that it leads to. */
  async stored(): Promise<Map<string, number>> {
    const rows = await this.handles.scan
      .selectFrom('page_address')
      .select(['address', 'page_num'])
      .where('site_num', '=', this.siteNum)
      .execute()
    return new Map(rows.map(({ address, page_num }) => [address, page_num]))
  }

  /** Stores for addresses the pages that they lead to, and deletes the addresses `gone`, which then lead to no page. */
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
   * Stores the parameters that tell the site's pages apart, and those that readers type into forms. It also raises the
   * version of the site's addresses, so that events look their pages up again.
   */
  async learn(names: { learned: readonly string[]; typed: readonly string[] }): Promise<void> {
    await sql`UPDATE site SET learned_parameters = ${JSON.stringify(names.learned)},
      typed_parameters = ${JSON.stringify(names.typed)},
      addresses_version = addresses_version + 1 WHERE num = ${this.siteNum}`.execute(
      this.handles.write,
    )
  }
}

/**
 * Returns a condition that holds for the status of a permanent redirect, and for one that is no redirect or unknown, as
 * of a page that names or repeats another.
 */
const isForGood = (status: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`COALESCE(${status} NOT BETWEEN 300 AND 399 OR ${status} IN (301, 304, 308), true)`

function stepsOf<T>(rows: readonly T[]): T[][] {
  const steps: T[][] = []
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    steps.push(rows.slice(from, from + STEP_ROWS))
  }
  return steps
}
