import { sql, type RawBuilder } from 'kysely'
import type { PageIssue } from '../../src/domain/page/page-issues.ts'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { hexOf, jsonListHas, jsonText, numberList, valueRows, withoutIndex } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import { SiteStore } from '../site/site-store.ts'

/** A page whose main text another page of the site has as well, or had at the last scan. */
export interface SameTextRow {
  num: number
  path: string
  url: string
  /** The title that the page itself states. */
  title: string | null
  h1: string | null
  canonicalUrl: string | null
  /** SHA-256 of the main text, in hex; empty where no text was read. */
  contentHash: string
  chars: number
  state: string
  /** True where a person wrote, imported or locked the prompt of the page, or chose its state. */
  isCaredFor: boolean
}

/** The most pages that are compared with others. */
const MAX_ROWS = 50_000
/** The rows that one transaction writes, so that other writers get in between. */
const STEP_ROWS = 500

/** The pages of one site whose text other pages have too. */
export class DuplicatePageStore extends SiteStore {
  /**
   * Counts the pages that the site offers, together with those that it does not offer only because they repeat others.
   */
  async countOffered(): Promise<number> {
    const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM page_record
      WHERE site_num = ${this.siteNum} AND state IN ('active', 'error', 'duplicate')`.execute(
      this.handles.scan,
    )
    return rows[0]?.n ?? 0
  }

  /**
   * Returns the pages whose main text other pages have, grouped by text, except pages whose text needs scripts; and all
   * pages that were duplicates before.
   */
  async sameTexts(): Promise<SameTextRow[]> {
    const { rows } = await sql<Row>`
      WITH same AS MATERIALIZED (
        SELECT content_hash FROM page_record
        WHERE site_num = ${this.siteNum} AND state IN ('active', 'error', 'duplicate') AND content_hash IS NOT NULL
        GROUP BY content_hash HAVING COUNT(*) > 1
      )
      SELECT p.num, p.path, p.url, ${jsonText(sql<PageRecord>`r.record`, 'title')} AS title,
        ${jsonText(sql<PageRecord>`r.record`, 'h1')} AS h1, r.state,
        r.canonical_url, ${hexOf(sql`r.content_hash`)} AS content_hash,
        (SELECT COALESCE(SUM(LENGTH(piece.text)), 0) FROM passage AS piece WHERE piece.page_num = p.num) AS chars,
        CASE WHEN prompt.is_locked = 1 OR prompt.is_state_set = 1 OR prompt.source IN ('manual', 'imported')
          THEN 1 ELSE 0 END AS cared
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      LEFT JOIN prompt ON prompt.page_num = p.num
      WHERE r.site_num = ${this.siteNum} AND r.state IN ('active', 'error', 'duplicate')
        AND (r.state = 'duplicate' OR (r.content_hash IN (SELECT content_hash FROM same) AND NOT ${needsScripts(sql`r.record`)}))
      ORDER BY r.content_hash, p.num LIMIT ${sql.lit(MAX_ROWS)}`.execute(this.handles.scan)
    return rows.map(({ cared, canonical_url, content_hash, ...row }) => ({
      ...row,
      canonicalUrl: canonical_url,
      contentHash: content_hash ?? '',
      isCaredFor: cared === 1,
    }))
  }

  /**
   * Marks pages as duplicates, each with the address of the page that it repeats, so that they are no longer offered.
   */
  async markDuplicates(pages: readonly { num: number; targetUrl: string }[]): Promise<void> {
    for (let from = 0; from < pages.length; from += STEP_ROWS) {
      const rows = pages.slice(from, from + STEP_ROWS).map(({ num, targetUrl }) => [num, targetUrl])
      await stepTransaction(this.handles.write, async (trx) => {
        await sql`UPDATE page_record SET state = 'duplicate', target_url = same.target_url
          FROM ${valueRows('same', { page_num: 'integer', target_url: 'text' }, rows)}
          WHERE page_record.page_num = same.page_num
            AND ${withoutIndex('page_record.site_num')} = ${this.siteNum}
            AND page_record.state IN ('active', 'duplicate')`.execute(trx)
      })
    }
  }

  /** Makes pages active again that no longer repeat others. */
  async putBack(pageNums: readonly number[]): Promise<void> {
    for (let from = 0; from < pageNums.length; from += STEP_ROWS) {
      const nums = numberList(pageNums.slice(from, from + STEP_ROWS))
      await stepTransaction(this.handles.write, async (trx) => {
        await sql`UPDATE page_record SET state = 'active', target_url = NULL
          WHERE page_num IN ${nums} AND ${withoutIndex('site_num')} = ${this.siteNum}
            AND state = 'duplicate'`.execute(trx)
      })
    }
  }
}

/**
 * Returns a condition that holds for pages whose text is brought by scripts: a scan does not read such a text, so
 * different pages look alike to it.
 */
const needsScripts = (record: RawBuilder<PageRecord>): RawBuilder<boolean> =>
  jsonListHas(jsonText(record, 'issues'), 'needs_javascript' satisfies PageIssue)

interface Row extends Omit<SameTextRow, 'canonicalUrl' | 'contentHash' | 'isCaredFor'> {
  canonical_url: string | null
  content_hash: string | null
  cared: number
}
