import { sql, type RawBuilder } from 'kysely'
import {
  ANY_KIND,
  DERIVED_KINDS,
  ENGAGED_KINDS,
  EVENT_KINDS,
} from '../../src/domain/events/event-kinds.ts'
import { entryOf, sourceOfEvent } from '../facts/event-table.ts'
import { RETURN_MS, SESSION_GAP_MS } from '../../src/domain/events/sessions.ts'

type Sql = RawBuilder<unknown>

const CLICK = sql.lit(EVENT_KINDS.ai_click)
const REFERRAL = sql.lit(EVENT_KINDS.referral)
const ENGAGED = sql.join(ENGAGED_KINDS.map((kind) => sql.lit(kind)))
const ANY = sql.lit(ANY_KIND)
const ENGAGEMENT = sql.lit(DERIVED_KINDS.engaged)
const SESSION = sql.lit(DERIVED_KINDS.session)
const RETURNED = sql.lit(DERIVED_KINDS.returned)

// These counts of raw events recount a day, rebuild a site and verify its rollups. `day` is an event's local day, and
// `where` picks the events.

/** Returns a SELECT of the rows (site_num, day, kind, events, visitors) that `rollup_day` must hold. */
export const countDays = (day: Sql, where: Sql): Sql => sql`
  SELECT site_num, ${day} AS local_day, kind, COUNT(*) AS events, COUNT(DISTINCT visitor) AS visitors
  FROM event WHERE ${where} GROUP BY site_num, local_day, kind
  UNION ALL
  SELECT site_num, ${day} AS local_day, ${ANY}, COUNT(*), COUNT(DISTINCT visitor)
  FROM event WHERE ${where} GROUP BY site_num, local_day
  UNION ALL
  SELECT site_num, ${day} AS local_day, ${ENGAGEMENT}, COUNT(*), COUNT(DISTINCT visitor)
  FROM event WHERE ${where} AND kind IN (${ENGAGED}) GROUP BY site_num, local_day
  UNION ALL
  SELECT site_num, local_day, ${SESSION}, COUNT(*), 0
  FROM (${sessionStarts(day, where)}) AS marked WHERE start_at IS NOT NULL GROUP BY site_num, local_day
  UNION ALL
  SELECT site_num, local_day, ${RETURNED}, COUNT(*), SUM(returned)
  FROM (${returnsOf(day, where)}) AS pairs WHERE click_at > 0 GROUP BY site_num, local_day`

/** Returns a SELECT of each event, with `start_at` where the event begins a session. */
export const sessionStarts = (day: Sql, where: Sql): Sql => sql`
  SELECT site_num, local_day, visitor, kind, at, seq, page_num, engine, referrer, facet, source, entry,
    CASE WHEN before IS NULL OR at - before > ${sql.lit(SESSION_GAP_MS)} THEN at END AS start_at
  FROM (SELECT site_num, ${day} AS local_day, visitor, kind, at, seq, page_num, engine, referrer, facet,
      ${sourceOfEvent(sql`visit`)} AS source, ${entryOf(sql`visit`, sql`page_num`)} AS entry,
      LAG(at) OVER (PARTITION BY site_num, ${day}, visitor ORDER BY at, seq) AS before
    FROM event WHERE ${where}) AS sequence`

/**
 * Returns a SELECT, by visitor and engine of a day, of the latest click, the latest referral, and whether a referral
 * followed a click.
 */
const returnsOf = (day: Sql, where: Sql): Sql => sql`
  SELECT site_num, local_day, visitor, engine,
    MAX(CASE WHEN kind = ${CLICK} THEN at ELSE 0 END) AS click_at,
    MAX(CASE WHEN kind = ${REFERRAL} THEN at ELSE 0 END) AS referral_at,
    MAX(CASE WHEN kind = ${REFERRAL} AND at - clicked_at <= ${sql.lit(RETURN_MS)} THEN 1 ELSE 0 END) AS returned
  FROM (SELECT site_num, ${day} AS local_day, visitor, engine, kind, at,
      MAX(CASE WHEN kind = ${CLICK} THEN at END) OVER (PARTITION BY site_num, ${day}, visitor, engine
        ORDER BY at, kind ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS clicked_at
    FROM event WHERE ${where} AND kind IN (${CLICK}, ${REFERRAL}) AND engine > 0) AS sequence
  GROUP BY site_num, local_day, visitor, engine`

/**
 * Returns a SELECT of the rows that `visitor_day` must hold. The events must have the sources and first pages of their
 * visits.
 */
export const countVisitorDays = (day: Sql, where: Sql): Sql => sql`
  SELECT local_day, site_num, visitor, SUM(DISTINCT 1 << kind), MAX(start_at), MAX(at), MAX(latest), MAX(latest_entry), COUNT(DISTINCT source)
  FROM (SELECT *, FIRST_VALUE(source) OVER latest_first AS latest, FIRST_VALUE(entry) OVER latest_first AS latest_entry
    FROM (${sessionStarts(day, where)}) AS marked
    WINDOW latest_first AS (PARTITION BY site_num, local_day, visitor ORDER BY at DESC, seq DESC)) AS marked GROUP BY local_day, site_num, visitor`

/** Returns a SELECT of the rows that `visitor_source` must hold: the sources of visitors who have several. */
export const countVisitorSources = (day: Sql, where: Sql): Sql => sql`
  SELECT local_day, site_num, visitor, source, kinds
  FROM (SELECT local_day, site_num, visitor, source, kinds,
      COUNT(*) OVER (PARTITION BY local_day, site_num, visitor) AS sources
    FROM (SELECT ${day} AS local_day, site_num, visitor, ${sourceOfEvent(sql`visit`)} AS source, SUM(DISTINCT 1 << kind) AS kinds
      FROM event WHERE ${where} GROUP BY local_day, site_num, visitor, source) AS by_source) AS counted
  WHERE sources > 1`

/** Returns a SELECT of the rows that `return_day` must hold. */
export const countReturnDays = (day: Sql, where: Sql): Sql => sql`
  SELECT local_day, site_num, visitor, engine, click_at, referral_at,
    CASE WHEN click_at > 0 THEN returned ELSE 0 END
  FROM (${returnsOf(day, where)}) AS pairs`
