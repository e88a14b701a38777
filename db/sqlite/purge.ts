import { sql } from 'kysely'
import type { FullTextTable } from '../search/full-text.ts'
import type { Db } from '../tables/schema.ts'

/** Does work whose deletions overwrite what they delete, also in the pages that this frees. */
export async function withSecureDelete<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`PRAGMA secure_delete = ON`.execute(db)
  try {
    return await work()
  } finally {
    await sql`PRAGMA secure_delete = FAST`.execute(db)
  }
}

/** Of one step: a few milliseconds, in which nobody else writes. */
const MERGE_PAGES = 100

/**
 * One step of writing a full-text index anew without the words of deleted rows; false once it is done. The first takes
 * all of the index as it is then; the others only go on, so that new rows do not keep it from ending.
 * Source: https://www.sqlite.org/fts5.html#the_merge_command
 */
export async function mergeFts5Step(
  db: Db,
  table: FullTextTable,
  isFirst: boolean,
): Promise<boolean> {
  const index = sql.ref(`${table}_text`)
  const before = await totalChanges(db)
  await sql`INSERT INTO ${index}(${index}, rank)
    VALUES ('merge', ${isFirst ? -MERGE_PAGES : MERGE_PAGES})`.execute(db)
  return (await totalChanges(db)) - before >= 2
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS changes`.execute(db)
  return rows[0]?.changes ?? 0
}
