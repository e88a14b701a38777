import { sql } from 'kysely'
import { withoutIndex, numberList } from '../forms.ts'
import { deleteWords } from '../search/text-index.ts'
import type { Trx } from '../tables/schema.ts'

/** Prompts of these sources were written by people; all others can be made again from their page. */
const WRITTEN_BY_PEOPLE = sql.raw("('manual', 'imported')")

/**
 * Deletes everything that scans learned of pages, since their owner does not want it kept: title, record, text, phrases
 * and prompts, except those that a person wrote or locked. The pages themselves stay, by their addresses.
 */
export async function forgetPages(
  { trx, siteNum }: { trx: Trx; siteNum: number },
  pageNums: readonly number[],
): Promise<void> {
  if (pageNums.length === 0) return
  const nums = numberList(pageNums)
  const ofSite = sql`${withoutIndex('site_num')} = ${siteNum}`
  await sql`UPDATE page SET title = NULL WHERE num IN ${nums} AND ${ofSite}`.execute(trx)
  await sql`UPDATE page_record SET canonical_url = NULL, ignored_canonical_url = NULL, etag = NULL, last_modified = NULL, content_hash = NULL,
      body_hash = NULL, record = NULL, record_hash = NULL, score = NULL, judged = NULL, score_basis = NULL,
      findings = NULL
    WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
  await deleteWords(
    'passage',
    sql`(SELECT num FROM passage WHERE page_num IN ${nums} AND ${ofSite})`,
  ).execute(trx)
  await sql`DELETE FROM passage WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
  await sql`DELETE FROM page_analysis WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
  await sql`DELETE FROM page_reading WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
  await sql`DELETE FROM prompt WHERE page_num IN ${nums} AND ${ofSite} AND is_locked = 0
    AND source NOT IN ${WRITTEN_BY_PEOPLE}`.execute(trx)
  await sql`UPDATE prompt SET tags = '[]', is_type_ruled = 0
    WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
}
