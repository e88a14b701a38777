import { sql } from 'kysely'
import type { FullTextTable } from '../search/full-text.ts'
import type { Db } from '../tables/schema.ts'

/** One step merges so many pages: a few milliseconds, in which nobody else writes. */
const MERGE_PAGES = 100

/**
 * Does one step of rewriting a full-text index without the words of deleted rows; false once it is done. The first step
 * begins with the whole index; the others only go on, so that new rows do not keep the rewrite from ending.
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
