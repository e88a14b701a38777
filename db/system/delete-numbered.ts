import { sql } from 'kysely'
import type { Db, Trx } from '../tables/schema.ts'

/** Tables whose rows have words in a full-text index of their name. */
export const INDEXED_TABLES = ['question', 'page', 'topic', 'passage'] as const
export type IndexedTable = (typeof INDEXED_TABLES)[number]

/** Deletes rows by their numbers, and their words in the index: two statements, however many there are. */
export async function deleteNumbered(
  trx: Db | Trx,
  table: IndexedTable,
  nums: readonly number[],
): Promise<void> {
  if (nums.length === 0) return
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(nums)}))`
  await sql`DELETE FROM ${sql.ref(`${table}_text`)} WHERE rowid IN ${list}`.execute(trx)
  await sql`DELETE FROM ${sql.ref(table)} WHERE num IN ${list}`.execute(trx)
}
