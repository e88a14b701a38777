import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { CONTINUED } from '../../src/domain/events/channels.ts'
import { EVENT_KINDS } from '../../src/domain/events/event-kinds.ts'
import { UNKNOWN_ENTRY } from '../../src/domain/events/visits.ts'
import { valueRows } from '../forms.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { Trx } from '../tables/schema.ts'
import { sessionStarts } from './count-days.ts'

type Sql = RawBuilder<unknown>

// As in `count-days.ts`, `day` is an event's local day, and `where` picks the events: whole days of visitors.

/**
 * Selects each event with the source of its visit, as the visit's first event has it: its channel and referrer, and the
 * engine that the reader came from; and with what it must store of that event's page, as `storedEntry` says. A visit that begins on a page of the site itself goes on from before midnight, or from
 * before a pause. Events from before engines of arrival, or channels, were stored have one where the visit has a referral.
 */
const visitSources = (day: Sql, where: Sql): Sql => sql`
  SELECT visits.site_num, at, seq, COALESCE(channel.num, 0) AS channel, visits.referrer,
    CASE WHEN COALESCE(f.channel, 'ai') = 'ai' THEN COALESCE(arrival.num, visits.referral, 0) ELSE 0 END AS arrival,
    CASE WHEN first_page = page_num THEN 0 WHEN first_page = 0 THEN ${sql.lit(UNKNOWN_ENTRY)} ELSE first_page END AS entry
  FROM (SELECT site_num, at, seq, page_num, FIRST_VALUE(facet) OVER visit AS facet,
      FIRST_VALUE(referrer) OVER visit AS referrer, FIRST_VALUE(page_num) OVER visit AS first_page,
      MAX(CASE WHEN kind = ${sql.lit(EVENT_KINDS.referral)} THEN engine END) OVER (PARTITION BY site_num, local_day, visitor, number) AS referral
    FROM (SELECT *, COUNT(start_at) OVER (PARTITION BY site_num, local_day, visitor ORDER BY at, seq) AS number
      FROM (${sessionStarts(day, where)}) AS marked) AS numbered
    WINDOW visit AS (PARTITION BY site_num, local_day, visitor, number ORDER BY at, seq)) AS visits
  LEFT JOIN facet AS f ON f.num = visits.facet
  LEFT JOIN term AS channel ON channel.value = CASE WHEN f.channel = 'internal' THEN ${sql.lit(CONTINUED)} ELSE f.channel END
  LEFT JOIN term AS arrival ON arrival.value = f.arrival`

/** Selects the events whose stored source or first page is not that of their visit, with what they must be. */
export const changedSources = (day: Sql, where: Sql): Sql => sql`
  SELECT visits.at, visits.seq, visits.channel, visits.referrer, visits.arrival, visits.entry
  FROM (${visitSources(day, where)}) AS visits
  JOIN event AS e ON e.site_num = visits.site_num AND e.at = visits.at AND e.seq = visits.seq
  LEFT JOIN visit_source AS s ON s.num = e.source
  WHERE s.num IS NULL OR s.channel <> visits.channel OR s.referrer <> visits.referrer
    OR s.arrival <> visits.arrival OR e.entry <> visits.entry`

/** A transaction stores so many rows before it lets other work in. */
const STEP_ROWS = 2_000

/** What an event must store of its visit. */
export interface FoundVisit {
  at: number
  seq: number
  source: number
  entry: number
}

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
    await sql`INSERT INTO visit_source (site_num, channel, referrer, arrival)
      SELECT DISTINCT CAST(${siteNum} AS BIGINT), channel, referrer, arrival FROM ${found} WHERE true
      ON CONFLICT (site_num, channel, referrer, arrival) DO NOTHING`.execute(trx)
    const { rows: named } = await sql<FoundVisit>`${namedSources(found, sql`${siteNum}`)}`.execute(
      trx,
    )
    // One statement for all would look through all events of the site.
    for (const row of named) await trx.executeQuery(SET_SOURCE.bind(trx, { ...row, site: siteNum }))
  }
}

/** Selects the events of a table `found` with the numbers of their sources, which have one. */
const namedSources = (found: Sql, siteNum: Sql): Sql => sql`
  SELECT found.at, found.seq, s.num AS source, found.entry FROM ${found} CROSS JOIN visit_source AS s
  WHERE s.site_num = ${siteNum} AND s.channel = found.channel AND s.referrer = found.referrer
    AND s.arrival = found.arrival`

const SET_SOURCE = prepareStatement(
  ['source', 'entry', 'site', 'at', 'seq'],
  ({ source, entry, site, at, seq }) =>
    sql`UPDATE event SET source = ${source}, entry = ${entry} WHERE site_num = ${site} AND at = ${at} AND seq = ${seq}`,
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
  INSERT INTO visit_source (site_num, channel, referrer, arrival)
  SELECT DISTINCT site_num, channel, referrer, arrival FROM (${visitSources(day, where)}) AS found WHERE true
  ON CONFLICT (site_num, channel, referrer, arrival) DO NOTHING`

/** Selects the same events with the number that their source must have. */
export const wrongSources = (day: Sql, where: Sql, siteNum: Sql): Sql =>
  namedSources(sql`(${changedSources(day, where)}) AS found`, siteNum)
