import { sql } from 'kysely'
import { FINDINGS_PREFIX } from '../../src/domain/ai-score/page-findings.ts'
import { RUBRIC } from '../../src/domain/ai-score/rubric.ts'
import type { FoundAlike } from '../../src/domain/ai-score/worst-findings.ts'
import { beginsWith } from '../begins-with.ts'
import type { Db } from '../tables/schema.ts'

/** Counts the active pages of a site by how their checks ended, in one pass. */
export async function countFoundAlike(db: Db, siteNum: number): Promise<FoundAlike[]> {
  const { rows } = await sql<FoundAlike>`
    SELECT page.letters, COUNT(*) AS pages FROM (
      SELECT substr(findings, ${sql.lit(FINDINGS_PREFIX.length + 1)}, ${sql.lit(RUBRIC.length)}) AS letters
      FROM page_record WHERE site_num = ${siteNum} AND state = 'active'
        AND ${beginsWith(sql`findings`, FINDINGS_PREFIX)}
    ) AS page GROUP BY page.letters`.execute(db)
  return rows
}
