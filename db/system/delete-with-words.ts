import { sql, type RawBuilder } from 'kysely'
import { numberList } from '../forms.ts'
import type { FullTextTable } from '../search/full-text.ts'
import { deleteWords } from '../search/text-index.ts'
import type { Db, Trx } from '../tables/schema.ts'

/**
 * Deletes rows by their numbers, and their words from the full-text index, by two statements for any number of rows.
 */
export async function deleteWithWords(
  trx: Db | Trx,
  table: FullTextTable,
  nums: readonly number[],
): Promise<void> {
  if (nums.length === 0) return
  const list = numberList(nums)
  await deleteWords(table, list).execute(trx)
  await sql`DELETE FROM ${sql.ref(table)} WHERE num IN ${list}`.execute(trx)
}

/** The rows that one step deletes: fewer than elsewhere, since each has words in a full-text index. */
const STEP_ROWS = 500

/** Deletes a batch of the rows that meet the condition `meant`, with their words; returns false once none is left. */
export async function deleteBatchWithWords(
  db: Db,
  table: FullTextTable,
  meant: RawBuilder<unknown>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ num: number }>`SELECT num FROM ${sql.table(table)}
      WHERE ${meant} LIMIT ${STEP_ROWS}`.execute(trx)
    await deleteWithWords(
      trx,
      table,
      rows.map(({ num }) => num),
    )
    return rows.length > 0
  })
}
