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
import { dayKindOf, siteDimension } from './rollup-keys.ts'
import { dayCellOf, dimensionCellOf, type DimensionCell } from './measures.ts'
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
 * Returns a SELECT of the days of a query, one row each. Joined with the kinds it gives the exact keys of a rollup's
 * rows, so that the kinds between them are not read, and a filter on one value is one seek a day.
 */
const eachDay = (query: FactQuery<BindableNumber>): Sql => {
  const { days } = query
  // The bucket is computed once for each day; next to the joined rows it would be computed for each of them.
  const columns = sql.join([sql`day`, ...bucketColumn(sql`day`, query)])
  return sql`WITH RECURSIVE d(day) AS (SELECT CAST(${days?.from ?? 0} AS BIGINT) UNION ALL SELECT day + 1 FROM d WHERE day + 1 < ${days?.to ?? 0}) SELECT ${columns} FROM d`
}

const eachKind = (kinds: readonly number[]): Sql =>
  sql.join(
    [...new Set(kinds)].map((kind) => sql`SELECT ${sql.lit(kind)} AS kind`),
    sql` UNION ALL `,
  )

/**
 * Returns the source of counts for totals and series without a dimension, which reads `rollup_day`, a few rows a day.
 */
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

/**
 * Returns the one dimension of the rollups that answers for all dimensions and filters of a query; undefined where no
 * single one does.
 */
export function rollupFor(query: FactQuery<BindableNumber>): RollupDimension | undefined {
  const dimensions = [...query.dimensions, ...flattenFilters(query.filters).map((f) => f.dimension)]
  const [first, ...others] = new Set(dimensions.map((dimension) => rollupOf(dimension)))
  return others.length === 0 ? (first ?? undefined) : undefined
}

/**
 * Returns the source of counts for a query that groups by or filters on one dimension: the rows of that dimension in
 * `rollup_dim`, in `rollup_visit`, or in both. Engines that readers came from are in `rollup_visit`.
 */
export function dimensionSource(
  siteNum: BindableNumber,
  rollup: RollupDimension,
  query: FactQuery<BindableNumber>,
): FactSource {
  const cells = query.measures.map((measure) => dimensionCellOf(measure, rollup))
  const parts = [eventPart(cells), visitPart(cells)].filter((part) => part !== undefined)
  const selects = parts.map((part) => selectPart(siteNum, query, part))
  const isOne = parts.length === 1 && query.dimensions.every(isGroupedByNumber)
  return {
    select: sql.join(selects, sql` UNION ALL `),
    isNumber: query.dimensions.map(isGroupedByNumber),
    sums: isOne ? (parts[0]?.sums ?? null) : null,
  }
}

/** The part of a query that reads one table of rollups, `f`. */
interface RollupRead {
  /** The table `f`, and the tables that it is joined with, except the days. */
  from: Sql
  dim: number
  /** The condition that joins a row of `f` with the days and with the other tables of `from`. */
  key: Sql
  /** One sum for each measure of the query: 0 for a measure that another table holds. */
  sums: Sql[]
}

type Cells = readonly (DimensionCell | undefined)[]

function eventPart(cells: Cells): RollupRead | undefined {
  const own = cells.filter((cell) => cell?.by === 'event')
  const [first] = own
  if (!first) return undefined
  const kinds = new Set(own.map(({ kind }) => kind))
  const ofKind = (kind: number): Sql =>
    kinds.size === 1 ? sql`` : sql` FILTER (WHERE kinds.kind = ${sql.lit(kind)})`
  return {
    from: sql`(${eachKind([...kinds])}) AS kinds CROSS JOIN rollup_dim AS f`,
    dim: first.dim,
    key: sql`f.day_kind = ${dayKindOf(sql`days.day`, sql`kinds.kind`)}`,
    sums: cells.map((cell) =>
      cell?.by === 'event' ? sql`COALESCE(SUM(f.events)${ofKind(cell.kind)}, 0)` : sql`0`,
    ),
  }
}

function visitPart(cells: Cells): RollupRead | undefined {
  const first = cells.find((cell) => cell?.by === 'visit')
  if (!first) return undefined
  return {
    from: sql`rollup_visit AS f`,
    dim: first.dim,
    key: sql`f.day = days.day`,
    sums: cells.map((cell) =>
      cell?.by === 'visit' ? sql`COALESCE(SUM(${sql.ref(`f.${cell.count}`)}), 0)` : sql`0`,
    ),
  }
}

function selectPart(
  siteNum: BindableNumber,
  query: FactQuery<BindableNumber>,
  { from, dim, key, sums }: RollupRead,
): Sql {
  const keys = query.dimensions.map((dimension, i) => keyColumn(dimension, i, siteNum, query))
  const scope = { ...query, siteNum, columnOf: () => sql`f.val` }
  const conditions = [
    sql`f.site_dim = ${siteNum} * ${sql.lit(siteDimension(1, 0))} + ${sql.lit(dim)}`,
    key,
    ...query.filters.map((filter) => conditionSql(filter, scope)),
    timeGuardBy(sql`f.val`),
  ]
  const columns = sql.join([
    ...(query.grain ? [sql`days.bucket`] : []),
    ...keys.map(({ column }) => column),
    ...query.measures.map((measure, i) => sql`${sums[i]} AS ${sql.ref(measure)}`),
  ])
  const names = [...(query.grain ? ['bucket'] : []), ...keys.map(({ name }) => name)]
  const joins = sql.join(
    keys.map(({ join }) => join),
    sql` `,
  )
  // @NOTE SQLite keeps the order of cross joins: it would look through all rows of a dimension to find those of some days.
  return sql`SELECT ${columns} FROM (${eachDay(query)}) AS days CROSS JOIN ${from} ${joins}
    WHERE ${sql.join(conditions, sql` AND `)}${groupBy(names)}`
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
