import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../tables/schema.ts'
import { dayOfInstant } from './local-time.ts'
import {
  NO_VALUE,
  eventColumn,
  labelTable,
  labelText,
  type FactDimension,
  type Operators,
} from './dimensions.ts'
import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import { eventTable } from './event-table.ts'
import type { FactFilter } from './fact-query.ts'
import { conditionSql } from './filters.ts'
import { EVENT_KINDS, type EventKind } from '../../src/domain/events/event-kinds.ts'
import { timeGuard } from './time-guard.ts'

type Sql = RawBuilder<unknown>

/** The side of the engine in a funnel: each step is of one kind of event, so an engine is that of the event. */
const SIDE = 'event'

export interface FunnelQuery {
  /** The steps in their order, each a kind of event with the filters that its events must pass. */
  steps: readonly { kind: EventKind; filters: readonly FactFilter[] }[]
  /** The dimension by whose value in the first step readers are split; null counts all readers together. */
  splitBy: FactDimension | null
  instants: { fromMs: number; toMs: number }
  segments: readonly OffsetSegment[]
  operators: Operators
  minAskers: number
}

export interface FunnelCount {
  /** The index of the step, from 0 on. */
  step: number
  value: string | null
  readers: number
}

/**
 * Counts the readers who reached each step: those who on one local day did the first step, then the second at the same
 * time or later, and so on. Days are summed.
 */
export async function runFunnel(
  db: Db,
  siteNum: number,
  query: FunnelQuery,
): Promise<FunnelCount[]> {
  const { steps, splitBy } = query
  const names = steps.map((_, i) => sql.ref(`s${i}`))
  const reached = steps.map((step, i) => {
    const name = sql`${names[i]}`
    const kind = sql.lit(EVENT_KINDS[step.kind])
    return i === 0
      ? sql`${name} AS (SELECT day, visitor, at, value FROM (
          SELECT day, visitor, at, value, ROW_NUMBER() OVER (PARTITION BY day, visitor ORDER BY at, seq) AS place
          FROM seen WHERE kind = ${kind}) AS firsts WHERE place = 1)`
      : sql`${name} AS (SELECT seen.day, seen.visitor, MIN(seen.at) AS at, MIN(before.value) AS value
          FROM ${sql`${names[i - 1]}`} AS before JOIN seen ON seen.day = before.day AND seen.visitor = before.visitor
            AND seen.kind = ${kind} AND seen.at >= before.at
          GROUP BY seen.day, seen.visitor)`
  })
  const counts = names.map(
    (name, i) =>
      sql`SELECT ${sql.lit(i)} AS step, ${splitBy ? sql`COALESCE(value, ${NO_VALUE})` : sql`NULL`} AS value, COUNT(*) AS readers FROM ${name} GROUP BY 2`,
  )
  const { rows } = await sql<FunnelCount>`
    WITH seen AS MATERIALIZED (${seenEvents(siteNum, query)}), ${sql.join(reached)}
    ${sql.join(counts, sql` UNION ALL `)}`.execute(db)
  return rows
}

/** Returns a SELECT of the events of all steps, each under the filters of its own step. */
function seenEvents(
  siteNum: number,
  { steps, splitBy, instants, segments, operators, minAskers }: FunnelQuery,
): Sql {
  const scope = {
    siteNum,
    operators,
    namingRanges: () => [instants],
    minAskers,
    columnOf: ({ dimension }: FactFilter) => eventColumn(dimension, () => segments, SIDE),
  }
  const ofSteps = steps.map(({ kind, filters }) => {
    const isKind = sql`e.kind = ${sql.lit(EVENT_KINDS[kind])}`
    const conditions = filters.map((filter) => conditionSql(filter, scope))
    return sql`(${sql.join([isKind, ...conditions], sql` AND `)})`
  })
  const value = splitBy ? labelText(splitBy, 'named', operators) : sql`NULL`
  const join = splitBy
    ? sql`LEFT JOIN ${labelTable(splitBy, { siteNum, namingRanges: () => [instants], minAskers })} AS named ON named.num = ${eventColumn(splitBy, () => segments, SIDE)}`
    : sql``
  return sql`SELECT ${dayOfInstant(sql`e.at`, segments)} AS day, e.visitor, e.kind, e.at, e.seq, ${value} AS value
    FROM ${eventTable({ dimensions: splitBy ? [splitBy] : [], filters: steps.flatMap(({ filters }) => filters) }, SIDE)} AS e ${join}
    WHERE e.site_num = ${siteNum} AND e.at >= ${instants.fromMs} AND e.at < ${instants.toMs}
      AND (${sql.join(ofSteps, sql` OR `)}) AND ${timeGuard('e')}`
}
