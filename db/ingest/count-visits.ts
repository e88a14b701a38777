import { sql, type RawBuilder } from 'kysely'
import {
  COUNTED_KINDS,
  ENGAGED_KINDS,
  EVENT_COUNTS,
  EVENT_KINDS,
  ROLLUP_DIMENSIONS,
  VISIT_COUNTS,
  VISIT_DIMENSIONS,
  type CountedKind,
  type VisitCount,
} from '../../src/domain/events/event-kinds.ts'
import { siteDimension } from '../facts/rollup-keys.ts'
import { sessionStarts } from './count-days.ts'

type Sql = RawBuilder<unknown>

export const VISIT_KEY = ['site_dim', 'day', 'val'] as const
/** The columns of `rollup_visit`, in the order in which `countVisits` returns them. */
export const ROLLUP_VISIT_COLUMNS = [...VISIT_KEY, ...VISIT_COUNTS] as const

const isAnyOf = (kinds: readonly number[]): Sql =>
  sql`kind IN (${sql.join(kinds.map((kind) => sql.lit(kind)))})`

const readersWith = (kinds: readonly number[]): Sql =>
  sql`COUNT(DISTINCT CASE WHEN ${isAnyOf(kinds)} THEN visitor END)`

/** SQL that counts each column from events, which have `start_at` where they begin a visit. */
const COUNTED: Readonly<Record<Exclude<VisitCount, (typeof EVENT_COUNTS)[CountedKind]>, Sql>> = {
  sessions: sql`COUNT(start_at)`,
  readers: sql`COUNT(DISTINCT visitor)`,
  viewers: readersWith([EVENT_KINDS.impression]),
  clickers: readersWith([EVENT_KINDS.ai_click]),
  engaged: readersWith(ENGAGED_KINDS),
}

const COUNTS = sql.join([
  ...COUNTED_KINDS.map((kind) => {
    const isOne = isAnyOf([EVENT_KINDS[kind]])
    return sql`SUM(CASE WHEN ${isOne} THEN 1 ELSE 0 END) AS ${sql.ref(EVENT_COUNTS[kind])}`
  }),
  ...Object.entries(COUNTED).map(([name, count]) => sql`${count} AS ${sql.ref(name)}`),
])

const DIMENSIONS = sql.join(
  VISIT_DIMENSIONS.map((name) => sql`SELECT ${sql.lit(ROLLUP_DIMENSIONS[name])} AS dim`),
  sql` UNION ALL `,
)

const VALUE = sql`CASE dims.dim ${sql.join(
  VISIT_DIMENSIONS.map(
    (name) => sql`WHEN ${sql.lit(ROLLUP_DIMENSIONS[name])} THEN ${sql.ref(`s.${name}`)}`,
  ),
  sql` `,
)} END`

/**
 * Returns a SELECT of the rows that `rollup_visit` must hold, for all dimensions of visits at once; `day` and `where`
 * are as in `count-days.ts`. The events must have the sources of their visits.
 */
export const countVisits = (day: Sql, where: Sql): Sql => sql`
  SELECT site_dim, local_day, val, ${COUNTS}
  FROM (SELECT marked.site_num * ${sql.lit(siteDimension(1, 0))} + dims.dim AS site_dim, local_day, ${VALUE} AS val, kind, visitor, start_at
    FROM (${sessionStarts(day, where)}) AS marked JOIN visit_source AS s ON s.site_num = marked.site_num AND s.num = marked.source CROSS JOIN (${DIMENSIONS}) AS dims) AS seen
  GROUP BY site_dim, local_day, val`
