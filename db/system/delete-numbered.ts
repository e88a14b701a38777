import { sql, type RawBuilder } from 'kysely'
import { numberList } from '../forms.ts'
import type { IndexedTable } from '../search/full-text.ts'
import { dropWords } from '../search/text-index.ts'
import type { Db, Trx } from '../tables/schema.ts'

/** Deletes rows by their numbers, and their words in the index: two statements, however many there are. */
export async function deleteNumbered(
  trx: Db | Trx,
  table: IndexedTable,
  nums: readonly number[],
): Promise<void> {
  if (nums.length === 0) return
  const list = numberList(nums)
  await dropWords(table, list).execute(trx)
  await sql`DELETE FROM ${sql.ref(table)} WHERE num IN ${list}`.execute(trx)
}

/** Rows of one step: each has words in an index, so they are fewer than elsewhere. */
const STEP_ROWS = 500

/** Deletes some of the rows that are meant, with their words; false where there are none. */
export async function deleteSomeNumbered(
  db: Db,
  table: IndexedTable,
  meant: RawBuilder<unknown>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ num: number }>`SELECT num FROM ${sql.table(table)}
      WHERE ${meant} LIMIT ${STEP_ROWS}`.execute(trx)
    await deleteNumbered(
      trx,
      table,
      rows.map(({ num }) => num),
    )
    return rows.length > 0
  })
}
