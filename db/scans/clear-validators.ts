import { sql, type RawBuilder } from 'kysely'
import { numberList, withoutIndex } from '../forms.ts'
import type { Handles } from '../handles.ts'
import { stepTransaction } from '../step-transaction.ts'

/** The rows that one transaction writes: few enough that events and other writers get in between. */
const STEP_ROWS = 100

/**
 * Makes the next scan read active pages of a site again, by deleting the marks that show a page to be unchanged; the
 * hash of its text is kept. It takes the pages whose row of `page_record` meets the condition `isDue` and has such a
 * mark, and returns their number.
 */
export async function clearValidators(
  { scan, write }: Pick<Handles, 'scan' | 'write'>,
  siteNum: number,
  isDue: RawBuilder<unknown>,
): Promise<number> {
  for (let forgotten = 0; ;) {
    const { rows } = await sql<{ num: number }>`
      SELECT page_num AS num FROM page_record
      WHERE site_num = ${siteNum} AND state = 'active' AND (etag IS NOT NULL OR last_modified IS NOT NULL
        OR body_hash IS NOT NULL) AND ${isDue}
      LIMIT ${STEP_ROWS}`.execute(scan)
    if (rows.length === 0) return forgotten
    const nums = numberList(rows.map(({ num }) => num))
    await stepTransaction(write, async (trx) => {
      await sql`UPDATE page_record SET etag = NULL, last_modified = NULL, body_hash = NULL
        WHERE ${withoutIndex('site_num')} = ${siteNum} AND page_num IN ${nums}`.execute(trx)
    })
    forgotten += rows.length
  }
}
