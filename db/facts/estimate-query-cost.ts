import { sql } from 'kysely'
import type { ReadRows } from '../sqlite/reader.ts'
import type { Db } from '../tables/schema.ts'
import { isBySource } from './check-rows.ts'
import { isGroupedByNumber, rollupOf, type FactDimension } from './dimensions.ts'
import { flattenFilters, type FactFilter, type FactQuery } from './fact-query.ts'
import { isPattern, namesSource, type NameScope } from './filters.ts'
import { countsSources, dimensionCellOf, isOfChecks } from './measures.ts'
import { dayKind, siteDimension } from './rollup-keys.ts'

/**
 * Steps that one call may read on the event loop, which take about five milliseconds. A step is the comparison of one
 * character, two or three nanoseconds; the costs below were measured in such steps.
 */
export const MAX_STEPS_PER_CALL = 2_000_000
/** The steps to find, join and sum a row of a rollup. */
const ROW_STEPS = 100
/** The steps to seek a day with a kind in a rollup. */
const SEEK_STEPS = 400
/** The steps to compile, prepare and bind a value of a filter. */
const VALUE_STEPS = 1_500
/** The steps to read, join and sum one check, or one source of a check. */
const CHECK_STEPS = 800
/** The number of months with which a row's day is compared at the cost of one more row. */
const MONTHS_PER_ROW = 8
/**
 * The most names of a dimension that are counted; on a site with more, a query that compares names runs in a thread.
 */
const MAX_COUNTED_NAMES = 5_000

interface CostContext {
  rows: ReadRows
  /** The database for which statements are compiled; none runs on it. */
  compiler: Db
  siteNum: number
}

/**
 * Estimates, without running it, how many steps a query over rollups or answers takes at most; Infinity where that is
 * more than `most`. The estimate reads no more rows than a query of `most` steps would.
 */
export async function estimateQueryCost(
  weighing: CostContext,
  query: FactQuery,
  most: number,
): Promise<number> {
  const filters = flattenFilters(query.filters)
  const values = filters.reduce((sum, filter) => sum + filter.values.length, 0)
  if (query.measures.some(isOfChecks)) return checkSteps(weighing, query, { values, most })
  const { days } = query
  const seeks = (days ? days.to - days.from : 0) * Math.max(1, query.measures.length)
  const perRow = ROW_STEPS * (1 + query.monthStarts.length / MONTHS_PER_ROW)
  const isDivided = query.dimensions.length + filters.length > 0
  let steps = values * VALUE_STEPS + seeks * (isDivided ? SEEK_STEPS : perRow)
  if (!isDivided || steps > most) return steps
  for (const dimension of new Set(filters.map((filter) => filter.dimension))) {
    const asked = filters.filter((filter) => filter.dimension === dimension)
    steps += await nameComparisonSteps(
      weighing,
      { ...query, siteNum: weighing.siteNum },
      dimension,
      asked,
    )
    if (steps > most) return Infinity
  }
  const mostRows = Math.ceil((most - steps) / perRow)
  const pinned = pinnedValues(query)
  const rows =
    pinned === undefined
      ? await countRollupRows(weighing, query, mostRows)
      : Math.min(seeks * pinned, mostRows + 1)
  return rows > mostRows ? Infinity : steps + rows * perRow
}

/**
 * Estimates the steps of a query over answers: every check of the range is read, and compared with the values of the
 * filters.
 */
async function checkSteps(
  { rows, compiler, siteNum }: CostContext,
  query: FactQuery,
  { values, most }: { values: number; most: number },
): Promise<number> {
  const { fromMs, toMs } = query.instants
  const bySource = isBySource(query) || query.measures.some(countsSources)
  const table = sql.table(bySource ? 'citation_source' : 'citation_check')
  const perRow = CHECK_STEPS * (1 + values / VALUES_PER_ROW)
  const mostRows = Math.ceil(Math.max(0, most - values * VALUE_STEPS) / perRow)
  const found = sql`SELECT COUNT(*) FROM (SELECT 1 FROM ${table} WHERE site_num = ${siteNum}
    AND at >= ${fromMs} AND at < ${toMs} LIMIT ${mostRows + 1}) AS checks`
  const [[count] = []] = await rows(found.compile(compiler))
  return Number(count) > mostRows ? Infinity : values * VALUE_STEPS + Number(count) * perRow
}

/** The number of values with which a check is compared at the cost of one more check. */
const VALUES_PER_ROW = 8

/**
 * Counts the values that the filters of a query leave, each of which is sought on each day; undefined where all values
 * are read.
 */
function pinnedValues({ filters }: FactQuery): number | undefined {
  const pinned = filters.find(
    (one): one is FactFilter =>
      !('anyOf' in one) && (one.op === 'is' || one.op === 'in') && isGroupedByNumber(one.dimension),
  )
  return pinned?.values.length
}

/**
 * Counts the rows of the query's dimension on its days, in each table of rollups that has some of its measures. Rows of
 * kinds that the query does not count are among them.
 */
async function countRollupRows(
  { rows, compiler, siteNum }: CostContext,
  { days, dimensions, filters, measures }: FactQuery,
  most: number,
): Promise<number> {
  const [dimension] = [...dimensions, ...flattenFilters(filters).map((one) => one.dimension)]
  const rollup = dimension && rollupOf(dimension)
  if (!rollup || !days) return most + 1
  const cells = measures.flatMap((measure) => dimensionCellOf(measure, rollup) ?? [])
  const event = cells.find(({ by }) => by === 'event')
  const visit = cells.find(({ by }) => by === 'visit')
  const places = [
    ...(event
      ? [
          sql`SELECT 1 FROM rollup_dim WHERE site_dim = ${siteDimension(siteNum, event.dim)}
            AND day_kind >= ${dayKind(days.from, 0)} AND day_kind < ${dayKind(days.to, 0)}`,
        ]
      : []),
    ...(visit
      ? [
          sql`SELECT 1 FROM rollup_visit WHERE site_dim = ${siteDimension(siteNum, visit.dim)}
            AND day >= ${days.from} AND day < ${days.to}`,
        ]
      : []),
  ]
  if (places.length === 0) return most + 1
  const counted = sql`SELECT COUNT(*) FROM (${sql.join(places, sql` UNION ALL `)} LIMIT ${most + 1}) AS rollups`
  const [[count] = []] = await rows(counted.compile(compiler))
  return Number(count)
}

/**
 * Counts the steps to compare every name of a dimension with all patterns of its filters; look-ups of exact names cost
 * nothing.
 */
async function nameComparisonSteps(
  { rows, compiler }: CostContext,
  scope: NameScope,
  dimension: FactDimension,
  filters: readonly FactFilter[],
): Promise<number> {
  const scanning = filters.filter(({ op }) => isPattern(op) || !isGroupedByNumber(dimension))
  if (scanning.length === 0) return 0
  const { from, ofSite, text } = namesSource(dimension, scope)
  const names = sql`SELECT COUNT(*), COALESCE(SUM(LENGTH(name)), 0) FROM (SELECT ${text} AS name FROM ${from} AS l
    WHERE ${ofSite}1 = 1 LIMIT ${MAX_COUNTED_NAMES + 1}) AS names`
  const [[count, characters] = []] = await rows(names.compile(compiler))
  if (Number(count) > MAX_COUNTED_NAMES) return Infinity
  const patterns = scanning.filter(({ op }) => isPattern(op)).flatMap(({ values }) => values)
  const perCharacter = patterns.reduce((sum, pattern) => sum + pattern.length, 1)
  return Number(count) * ROW_STEPS * scanning.length + Number(characters) * perCharacter
}
