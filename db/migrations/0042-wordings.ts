import { sql, type Kysely } from 'kysely'
import { addColumn, createTable, dropColumn } from '../ddl.ts'

/**
 * Gives each wording of a site a row with its one topic, and each topic a mark of the one that it has become part of.
 * Questions get their wordings step by step, in their order: until then, `question_without_wording` finds those of one text,
 * and their own topic counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'wording', [
    'num SERIAL',
    'site_num BIGINT NOT NULL',
    'hash BYTES NOT NULL',
    'topic_num BIGINT NOT NULL',
    'asked BIGINT NOT NULL',
    'first_at BIGINT NOT NULL',
    'UNIQUE (site_num, hash)',
  ])
  await sql`CREATE INDEX wording_by_topic ON wording (topic_num, first_at)`.execute(db)
  await addColumn(db, 'question', 'wording_num BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'question_purge', 'last_wording BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'topic', 'part_of BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'topic', 'label_wording BIGINT NOT NULL DEFAULT 0')
  await dropColumn(db, 'topic', 'last_seen_at')
  await sql`CREATE INDEX topic_by_whole ON topic (part_of)`.execute(db)
  await sql`DROP INDEX question_without_topic`.execute(db)
  await sql`CREATE INDEX question_unread ON question (num) WHERE wording_num = 0`.execute(db)
  await sql`CREATE INDEX question_without_wording ON question (site_num, text_hash, topic_num) WHERE wording_num = 0`.execute(
    db,
  )
}
