import { sql, type Kysely } from 'kysely'
import { createFullText, createTable } from '../ddl.ts'

/** Creates the topics of questions, and the phrases and bigrams by which a new question finds its topic. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'topic', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'site_num BIGINT NOT NULL',
    'label TEXT NOT NULL',
    'is_renamed INTEGER NOT NULL',
    'bigrams INTEGER NOT NULL',
    'first_seen_at BIGINT NOT NULL',
    'last_seen_at BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX topic_by_site ON topic (site_num, num)`.execute(db)
  await createTable(
    db,
    'topic_phrase',
    [
      'site_num BIGINT NOT NULL',
      'phrase BIGINT NOT NULL',
      'seen BIGINT NOT NULL',
      'topic_num BIGINT NOT NULL',
      'PRIMARY KEY (site_num, phrase)',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'topic_bigram',
    [
      'site_num BIGINT NOT NULL',
      'bigram BIGINT NOT NULL',
      'topic_num BIGINT NOT NULL',
      'PRIMARY KEY (site_num, bigram, topic_num)',
    ],
    { clustered: true },
  )
  await createFullText(db, 'topic_text', ['site', 'label'])
  await sql`CREATE INDEX question_without_topic ON question (num) WHERE topic_num = 0`.execute(db)
}
