import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { CONTINUED } from '../../src/domain/events/channels.ts'
import {
  ENGAGED_KINDS,
  EVENT_KINDS,
  ROLLUP_DIMENSIONS,
  VISIT_KINDS,
  type VisitDimension,
} from '../../src/domain/events/event-kinds.ts'
import { valueRows } from '../forms.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { Trx } from '../tables/schema.ts'
import { KINDS_OF_DAY, siteDimension } from '../facts/rollup-keys.ts'
import { sessionStarts } from './count-days.ts'

type Sql = RawBuilder<unknown>

// As in `count-days.ts`, `day` is an event's local day, and `where` picks the events: whole days of visitors.

/**
 * Selects each event with the source of its visit, as the visit's first event has it: its channel, referrer and page, and the
 * engine that the reader came from. A visit that begins on a page of the site itself goes on from before midnight, or from
 * before a pause. Events from before engines of arrival, or channels, were stored have one where the visit has a referral.
 */
const visitSources = (day: Sql, where: Sql): Sql => sql`
  SELECT visits.site_num, at, seq, COALESCE(channel.num, 0) AS channel, visits.referrer,
    CASE WHEN COALESCE(f.channel, 'ai') = 'ai' THEN COALESCE(arrival.num, visits.referral, 0) ELSE 0 END AS arrival, entry
  FROM (SELECT site_num, at, seq, FIRST_VALUE(facet) OVER visit AS facet,
      FIRST_VALUE(referrer) OVER visit AS referrer, FIRST_VALUE(page_num) OVER visit AS entry,
      MAX(CASE WHEN kind = ${sql.lit(EVENT_KINDS.referral)} THEN engine END) OVER (PARTITION BY site_num, local_day, visitor, number) AS referral
    FROM (SELECT *, COUNT(start_at) OVER (PARTITION BY site_num, local_day, visitor ORDER BY at, seq) AS number
      FROM (${sessionStarts(day, where)}) AS marked) AS numbered
    WINDOW visit AS (PARTITION BY site_num, local_day, visitor, number ORDER BY at, seq)) AS visits
  LEFT JOIN facet AS f ON f.num = visits.facet
  LEFT JOIN term AS channel ON channel.value = CASE WHEN f.channel = 'internal' THEN ${sql.lit(CONTINUED)} ELSE f.channel END
  LEFT JOIN term AS arrival ON arrival.value = f.arrival`

/** Selects the events whose stored source is not that of their visit, with what it must be. */
export const changedSources = (day: Sql, where: Sql): Sql => sql`
  SELECT visits.at, visits.seq, visits.channel, visits.referrer, visits.arrival, visits.entry
  FROM (${visitSources(day, where)}) AS visits
  JOIN event AS e ON e.site_num = visits.site_num AND e.at = visits.at AND e.seq = visits.seq
  LEFT JOIN visit_source AS s ON s.num = e.source
  WHERE s.num IS NULL OR s.channel <> visits.channel OR s.referrer <> visits.referrer
    OR s.arrival <> visits.arrival OR s.entry <> visits.entry`

/** A transaction stores so many rows before it lets other work in. */
const STEP_ROWS = 2_000

/** Writes what `changedSources` has read. */
export async function storeSources(
  trx: Trx,
  siteNum: number,
  rows: readonly Readonly<Record<string, number>>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    await turn()
    const values = rows.slice(from, from + STEP_ROWS).map((row) => Object.values(row))
    const found = valueRows('found', COLUMNS, values)
    await sql`INSERT INTO visit_source (site_num, channel, referrer, arrival, entry)
      SELECT DISTINCT CAST(${siteNum} AS BIGINT), channel, referrer, arrival, entry FROM ${found} WHERE true
      ON CONFLICT (site_num, channel, referrer, arrival, entry) DO NOTHING`.execute(trx)
    const { rows: named } = await sql<{ at: number; seq: number; source: number }>`${namedSources(
      found,
      sql`${siteNum}`,
    )}`.execute(trx)
    // One statement for all would look through all events of the site.
    for (const row of named) await trx.executeQuery(SET_SOURCE.bind(trx, { ...row, site: siteNum }))
  }
}

