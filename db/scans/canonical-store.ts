import { sql } from 'kysely'
import { hexOf, numberList, withoutIndex } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import { SiteStore } from '../site/site-store.ts'

/** An offered page, and the canonical address that it states; null where it states none. */
export interface CanonicalRow {
  num: number
  url: string
  statedUrl: string | null
  isIgnored: boolean
  /** SHA-256 of the main text, in hex; null where no text was read. */
  contentHash: string | null
}

/** The most pages that are looked at; all others keep the canonical address that they state. */
const MAX_ROWS = 50_000
/** The rows that one transaction writes, so that other writers get in between. */
const STEP_ROWS = 500

/** The canonical addresses that the pages of one site state, and which of these addresses count. */
export class CanonicalStore extends SiteStore {
  /** Returns the offered pages in the order of their numbers, at most 50,000. */
  async stated(): Promise<CanonicalRow[]> {
    const { rows } = await sql<Omit<CanonicalRow, 'isIgnored'> & { ignored: number }>`
      SELECT p.num, p.url, COALESCE(r.ignored_canonical_url, r.canonical_url) AS "statedUrl",
        CASE WHEN r.ignored_canonical_url IS NOT NULL THEN 1 ELSE 0 END AS ignored,
        ${hexOf(sql`r.content_hash`)} AS "contentHash"
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.state IN ('active', 'error')
      ORDER BY p.num LIMIT ${sql.lit(MAX_ROWS)}`.execute(this.handles.scan)
    return rows.map(({ ignored, contentHash, ...row }) => ({
      ...row,
      contentHash: contentHash || null,
      isIgnored: ignored === 1,
    }))
  }

  /**
   * Makes the stated canonical addresses of pages count, or not count. Their prompts, which cite these addresses,
   * become due again.
   */
  async setIgnored(pageNums: readonly number[], isIgnored: boolean): Promise<void> {
    const move = isIgnored
      ? sql`UPDATE page_record SET ignored_canonical_url = canonical_url, canonical_url = NULL
          WHERE ignored_canonical_url IS NULL`
      : sql`UPDATE page_record SET canonical_url = ignored_canonical_url, ignored_canonical_url = NULL
          WHERE ignored_canonical_url IS NOT NULL`
    for (let from = 0; from < pageNums.length; from += STEP_ROWS) {
      const nums = numberList(pageNums.slice(from, from + STEP_ROWS))
      const ofSite = sql`page_num IN ${nums} AND ${withoutIndex('site_num')} = ${this.siteNum}`
      await stepTransaction(this.handles.write, async (trx) => {
        await sql`${move} AND ${ofSite}`.execute(trx)
        await sql`UPDATE prompt SET basis = ${DUE} WHERE ${ofSite}`.execute(trx)
      })
    }
  }
}

/**
 * The basis of a prompt that is due: no prompt is made on it. An empty basis would say that the page is not analysed.
 */
const DUE = 'canonical'
