import { sql, type Kysely } from 'kysely'
import { createFullText, createTable } from '../ddl.ts'

/**
 * Creates events, their rollups and questions. `site_num` has no foreign key here: it would be checked for
 * each event, and a deleted site's rows are deleted in steps after the site itself is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await facts(db)
  await rollups(db)
  await questions(db)
}

async function facts(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'term', ['num SERIAL', 'value TEXT NOT NULL UNIQUE'])
  await createTable(
    db,
    'event',
    [
      'site_num BIGINT NOT NULL',
      'at BIGINT NOT NULL',
      'seq BIGINT NOT NULL',
      'kind INTEGER NOT NULL',
      'visitor BYTES NOT NULL',
      'page_num BIGINT NOT NULL',
      'engine BIGINT NOT NULL',
      'referrer BIGINT NOT NULL',
      'country BIGINT NOT NULL',
      'device BIGINT NOT NULL',
      'detail TEXT',
      'PRIMARY KEY (site_num, at, seq)',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'event_key',
    [
      'arrival_day INTEGER NOT NULL',
      'site_num BIGINT NOT NULL',
      'event_key BYTES NOT NULL',
      'PRIMARY KEY (arrival_day, site_num, event_key)',
    ],
    { clustered: true },
  )
  await createTable(db, 'site_salt', [
    'site_num BIGINT NOT NULL',
    'day INTEGER NOT NULL',
    'salt BYTES NOT NULL',
    'expires_at BIGINT NOT NULL',
    'PRIMARY KEY (site_num, day)',
  ])
  await sql`CREATE INDEX site_salt_expiry ON site_salt (expires_at)`.execute(db)
  await createTable(db, 'bot_day', [
    'site_num BIGINT NOT NULL',
    'day INTEGER NOT NULL',
    'bot TEXT NOT NULL',
    'kind INTEGER NOT NULL',
    'events BIGINT NOT NULL',
    'PRIMARY KEY (site_num, day, bot, kind)',
  ])
}

async function rollups(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'rollup_day',
    [
      'site_num BIGINT NOT NULL',
      'day INTEGER NOT NULL',
      'kind INTEGER NOT NULL',
      'events BIGINT NOT NULL',
      'visitors BIGINT NOT NULL',
      'PRIMARY KEY (site_num, day, kind)',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'rollup_dim',
    [
      'site_num BIGINT NOT NULL',
      'dim INTEGER NOT NULL',
      'day INTEGER NOT NULL',
      'kind INTEGER NOT NULL',
      'val BIGINT NOT NULL',
      'events BIGINT NOT NULL',
      'PRIMARY KEY (site_num, dim, day, kind, val)',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'visitor_day',
    [
      'day INTEGER NOT NULL',
      'site_num BIGINT NOT NULL',
      'visitor BYTES NOT NULL',
      'kinds INTEGER NOT NULL',
      'PRIMARY KEY (day, site_num, visitor)',
    ],
    { clustered: true },
  )
}

async function questions(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'question', [
    'num SERIAL',
    'site_num BIGINT NOT NULL',
    'at BIGINT NOT NULL',
    'seq BIGINT NOT NULL',
    'page_num BIGINT NOT NULL',
    'engine BIGINT NOT NULL',
    'text TEXT',
    'text_hash BYTES NOT NULL',
    'UNIQUE (site_num, at, seq)',
  ])
  await createFullText(db, 'question_text', ['site', 'text'])
}
