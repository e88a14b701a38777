import { join } from 'node:path'
import { connectReader, type SqliteConnection } from '../../db/sqlite/connect.ts'
import { DAY_MS } from '../lib/time/clock.ts'

/** Opens the data of a service, running or not, for one look at it. */
export function inspectData<T>(directory: string, at: (connection: SqliteConnection) => T): T {
  const connection = connectReader(join(directory, 'citable.db'))
  try {
    return at(connection)
  } finally {
    connection.close()
  }
}

/** Lists the path of each stored event, one entry an event. */
export const storedPaths = (connection: SqliteConnection): string[] =>
  connection
    .prepare<[], { path: string }>(
      'SELECT page.path FROM event JOIN page ON page.num = event.page_num ORDER BY page.path',
    )
    .all()
    .map(({ path }) => path)

/**
 * Rows in which the rollups of a service, whose sites are all in UTC, differ from a count of its raw events,
 * which knows nothing of how they are written.
 */
export function rollupDifferences(connection: SqliteConnection): unknown[] {
  const day = `at / ${DAY_MS}`
  const days = `
    SELECT site_num, ${day} AS day, kind, COUNT(*) AS events, COUNT(DISTINCT visitor) AS visitors
    FROM event GROUP BY 1, 2, 3
    UNION ALL
    SELECT site_num, ${day}, 0, COUNT(*), COUNT(DISTINCT visitor) FROM event GROUP BY 1, 2`
  const dims = [
    ['page_num', 1],
    ['engine', 2],
    ['country', 4],
    ['device', 5],
  ]
    .map(
      ([column, dim]) =>
        `SELECT site_num, ${dim} AS dim, kind, ${day} AS day, ${column} AS val, COUNT(*) AS events FROM event GROUP BY 1, 3, 4, 5`,
    )
    .join(' UNION ALL ')
  const counts = [1, 2, 3, 4, 5, 6].map((kind) => `COUNT(*) FILTER (WHERE kind = ${kind})`)
  const visits = [
    ['referrer', 3],
    ['channel', 6],
    ['arrival', 7],
    ['campaign', 8],
  ]
    .map(
      ([column, dim]) =>
        `SELECT event.site_num, ${dim} AS dim, ${day} AS day, s.${column} AS val, ${counts.join(', ')}, COUNT(DISTINCT visitor) AS readers
         FROM event JOIN visit_source AS s ON s.site_num = event.site_num AND s.num = event.visit % 16777216 GROUP BY 1, 3, 4`,
    )
    .join(' UNION ALL ')
  return [
    ...differences(
      connection,
      days,
      'SELECT site_num, day, kind, events, visitors FROM rollup_day WHERE kind < 16',
    ),
    ...differences(
      connection,
      dims,
      'SELECT site_dim / 16 AS site_num, site_dim % 16 AS dim, day_kind & 15 AS kind, (day_kind >> 4) + 21184 AS day, val, events FROM rollup_dim',
    ),
    ...differences(
      connection,
      visits,
      `SELECT site_dim / 16, site_dim % 16, day, val, impressions, ai_clicks, shares, questions, referrals, pageviews, readers FROM rollup_visit`,
    ),
  ]
}

function differences(connection: SqliteConnection, raw: string, rollup: string): unknown[] {
  return connection
    .prepare(
      `SELECT 'only in events' AS at_fault, * FROM (SELECT * FROM (${raw}) EXCEPT ${rollup})
       UNION ALL
       SELECT 'only in rollups', * FROM (${rollup} EXCEPT SELECT * FROM (${raw}))`,
    )
    .all()
}

export interface StoredEvent {
  kind: string
  path: string | null
  engine: string | null
  referrer: string | null
  country: string | null
  device: string | null
  /** The event's facet without its channel. */
  facet: Record<string, unknown>
  channel: string | null
  visitor: string
}

const KIND_NAMES = [
  '',
  'impression',
  'ai_click',
  'share',
  'question',
  'referral',
  'pageview',
  'feedback',
]

const term = (column: string) => `(SELECT value FROM term WHERE num = ${column}) AS ${column}`

/** Reads every event by time, path and kind, with words for its numbers. */
export function storedEvents(connection: SqliteConnection): StoredEvent[] {
  interface Row extends Omit<StoredEvent, 'kind' | 'facet' | 'visitor'> {
    kind: number
    facet: string
    visitor: Buffer
  }
  const columns = ['engine', 'country', 'device'].map(term).join(', ')
  const rows = connection
    .prepare<[], Row>(
      `SELECT kind, (SELECT path FROM page WHERE num = page_num) AS path, ${columns},
         (SELECT value FROM term WHERE num = CASE event.referrer WHEN 0 THEN s.referrer ELSE event.referrer END) AS referrer,
         COALESCE((SELECT facet_key FROM facet WHERE num = facet), '{}') AS facet,
         (SELECT channel FROM facet WHERE num = facet) AS channel, visitor
       FROM event LEFT JOIN visit_source AS s ON s.site_num = event.site_num AND s.num = event.visit % 16777216 ORDER BY at, path, kind`,
    )
    .all()
  return rows.map(({ kind, facet, visitor, ...row }) => {
    // @NOTE the service writes this column, as a JSON object.
    const { channel: _, ...rest } = JSON.parse(facet) as Record<string, unknown>
    return {
      ...row,
      kind: KIND_NAMES[kind] ?? 'unknown',
      facet: rest,
      visitor: visitor.toString('hex'),
    }
  })
}

export const countStoredRows = (directory: string, table: string): number =>
  inspectData(directory, (db) =>
    Number(db.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get() as number | bigint),
  )

/** Counts the rows of one site, by its id, in a table that names sites by their number. */
export const countSiteRows = (directory: string, table: string, siteId: string): number =>
  inspectData(directory, (db) =>
    Number(
      db
        .prepare<[string], number>(
          `SELECT COUNT(*) FROM ${table} AS t JOIN site ON site.num = t.site_num WHERE site.id = ?`,
        )
        .pluck()
        .get(siteId),
    ),
  )
