import { sql, type RawBuilder } from 'kysely'
import { bucketOfDay } from './buckets.ts'
import { dayOfInstant, hourOfInstant } from './local-time.ts'
import { eventColumn, isGroupedByNumber, isOfEngine, labelTable, labelText } from './dimensions.ts'
import { eventTable } from './event-table.ts'
import { flattenFilters, type FactQuery } from './fact-query.ts'
import type { FactSource } from './fact-source.ts'
import { conditionSql } from './filters.ts'
import { EVENT_KINDS } from '../../src/domain/events/event-kinds.ts'
import { engineSideOf, measureRuleOf, type EngineSide, type Measure } from './measures.ts'
import { timeGuard } from './time-guard.ts'
import { RETURN_MS, SESSION_GAP_MS } from '../../src/domain/events/sessions.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns the source of counts that reads raw events. Visitors are distinct within a local day and summed over days; in
 * a series by the hour they are distinct within the hour.
 */
export function rawSource(siteNum: number, query: FactQuery): FactSource {
  const parts = [
    ...SIDES.filter((side) => isCountedBy(side, query)).map((side) =>
      eventCounts(siteNum, query, side),
    ),
    ...(query.measures.some(isReturn) ? [returnCounts(siteNum, query)] : []),
  ]
  const names = [
    ...(query.grain ? ['bucket'] : []),
    ...query.dimensions.map((_, i) => `key_${i}`),
    ...query.measures,
  ]
  const columns = [
    ...(query.grain ? [sql`${bucketOfPeriod(query)} AS bucket`] : []),
    ...names.slice(query.grain ? 1 : 0).map((name) => sql`p.${sql.ref(name)}`),
  ]
  const select = sql`SELECT ${sql.join(columns)} FROM (${sql.join(parts, sql` UNION ALL `)}) AS p`
  return { select, isNumber: query.dimensions.map(isGroupedByNumber), sums: null }
}

const SIDES: readonly EngineSide[] = ['event', 'visit']

/**
 * Returns true where a query counts any measure by the engine of this side; a query that does not ask for engines
 * counts all of its measures with the side `event`.
 */
const isCountedBy = (side: EngineSide, query: FactQuery): boolean =>
  asksForEngines(query)
    ? query.measures.some((measure) => !isReturn(measure) && engineSideOf(measure) === side)
    : side === 'event' && !query.measures.every(isReturn)

const asksForEngines = ({ dimensions, filters }: FactQuery): boolean =>
  [...dimensions, ...flattenFilters(filters).map((filter) => filter.dimension)].some(isOfEngine)

const isReturn = (measure: Measure): boolean => measureRuleOf(measure).by === 'returns'

const bucketOfPeriod = ({ grain, monthStarts }: FactQuery): Sql =>
  grain === null || grain === 'hour'
    ? sql`p.period`
    : bucketOfDay(sql`p.period`, grain, monthStarts)

/**
 * Returns a statement that counts events, visitors and sessions by period and keys, for the measures that are counted
 * by the engine of this side.
 */
function eventCounts(siteNum: number, query: FactQuery, side: EngineSide): Sql {
  const { from, where } = eventRows(siteNum, query, side)
  const keys = keysOf(siteNum, query, side)
  const isDivided = asksForEngines(query)
  const counts = query.measures.map((measure) => {
    const isCounted = !isDivided || engineSideOf(measure) === side
    return sql`${isCounted ? countOf(measure, siteNum) : sql`0`} AS ${sql.ref(measure)}`
  })
  return sql`SELECT ${sql.join([sql`${periodOf(query)} AS period`, ...keys.columns, ...counts])}
    FROM ${from} ${keys.joins} WHERE ${where} GROUP BY ${sql.join(['period', ...keys.names].map((name) => sql.ref(name)))}`
}

/** Returns the period in which visitors are distinct: the local hour in a series by the hour, else the local day. */
const periodOf = ({ grain, segments }: FactQuery): Sql =>
  grain === 'hour' ? hourOfInstant(sql`e.at`, segments()) : dayOfInstant(sql`e.at`, segments())

function countOf(measure: Measure, siteNum: number): Sql {
  const rule = measureRuleOf(measure)
  switch (rule.by) {
    case 'events': {
      const prompted = rule.prompted
        ? sql` AND e.facet IN (SELECT num FROM facet WHERE site_num = ${siteNum} AND (prompt_kind IS NOT NULL OR prompt_id IS NOT NULL))`
        : sql``
      return sql`SUM(CASE WHEN e.kind = ${sql.lit(EVENT_KINDS[rule.kind])}${prompted} THEN 1 ELSE 0 END)`
    }
    case 'visitors': {
      if (rule.kinds.length === 0) return sql`COUNT(DISTINCT e.visitor)`
      const kinds = sql.join(rule.kinds.map((kind) => sql.lit(EVENT_KINDS[kind])))
      return sql`COUNT(DISTINCT CASE WHEN e.kind IN (${kinds}) THEN e.visitor END)`
    }
    case 'sessions':
      return sql`SUM(e.begins_session)`
    case 'returns':
    case 'checks':
      return sql`0`
  }
}

interface Keys {
  names: string[]
  columns: Sql[]
  joins: Sql
}