/** Selects the events of a table `found` with the numbers of their sources, which have one. */
const namedSources = (found: Sql, siteNum: Sql): Sql => sql`
  SELECT found.at, found.seq, s.num AS source FROM ${found} CROSS JOIN visit_source AS s
  WHERE s.site_num = ${siteNum} AND s.channel = found.channel AND s.referrer = found.referrer
    AND s.arrival = found.arrival AND s.entry = found.entry`

const SET_SOURCE = prepareStatement(
  ['source', 'site', 'at', 'seq'],
  ({ source, site, at, seq }) =>
    sql`UPDATE event SET source = ${source} WHERE site_num = ${site} AND at = ${at} AND seq = ${seq}`,
)

const COLUMNS = {
  at: 'integer',
  seq: 'integer',
  channel: 'integer',
  referrer: 'integer',
  arrival: 'integer',
  entry: 'integer',
} as const

/** Gives numbers to the sources of visits that have none yet. */
export const addSources = (day: Sql, where: Sql): Sql => sql`
  INSERT INTO visit_source (site_num, channel, referrer, arrival, entry)
  SELECT DISTINCT site_num, channel, referrer, arrival, entry FROM (${visitSources(day, where)}) AS found WHERE true
  ON CONFLICT (site_num, channel, referrer, arrival, entry) DO NOTHING`

/** Selects the events whose stored source is not that of their visit, with the number that it must be. */
export const wrongSources = (day: Sql, where: Sql, siteNum: Sql): Sql =>
  namedSources(sql`(${changedSources(day, where)}) AS found`, siteNum)

const isAnyOf = (kinds: readonly number[]): Sql =>
  sql`kind IN (${sql.join(kinds.map((kind) => sql.lit(kind)))})`

/** Selects rows (site_dim, day_kind, val, events) of a dimension of visits, as `rollup_dim` must hold them. */
export function countVisitDimension(dimension: VisitDimension, day: Sql, where: Sql): Sql {
  const value = sql.ref(`s.${dimension}`)
  const events = sql`(SELECT site_num, ${day} AS local_day, kind, visitor, source FROM event WHERE ${where}) AS e`
  const readers = [
    { kind: VISIT_KINDS.readers, which: sql`true` },
    { kind: VISIT_KINDS.viewers, which: isAnyOf([EVENT_KINDS.impression]) },
    { kind: VISIT_KINDS.clickers, which: isAnyOf([EVENT_KINDS.ai_click]) },
    { kind: VISIT_KINDS.engaged, which: isAnyOf(ENGAGED_KINDS) },
  ].map(
    ({ kind, which }) => sql`
      SELECT e.site_num, local_day, ${sql.lit(kind)}, ${value}, COUNT(DISTINCT visitor)
      FROM ${events} JOIN visit_source AS s ON s.num = e.source WHERE ${which} GROUP BY e.site_num, local_day, ${value}`,
  )
  return sql`
    SELECT site_num * ${sql.lit(siteDimension(1, 0))} + ${sql.lit(ROLLUP_DIMENSIONS[dimension])}, local_day * ${sql.lit(KINDS_OF_DAY)} + kind, val, events
    FROM (SELECT e.site_num, local_day, kind, ${value} AS val, COUNT(*) AS events
        FROM ${events} JOIN visit_source AS s ON s.num = e.source GROUP BY e.site_num, local_day, kind, ${value}
      UNION ALL SELECT marked.site_num, local_day, ${sql.lit(VISIT_KINDS.session)}, ${value}, COUNT(*)
        FROM (${sessionStarts(day, where)}) AS marked JOIN visit_source AS s ON s.num = marked.source
        WHERE start_at IS NOT NULL GROUP BY marked.site_num, local_day, ${value}
      UNION ALL ${sql.join(readers, sql` UNION ALL `)}) AS counted`
}
