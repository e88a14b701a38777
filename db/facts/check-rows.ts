import { sql, type RawBuilder } from 'kysely'
import { withinTimeLimit } from '../forms.ts'
import { bucketOfDay } from './buckets.ts'
import {
  checkCondition,
  checkKey,
  checkName,
  isFiltered,
  isOfSource,
  namesEngine,
} from './check-dimensions.ts'
import type { FactDimension } from './dimensions.ts'
import { flattenFilters, type FactQuery } from './fact-query.ts'
import { dayOfInstant, hourOfInstant } from './local-time.ts'
import { measureRuleOf, type Measure, type SourceKind } from './measures.ts'

type Sql = RawBuilder<unknown>

/** The rows that are counted: checks `k`, or all sources `s` of checks. */
export type CheckRows = 'checks' | 'sources'

/** The engine that invents its answers, for tests and the demo. */
const FAKE = 'fake'

/** Returns true where a query counts the sources of checks, since it groups by or filters on a dimension of sources. */
export const isBySource = ({ dimensions, filters }: FactQuery): boolean =>
  [...dimensions, ...flattenFilters(filters).map((one) => one.dimension)].some(isOfSource)

/**
 * Says which answers a query leaves out, unless it asks for them: invented ones, and those to queries that name the
 * brand, which would make every rate look better than it is.
 */
export const leavesOut = ({ filters, dimensions }: FactQuery) => ({
  fake: !namesEngine(filters, FAKE),
  branded: !isFiltered(filters, 'branded') && !dimensions.includes('branded'),
})

/**
 * Returns a condition that holds for checks `k` that a query counts: those with an answer that it does not leave out.
 */
export function isCountedCheck(query: FactQuery): Sql {
  const left = leavesOut(query)
  const conditions = [
    sql`k.state = 'ok'`,
    ...(left.fake ? [sql`k.is_fake = 0`] : []),
    ...(left.branded ? [sql`k.branded = 0`] : []),
  ]
  return sql.join(conditions, sql` AND `)
}

/**
 * Returns the FROM and the WHERE that select the checks, or their sources, of a query's range that pass its filters;
 * the caller adds the columns and groups.
 */
export function checkRows(
  siteNum: number,
  query: FactQuery,
  rows: CheckRows,
): { from: Sql; where: Sql } {
  const { fromMs, toMs } = query.instants
  const scope = { siteNum, isByTag: query.dimensions.includes('tag') }
  const joins = query.dimensions.map((one) => checkKey(one).join).filter((join) => join !== null)
  const conditions = [
    sql`k.site_num = ${siteNum} AND k.at >= ${fromMs} AND k.at < ${toMs}`,
    ...query.filters.map((filter) => checkCondition(filter, scope)),
    checkTimeGuard,
  ]
  return {
    from: sql`citation_check AS k ${sql.join([...(rows === 'sources' ? [WITH_SOURCES] : []), ...joins, sql``], sql` `)}`,
    where: sql.join(conditions, sql` AND `),
  }
}

const WITH_SOURCES = sql`JOIN citation_source AS s ON s.site_num = k.site_num AND s.at = k.at AND s.check_num = k.num`

/**
 * A condition that always holds, and that checks the time limit at one check of 128 of a run, since many runs have
 * fewer than a thousand.
 */
const checkTimeGuard: Sql = sql`((k.num & 127) <> 0 OR ${withinTimeLimit})`

/** Returns the column with the bucket of a check `k`, or no column where the query has no grain. */
export function checkBucket({ grain, segments, monthStarts }: FactQuery): Sql[] {
  if (grain === null) return []
  const bucket =
    grain === 'hour'
      ? hourOfInstant(sql`k.at`, segments())
      : bucketOfDay(sql`(${dayOfInstant(sql`k.at`, segments())})`, grain, monthStarts)
  return [sql`${bucket} AS bucket`]
}

/** Returns the SQL that adds up a measure over rows. */
export function checkCount(measure: Measure, rows: CheckRows): Sql {
  const rule = measureRuleOf(measure)
  if (rule.by !== 'checks') throw new Error(`No check is counted as ${measure}`)
  if (rows === 'sources') {
    const { sources } = rule
    return sources
      ? sql`COALESCE(SUM(CASE WHEN ${OF_SOURCES[sources]} THEN 1 ELSE 0 END), 0)`
      : sql`0`
  }
  switch (rule.adds) {
    case 'each':
      return sql`COUNT(*)`
    case 'sources':
      return sql`0`
    case 'column':
      return sql`COALESCE(SUM(${sql.ref(`k.${rule.column}`)}), 0)`
    case 'known':
      return sql`COUNT(${sql.ref(`k.${rule.column}`)})`
  }
}

const OF_SOURCES: Readonly<Record<SourceKind, Sql>> = {
  cited: sql`s.role = 'cited'`,
  own: sql`s.role = 'cited' AND s.owner = 'own'`,
  tracked: sql`s.role = 'cited' AND s.owner IN ('own', 'competitor')`,
  retrieved: sql`s.role = 'retrieved'`,
}

/** Returns the names of the columns that rows are grouped by, one for each dimension. */
export const keyNames = ({ dimensions }: FactQuery): string[] =>
  dimensions.map((_, i) => `key_${i}`)

/** Returns the columns that rows are grouped by, one for each dimension. */
export const checkKeys = ({ dimensions }: FactQuery): Sql[] =>
  dimensions.map((one, i) => sql`${checkKey(one).column} AS ${sql.ref(`key_${i}`)}`)

/**
 * Returns the expressions of the texts that the keys of grouped rows `p` stand for, and the joins with the tables that
 * have them; `keyOf` names the column of a key.
 */
export function namedKeys(
  { dimensions }: FactQuery,
  keyOf: (dimension: FactDimension, i: number) => string = (_, i) => `key_${i}`,
): { texts: Sql[]; joins: Sql } {
  const names = dimensions.map((one, i) => checkName(one, keyOf(one, i), `named_${i}`))
  const joins = names.map(({ join }) => join).filter((join) => join !== null)
  return { texts: names.map(({ column }) => column), joins: sql.join([...joins, sql``], sql` `) }
}

export const groupByNames = (names: readonly string[]): Sql =>
  names.length === 0 ? sql`` : sql` GROUP BY ${sql.join(names.map((name) => sql.ref(name)))}`
