import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { CONTINUED } from '../../src/domain/events/channels.ts'
import { EVENT_KINDS } from '../../src/domain/events/event-kinds.ts'
import { NO_REFERRER, SOURCES_OF_SITE } from '../../src/domain/events/visits.ts'
import { valueRows } from '../forms.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { Trx } from '../tables/schema.ts'
import { sessionStarts } from './count-days.ts'

type Sql = RawBuilder<unknown>

// As in `count-days.ts`, `day` is an event's local day, and `where` picks the events: whole days of visitors.

const OWN_REFERRER = sql`CASE WHEN own_referrer = visits.referrer THEN 0
  WHEN own_referrer = 0 THEN ${sql.lit(NO_REFERRER)} ELSE own_referrer END`

/**
 * Returns a SELECT of each event with the source of its visit (the channel, the referrer, the engine that the reader
 * came from, and the campaign of the visit's first event), with the page of that first event, and with the value to
 * store as the event's own referrer. A visit that begins on a page of the site itself continues one from before
 * midnight, or from before a pause. Events that were stored before channels and arrivals take the engine of the visit's
 * referral.
 */
const visitSources = (day: Sql, where: Sql): Sql => sql`
  SELECT visits.site_num, at, seq, source, COALESCE(channel.num, 0) AS channel, visits.referrer,
    CASE WHEN COALESCE(f.channel, 'ai') = 'ai' THEN COALESCE(arrival.num, visits.referral, 0) ELSE 0 END AS arrival,
    COALESCE(campaign.num, 0) AS campaign, page_num, entry, stored_entry, ${OWN_REFERRER} AS own, stored_own
  FROM (SELECT site_num, at, seq, source, page_num, own_referrer, stored_entry, stored_own,
      FIRST_VALUE(facet) OVER visit AS facet,
      FIRST_VALUE(own_referrer) OVER visit AS referrer, FIRST_VALUE(page_num) OVER visit AS entry,
      MAX(CASE WHEN kind = ${sql.lit(EVENT_KINDS.referral)} THEN engine END) OVER (PARTITION BY site_num, local_day, visitor, number) AS referral
    FROM (SELECT marked.*, marked.entry AS stored_entry, marked.referrer AS stored_own,
        CASE WHEN marked.referrer = 0 THEN COALESCE(s.referrer, 0) WHEN marked.referrer > 0 THEN marked.referrer ELSE 0 END AS own_referrer,
        COUNT(start_at) OVER (PARTITION BY marked.site_num, local_day, visitor ORDER BY at, seq) AS number
      FROM (${sessionStarts(day, where)}) AS marked
      LEFT JOIN visit_source AS s ON s.site_num = marked.site_num AND s.num = marked.source) AS numbered
    WINDOW visit AS (PARTITION BY site_num, local_day, visitor, number ORDER BY at, seq)) AS visits
  LEFT JOIN facet AS f ON f.num = visits.facet
  LEFT JOIN term AS channel ON channel.value = CASE WHEN f.channel = 'internal' THEN ${sql.lit(CONTINUED)} ELSE f.channel END
  LEFT JOIN term AS arrival ON arrival.value = f.arrival
  LEFT JOIN term AS campaign ON campaign.value = f.campaign`

/**
 * Returns a SELECT of the events that are stored with a wrong source or first page of their visit, with the right ones.
 */
export const changedSources = (day: Sql, where: Sql): Sql => sql`
  SELECT visits.at, visits.seq, visits.channel, visits.referrer, visits.arrival, visits.campaign, visits.entry, visits.page_num, visits.own
  FROM (${visitSources(day, where)}) AS visits
  LEFT JOIN visit_source AS s ON s.site_num = visits.site_num AND s.num = visits.source
  WHERE s.num IS NULL OR s.channel <> visits.channel OR s.referrer <> visits.referrer
    OR s.arrival <> visits.arrival OR s.campaign <> visits.campaign OR visits.stored_entry <> visits.entry OR visits.stored_own <> visits.own`

/**
 * Returns a statement that gives numbers to those sources in a table of a site's events that have none yet, the
 * commonest first.
 */
const nameSources = (found: Sql, siteNum: Sql): Sql => sql`
  INSERT INTO visit_source (site_num, num, channel, referrer, arrival, campaign)
  SELECT CAST(${siteNum} AS BIGINT), (SELECT COALESCE(MAX(num), 0) FROM visit_source WHERE site_num = ${siteNum})
      + ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC), channel, referrer, arrival, campaign
  FROM ${found}
  WHERE NOT EXISTS (SELECT 1 FROM visit_source AS s WHERE s.site_num = ${siteNum} AND ${isSame})
  GROUP BY channel, referrer, arrival, campaign`

const isSame = sql`s.channel = found.channel AND s.referrer = found.referrer AND s.arrival = found.arrival AND s.campaign = found.campaign`

/** The rows that a transaction stores before it lets other work in. */
const STEP_ROWS = 2_000

/** The values that an event must store: `visit`, as `storedVisit` packs it, and `own`, its own referrer. */
export interface FoundVisit {
  at: number
  seq: number
  visit: number
  own: number
}

/** Stores in events the values that `changedSources` has read. */
export async function storeSources(
  trx: Trx,
  siteNum: number,
  rows: readonly Readonly<Record<string, number>>[],
): Promise<void> {
  const site = sql`${siteNum}`
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    await turn()
    const values = rows.slice(from, from + STEP_ROWS).map((row) => Object.values(row))
    const found = valueRows('found', COLUMNS, values)
    await sql`${nameSources(found, site)}`.execute(trx)
    const { rows: named } = await sql<FoundVisit>`${namedSources(found, site)}`.execute(trx)
    // One statement for all would look through all events of the site.
    for (const row of named) await trx.executeQuery(SET_SOURCE.bind(trx, { ...row, site: siteNum }))
  }
}

/**
 * Returns a SELECT of the events of a table `found` with the numbers of their sources; every source must have a number.
 */
const namedSources = (found: Sql, siteNum: Sql): Sql => sql`
  SELECT found.at, found.seq, found.own,
    s.num + CASE WHEN found.entry = found.page_num THEN 0 ELSE (found.entry + 1) * ${sql.lit(SOURCES_OF_SITE)} END AS visit
  FROM ${found} CROSS JOIN visit_source AS s
  WHERE s.site_num = ${siteNum} AND ${isSame}`

const SET_SOURCE = prepareStatement(
  ['visit', 'own', 'site', 'at', 'seq'],
  ({ visit, own, site, at, seq }) =>
    sql`UPDATE event SET visit = ${visit}, referrer = ${own} WHERE site_num = ${site} AND at = ${at} AND seq = ${seq}`,
)

const COLUMNS = {
  at: 'integer',
  seq: 'integer',
  channel: 'integer',
  referrer: 'integer',
  arrival: 'integer',
  campaign: 'integer',
  entry: 'integer',
  page_num: 'integer',
  own: 'integer',
} as const

/** Returns a statement that gives numbers to those sources of a site's visits that have none yet. */
export const addSources = (day: Sql, where: Sql, siteNum: Sql): Sql =>
  nameSources(sql`(${visitSources(day, where)}) AS found`, siteNum)

/** Returns a SELECT of the events of `changedSources`, with the number that the source of each must have. */
export const wrongSources = (day: Sql, where: Sql, siteNum: Sql): Sql =>
  namedSources(sql`(${changedSources(day, where)}) AS found`, siteNum)
