import { sql, type RawBuilder } from 'kysely'
import { bucketOfDay } from './buckets.ts'
import {
  isGroupedByNumber,
  labelTable,
  labelText,
  rollupOf,
  type FactDimension,
} from './dimensions.ts'
import { flattenFilters, type FactQuery } from './fact-query.ts'
import type { FactSource } from './fact-source.ts'
import { conditionSql } from './filters.ts'
import type { RollupDimension } from '../../src/domain/events/event-kinds.ts'
import { KINDS_OF_DAY, siteDimension } from './rollup-keys.ts'
import { dayCellOf, dimensionCellOf, type DimensionCell, type Measure } from './measures.ts'
import type { BindableNumber } from '../prepared-statement.ts'
import { timeGuardBy } from './time-guard.ts'

type Sql = RawBuilder<unknown>

const dayRange = ({ days }: FactQuery<BindableNumber>): Sql =>
  sql`f.day >= ${days?.from ?? 0} AND f.day < ${days?.to ?? 0}`

const bucketColumn = (day: Sql, { grain, monthStarts }: FactQuery<BindableNumber>): Sql[] =>
  grain ? [sql`${bucketOfDay(day, grain, monthStarts)} AS bucket`] : []

const groupBy = (names: readonly string[]): Sql =>
  names.length === 0 ? sql`` : sql` GROUP BY ${sql.join(names.map((name) => sql.ref(name)))}`

const kindsOf = (column: Sql, kinds: readonly number[]): Sql =>
  sql`${column} IN (${sql.join([...new Set(kinds)].map((kind) => sql.lit(kind)))})`

/**
 * Lists the days of a range, one row each. Joined with the cells it gives the exact keys of a rollup's rows, so that
 * the kinds between them are not read, and a filter on one value is one seek a day.
 */
const eachDay = ({ days }: FactQuery<BindableNumber>): Sql =>
  sql`WITH RECURSIVE d(day) AS (SELECT CAST(${days?.from ?? 0} AS BIGINT) UNION ALL SELECT day + 1 FROM d WHERE day + 1 < ${days?.to ?? 0}) SELECT day FROM d`

const eachCell = (cells: readonly DimensionCell[]): Sql =>
  sql.join(
    cells.map(({ dim, kind }) => sql`SELECT ${sql.lit(dim)} AS dim, ${sql.lit(kind)} AS kind`),
    sql` UNION ALL `,
  )

const cellKey = ({ dim, kind }: DimensionCell): string => `${dim} ${kind}`

/** Totals and series without a dimension come from `rollup_day`, which has a few rows a day. */
export function daySource(siteNum: BindableNumber, query: FactQuery<BindableNumber>): FactSource {
  const cells = query.measures.flatMap((measure) => {
    const cell = dayCellOf(measure)
    return cell ? [{ measure, ...cell }] : []
  })
  const sums = cells.map(
    ({ kind, column }) =>
      sql`COALESCE(SUM(${sql.ref(`f.${column}`)}) FILTER (WHERE f.kind = ${sql.lit(kind)}), 0)`,
  )
  const counts = cells.map(({ measure }, i) => sql`${sums[i]} AS ${sql.ref(measure)}`)
  const columns = sql.join([...bucketColumn(sql`f.day`, query), ...counts])
  // Each sum looks at the kind of a row itself. A list in front saves groups of other kinds, and costs a total a fifth.
  const kinds = query.grain
    ? sql` AND ${kindsOf(
        sql`f.kind`,
        cells.map(({ kind }) => kind),
      )}`
    : sql``
  return {
    select: sql`SELECT ${columns} FROM rollup_day AS f
      WHERE f.site_num = ${siteNum} AND ${dayRange(query)}${kinds}${groupBy(query.grain ? ['bucket'] : [])}`,
    isNumber: [],
    sums,
  }
}

/** Returns the one rollup that all dimensions of a query can be read from; undefined where there is none. */
export function rollupFor(query: FactQuery<BindableNumber>): RollupDimension | undefined {
  const dimensions = [...query.dimensions, ...flattenFilters(query.filters).map((f) => f.dimension)]
  const [first, ...others] = new Set(dimensions.map((dimension) => rollupOf(dimension)))
  return others.length === 0 ? (first ?? undefined) : undefined
}

/** A query that groups by or filters on one dimension reads the rows of that dimension in `rollup_dim`. */
export function dimensionSource(
  siteNum: BindableNumber,
  rollup: RollupDimension,
  query: FactQuery<BindableNumber>,
): FactSource {
  // @NOTE a query comes here only when every measure is counted by the dimension.
  const cellOf = (measure: Measure) => dimensionCellOf(measure, rollup) ?? { dim: 0, kind: 0 }
  const cells = [
    ...new Map(query.measures.map(cellOf).map((cell) => [cellKey(cell), cell])).values(),
  ]
  const ofCell = ({ dim, kind }: DimensionCell): Sql =>
    cells.length === 1
      ? sql``
      : sql` FILTER (WHERE cells.dim = ${sql.lit(dim)} AND cells.kind = ${sql.lit(kind)})`
  const sums = query.measures.map(
    (measure) => sql`COALESCE(SUM(f.events)${ofCell(cellOf(measure))}, 0)`,
  )
  const counts = query.measures.map((measure, i) => sql`${sums[i]} AS ${sql.ref(measure)}`)
  const keys = query.dimensions.map((dimension, i) => keyColumn(dimension, i, siteNum, query))
  const scope = { ...query, siteNum, columnOf: () => sql`f.val` }
  // @NOTE SQLite keeps the order of cross joins: it would look through all rows of a dimension to find those of some days.
  const from = sql`(${eachDay(query)}) AS days CROSS JOIN (${eachCell(cells)}) AS cells CROSS JOIN rollup_dim AS f`
  const conditions = [
    sql`f.site_dim = ${siteNum} * ${sql.lit(siteDimension(1, 0))} + cells.dim`,
    sql`f.day_kind = days.day * ${sql.lit(KINDS_OF_DAY)} + cells.kind`,
    ...query.filters.map((filter) => conditionSql(filter, scope)),
    timeGuardBy(sql`f.val`),
  ]
  const columns = sql.join([
    ...bucketColumn(sql`days.day`, query),
    ...keys.map(({ column }) => column),
    ...counts,
  ])
  const names = [...(query.grain ? ['bucket'] : []), ...keys.map(({ name }) => name)]
  const joins = sql.join(
    keys.map(({ join }) => join),
    sql` `,
  )
  return {
    select: sql`SELECT ${columns} FROM ${from} ${joins}
      WHERE ${sql.join(conditions, sql` AND `)}${groupBy(names)}`,
    isNumber: query.dimensions.map(isGroupedByNumber),
    sums: query.dimensions.every(isGroupedByNumber) ? sums : null,
  }
}

function keyColumn(
  dimension: FactDimension,
  index: number,
  siteNum: BindableNumber,
  { operators, namingRanges, minAskers }: FactQuery<BindableNumber>,
) {
  const name = `key_${index}`
  if (isGroupedByNumber(dimension)) {
    return { name, column: sql`f.val AS ${sql.ref(name)}`, join: sql`` }
  }
  const l = `shared_${index}`
  return {
    name,
    column: sql`${labelText(dimension, l, operators)} AS ${sql.ref(name)}`,
    join: sql`LEFT JOIN ${labelTable(dimension, { siteNum, namingRanges, minAskers })} AS ${sql.ref(l)} ON ${sql.ref(`${l}.num`)} = f.val`,
  }
}
