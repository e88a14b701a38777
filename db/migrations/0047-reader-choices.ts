import type { Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/**
 * Gives sites the setting for questions of readers, and keeps the questions that their owners allowed and took away, by
 * page, as hashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'site', "reader_questions TEXT NOT NULL DEFAULT 'ask'")
  await createTable(
    db,
    'reader_choice',
    [
      'site_num BIGINT NOT NULL',
      'page_num BIGINT NOT NULL',
      'meaning TEXT NOT NULL',
      'wording TEXT NOT NULL',
      'is_let BIGINT NOT NULL',
      'decided_at BIGINT NOT NULL',
      'PRIMARY KEY (site_num, page_num, meaning)',
    ],
    { clustered: true },
  )
}
