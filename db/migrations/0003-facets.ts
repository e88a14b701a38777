import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/**
 * Moves the fields that only some kinds of event have into facets, rows that many events share, and adds
 * the state that counting sessions and returning visitors needs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await facets(db)
  // Only the upper half of the sequence number is kept, so that history that is imported again gets the same key.
  await sql`UPDATE OR IGNORE event SET seq = seq / 65536`.execute(db)
  await sql`UPDATE OR IGNORE question SET seq = seq / 65536`.execute(db)
  // The rollups are counted again from the events, since the sites' `rollup_version` is now too low.
  await sql`DROP TABLE rollup_dim`.execute(db)
  await createTable(
    db,
    'rollup_dim',
    [
      'site_dim BIGINT NOT NULL',
      'day_kind BIGINT NOT NULL',
      'val BIGINT NOT NULL',
      'events BIGINT NOT NULL',
      'PRIMARY KEY (site_dim, day_kind, val)',
    ],
    { clustered: true },
  )
  await addColumn(db, 'visitor_day', 'session_at BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'visitor_day', 'last_at BIGINT NOT NULL DEFAULT 0')
  await createTable(
    db,
    'return_day',
    [
      'day INTEGER NOT NULL',
      'site_num BIGINT NOT NULL',
      'visitor BYTES NOT NULL',
      'engine BIGINT NOT NULL',
      'click_at BIGINT NOT NULL',
      'referral_at BIGINT NOT NULL',
      'returned INTEGER NOT NULL',
      'PRIMARY KEY (day, site_num, visitor, engine)',
    ],
    { clustered: true },
  )
  await addColumn(db, 'question', 'visitor BYTES')
  await addColumn(db, 'question', 'topic_num BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'site', 'rollup_version INTEGER NOT NULL DEFAULT 0')
  await addColumn(db, 'site', 'raw_from BIGINT NOT NULL DEFAULT 0')
}

/** The columns of a facet, by the names that their values had in the JSON of an event's `detail`. */
const FACET_COLUMNS = {
  method: 'method',
  promptKind: 'prompt_kind',
  promptId: 'prompt_id',
  ruleId: 'rule_id',
  rating: 'rating',
  evidence: 'evidence',
  paid: 'paid',
}

async function facets(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'facet', [
    'num SERIAL',
    'site_num BIGINT NOT NULL',
    'facet_key TEXT NOT NULL',
    'method TEXT',
    'prompt_kind TEXT',
    'prompt_id TEXT',
    'rule_id TEXT',
    'rating TEXT',
    'evidence TEXT',
    'paid TEXT',
    'channel TEXT',
    'language TEXT',
    'UNIQUE (site_num, facet_key)',
  ])
  await addColumn(db, 'event', 'facet BIGINT NOT NULL DEFAULT 0')
  const columns = sql.raw(Object.values(FACET_COLUMNS).join(', '))
  const values = sql.raw(
    Object.keys(FACET_COLUMNS)
      .map((field) => `json_extract(detail, '$.${field}')`)
      .join(', '),
  )
  await sql`INSERT INTO facet (site_num, facet_key, ${columns})
    SELECT DISTINCT site_num, detail, ${values} FROM event WHERE detail IS NOT NULL`.execute(db)
  await sql`UPDATE event SET facet = (SELECT num FROM facet
    WHERE facet.site_num = event.site_num AND facet.facet_key = event.detail)
    WHERE detail IS NOT NULL`.execute(db)
  await sql`ALTER TABLE event DROP COLUMN detail`.execute(db)
}
