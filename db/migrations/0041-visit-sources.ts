import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/** The channels at the time of this migration; a recount finds them among the terms. */
const CHANNELS = 'direct internal continued ai search social email paid referral'.split(' ')

/** The columns that count visits and what happened on them. */
const COUNTS =
  'impressions ai_clicks shares questions referrals pageviews sessions readers viewers clickers engaged'.split(
    ' ',
  )

/**
 * Gives each event the source of its visit, and the page that the visit began with. The rollups of all sites are
 * counted again, since their `rollup_version` is now too low, and events get both when their days are counted; that
 * also empties `rollup_dim` of its counts by referrer, which `rollup_visit` then has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'visit_source',
    [
      'site_num BIGINT NOT NULL',
      'num BIGINT NOT NULL',
      'channel BIGINT NOT NULL',
      'referrer BIGINT NOT NULL',
      'arrival BIGINT NOT NULL',
      'campaign BIGINT NOT NULL',
      'PRIMARY KEY (site_num, num)',
      'UNIQUE (site_num, channel, referrer, arrival, campaign)',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'visitor_source',
    [
      'day INTEGER NOT NULL',
      'site_num BIGINT NOT NULL',
      'visitor BYTES NOT NULL',
      'source BIGINT NOT NULL',
      'kinds INTEGER NOT NULL',
      'PRIMARY KEY (day, site_num, visitor, source)',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'rollup_visit',
    [
      'site_dim BIGINT NOT NULL',
      'day INTEGER NOT NULL',
      'val BIGINT NOT NULL',
      ...COUNTS.map((count) => `${count} INTEGER NOT NULL`),
      'PRIMARY KEY (site_dim, day, val)',
    ],
    { clustered: true },
  )
  await addColumn(db, 'event', 'visit BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'visitor_day', 'source BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'visitor_day', 'entry BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'visitor_day', 'sources INTEGER NOT NULL DEFAULT 1')
  await addColumn(db, 'facet', 'arrival TEXT')
  await addColumn(db, 'facet', 'campaign TEXT')
  await addColumn(db, 'site', 'visits_from BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'site', 'campaigns_from BIGINT NOT NULL DEFAULT 0')
  await sql`UPDATE site SET visits_from = raw_from,
    campaigns_from = COALESCE((SELECT MAX(at) + 1 FROM event WHERE event.site_num = site.num), 0)`.execute(
    db,
  )
  for (const channel of CHANNELS) {
    await sql`INSERT INTO term (value, site_num) VALUES (${channel}, 0) ON CONFLICT (value) DO NOTHING`.execute(
      db,
    )
  }
}
