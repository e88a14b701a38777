import { sql } from 'kysely'
import { SiteStore } from '../site/site-store.ts'

/** The score of a site's start page by every check. */
export interface SiteReport {
  /** The time of the checks, in epoch milliseconds. */
  checkedAt: number
  /** The address that answered, after redirects. */
  finalUrl: string
  /** JSON of the score with all of its checks. */
  report: string
}

/** The last score of one site's start page by every check. */
export class SiteScoreStore extends SiteStore {
  /** Stores a score in place of the earlier one; stores nothing for a site that was deleted meanwhile. */
  async save({ checkedAt, finalUrl, report }: SiteReport): Promise<void> {
    await sql`INSERT INTO site_score (site_num, checked_at, final_url, report)
      SELECT num, CAST(${checkedAt} AS BIGINT), CAST(${finalUrl} AS TEXT), CAST(${report} AS TEXT)
      FROM site WHERE num = ${this.siteNum}
      ON CONFLICT (site_num) DO UPDATE
        SET checked_at = excluded.checked_at, final_url = excluded.final_url, report = excluded.report
        WHERE site_score.checked_at <= excluded.checked_at`.execute(this.handles.write)
  }

  find(): Promise<SiteReport | undefined> {
    return this.handles.read
      .selectFrom('site_score')
      .select(['checked_at as checkedAt', 'final_url as finalUrl', 'report'])
      .where('site_num', '=', this.siteNum)
      .executeTakeFirst()
  }
}
