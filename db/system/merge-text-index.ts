import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

export const TEXT_INDEXES = ['question_text', 'page_text', 'topic_text', 'passage_text'] as const
export type TextIndex = (typeof TEXT_INDEXES)[number]

/** Of one step: a few milliseconds, in which nobody else writes. */
const MERGE_PAGES = 100

/**
 * One step of writing a full-text index anew without the words of deleted rows; false once it is done. The first takes
 * all of the index as it is then; the others only go on, so that new rows don't keep it from ending.
 * Source: https://www.sqlite.org/fts5.html#the_merge_command
 */
export async function mergeTextIndex(db: Db, index: TextIndex, isFirst: boolean): Promise<boolean> {
  const before = await totalChanges(db)
  await sql`INSERT INTO ${sql.ref(index)}(${sql.ref(index)}, rank)
    VALUES ('merge', ${isFirst ? -MERGE_PAGES : MERGE_PAGES})`.execute(db)
  return (await totalChanges(db)) - before >= 2
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS changes`.execute(db)
  return rows[0]?.changes ?? 0
}