/**
 * Returns the keys that rows are grouped by: numbers that are named afterwards, or texts that several numbers share.
 */
function keysOf(siteNum: number, query: FactQuery, side: EngineSide): Keys {
  const { dimensions, operators } = query
  const names = dimensions.map((_, i) => `key_${i}`)
  const columns = dimensions.map((dimension, i) => {
    const value = isGroupedByNumber(dimension)
      ? eventColumn(dimension, query.segments, side)
      : labelText(dimension, `shared_${i}`, operators)
    return sql`${value} AS ${sql.ref(`key_${i}`)}`
  })
  const joins = dimensions.flatMap((dimension, i) => {
    if (isGroupedByNumber(dimension)) return []
    const l = `shared_${i}`
    return [
      sql`LEFT JOIN ${labelTable(dimension, { ...query, siteNum })} AS ${sql.ref(l)} ON ${sql.ref(`${l}.num`)} = ${eventColumn(dimension, query.segments, side)}`,
    ]
  })
  return { names, columns, joins: joins.length === 0 ? sql`` : sql.join(joins, sql` `) }
}

/**
 * Returns the FROM and the WHERE that select the events `e` of the range that pass the filters, joined with the tables
 * that some measures need.
 */
function eventRows(siteNum: number, query: FactQuery, side: EngineSide): { from: Sql; where: Sql } {
  const { fromMs, toMs } = query.instants
  const scope = {
    ...query,
    siteNum,
    columnOf: ({ dimension }: { dimension: Parameters<typeof eventColumn>[0] }) =>
      eventColumn(dimension, query.segments, side),
  }
  const conditions = [
    sql`e.site_num = ${siteNum} AND e.at >= ${fromMs} AND e.at < ${toMs}`,
    ...query.filters.map((filter) => conditionSql(filter, scope)),
  ]
  const hasSessions =
    query.measures.includes('sessions') && (side === 'visit' || !asksForEngines(query))
  const from = hasSessions
    ? withSessions(siteNum, query, side)
    : sql`${eventTable(query, side)} AS e`
  if (!hasSessions) conditions.push(timeGuard('e'))
  return { from, where: sql.join(conditions, sql` AND `) }
}

/**
 * Returns a table of events in which those that begin a session are marked. That takes all events of a visitor, so it
 * comes before any filter.
 */
function withSessions(siteNum: number, query: FactQuery, side: EngineSide): Sql {
  const { fromMs, toMs } = query.instants
  const day = dayOfInstant(sql`v.at`, query.segments())
  return sql`(SELECT v.*, CASE WHEN v.at - LAG(v.at, 1, ${sql.lit(-SESSION_GAP_MS)})
      OVER (PARTITION BY ${day}, v.visitor ORDER BY v.at, v.seq) > ${sql.lit(SESSION_GAP_MS)} THEN 1 ELSE 0 END AS begins_session
    FROM ${eventTable(query, side)} AS v
    WHERE v.site_num = ${siteNum} AND v.at >= ${fromMs - SESSION_GAP_MS} AND v.at < ${toMs} AND ${timeGuard('v')}) AS e`
}

/**
 * Returns a statement that counts the engines that visitors opened, and those that they came back from, by period and
 * keys.
 */
function returnCounts(siteNum: number, query: FactQuery): Sql {
  const { ai_click: click, referral } = EVENT_KINDS
  const { from, where } = eventRows(siteNum, { ...query, measures: [] }, 'event')
  const keys = keysOf(siteNum, query, 'event')
  const sequence = sql`SELECT ${sql.join([sql`${periodOf(query)} AS period`, ...keys.columns, sql`e.visitor, e.engine, e.kind, e.at`])},
      MAX(CASE WHEN e.kind = ${sql.lit(click)} THEN e.at END) OVER (PARTITION BY ${periodOf(query)}, e.visitor, e.engine
        ORDER BY e.at, e.kind ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS clicked_at
    FROM ${from} ${keys.joins}
    WHERE ${where} AND e.kind IN (${sql.lit(click)}, ${sql.lit(referral)}) AND e.engine > 0`
  const names = sql.join(
    ['period', ...keys.names, 'visitor', 'engine'].map((name) => sql.ref(name)),
  )
  const pairs = sql`SELECT ${names}, MAX(CASE WHEN kind = ${sql.lit(click)} THEN 1 ELSE 0 END) AS opened,
      MAX(CASE WHEN kind = ${sql.lit(referral)} AND at - clicked_at <= ${sql.lit(RETURN_MS)} THEN 1 ELSE 0 END) AS returned
    FROM (${sequence}) AS sequence GROUP BY ${names}`
  const groups = sql.join(['period', ...keys.names].map((name) => sql.ref(name)))
  const counts = query.measures.map((measure) => {
    const rule = measureRuleOf(measure)
    if (rule.by !== 'returns') return sql`0 AS ${sql.ref(measure)}`
    return sql`SUM(${rule.step === 'opened' ? sql`opened` : sql`opened * returned`}) AS ${sql.ref(measure)}`
  })
  return sql`SELECT ${sql.join([groups, ...counts])} FROM (${pairs}) AS pairs GROUP BY ${groups}`
}
