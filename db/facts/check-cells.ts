import { sql, type RawBuilder } from 'kysely'
import {
  checkBucket,
  checkCount,
  checkKeys,
  checkRows,
  isCountedCheck,
  keyNames,
  namedKeys,
} from './check-rows.ts'
import { NO_VALUE } from './dimensions.ts'
import type { FactQuery } from './fact-query.ts'
import type { Measure } from './measures.ts'

type Sql = RawBuilder<unknown>

/** A rate over checks: the measure that is counted, and the measure that it is a part of. */
export interface CheckRate {
  part: Measure
  whole: Measure
}

/** Splits a row of a query into its bucket, its labels, and the other columns, which follow them. */
export function labelledRow({ grain, dimensions }: FactQuery, row: readonly unknown[]) {
  const first = grain === null ? 0 : 1
  const end = first + dimensions.length
  return {
    bucket: grain === null ? null : Number(row[0]),
    labels: row.slice(first, end).map(String),
    rest: row.slice(end),
  }
}

/** Returns the names of the columns with the bucket and the labels of a query. */
export const groupNames = ({ grain, dimensions }: FactQuery): string[] => [
  ...(grain ? ['bucket'] : []),
  ...dimensions.map((_, i) => `label_${i}`),
]

interface Cells {
  rates: readonly CheckRate[]
  /** The columns that cells are divided by besides query and engine. */
  by: readonly 'model'[]
}

/**
 * Returns a statement of sums over runs, for each cell (a query, an engine, and the columns of `by`) within each bucket
 * and labels. Its columns are the bucket, the labels as texts, the cell and the sums.
 */
export function cellStatement(
  siteNum: number,
  query: FactQuery,
  { rates, by }: Cells,
  sums: readonly CellSum[],
): Sql {
  const cell = ['query_num', 'engine', ...by]
  const keys = [...(query.grain ? ['bucket'] : []), ...keyNames(query), ...cell]
  const runs = runStatement(siteNum, query, { rates, by })
  const columns = [
    ...keys.map((name) => sql.ref(`r.${name}`)),
    ...sums.map(({ name, value }) => sql`${value} AS ${sql.ref(name)}`),
  ]
  const groups = sql.join(keys.map((name) => sql.ref(`r.${name}`)))
  const { texts, joins } = namedKeys(query)
  const named = [
    ...(query.grain ? [sql`p.bucket AS bucket`] : []),
    ...texts.map((text, i) => sql`COALESCE(${text}, ${NO_VALUE}) AS ${sql.ref(`label_${i}`)}`),
    ...[...cell, ...sums.map(({ name }) => name)].map((name) => sql.ref(`p.${name}`)),
  ]
  return sql`SELECT ${sql.join(named)} FROM (SELECT ${sql.join(columns)} FROM (${runs}) AS r GROUP BY ${groups}) AS p ${joins}`
}

/**
 * Returns a statement that counts the checks of each run in each cell, with the part and the whole of each rate. It
 * leaves out a run in which the whole of every rate is 0.
 */
function runStatement(siteNum: number, query: FactQuery, { rates, by }: Cells): Sql {
  const { from, where } = checkRows(siteNum, query, 'checks')
  const cell = ['query_num', 'engine', ...by, 'run_num']
  const columns = [
    ...checkBucket(query),
    ...checkKeys(query),
    ...cell.map((name) => sql`${sql.ref(`k.${name}`)} AS ${sql.ref(name)}`),
    sql`COUNT(*) AS checks`,
    ...rates.flatMap(({ part, whole }, i) => [
      sql`${checkCount(part, 'checks')} AS ${sql.ref(`part_${i}`)}`,
      sql`${checkCount(whole, 'checks')} AS ${sql.ref(`whole_${i}`)}`,
    ]),
  ]
  const groups = sql.join([
    ...[...(query.grain ? ['bucket'] : []), ...keyNames(query)].map((name) => sql.ref(name)),
    ...cell.map((name) => sql.ref(`k.${name}`)),
  ])
  const divides = rates.map((_, i) => sql`${sql.ref(`whole_${i}`)} > 0`)
  return sql`SELECT * FROM (SELECT ${sql.join(columns)} FROM ${from} WHERE ${where} AND ${isCountedCheck(query)} GROUP BY ${groups}) AS k
    WHERE ${sql.join(divides, sql` OR `)}`
}

export interface CellSum {
  name: string
  value: Sql
}

/**
 * Returns the sums over the runs of a cell from which the interval of the rate with index `i` is computed. A run whose
 * whole is 0 does not count for the rate.
 */
export function cellSums(i: number): CellSum[] {
  const [part, whole] = [sql.ref(`r.part_${i}`), sql.ref(`r.whole_${i}`)]
  const has = (value: Sql): Sql => sql`SUM(CASE WHEN ${whole} > 0 THEN ${value} ELSE 0 END)`
  const named: Record<string, Sql> = {
    n: has(sql`1`),
    k: has(sql`r.checks`),
    p: sql`SUM(${part})`,
    w: sql`SUM(${whole})`,
    pp: sql`SUM(${part} * ${part})`,
    pk: sql`SUM(${part} * r.checks)`,
    pw: sql`SUM(${part} * ${whole})`,
    ww: sql`SUM(${whole} * ${whole})`,
    wk: sql`SUM(${whole} * r.checks)`,
    kk: has(sql`r.checks * r.checks`),
  }
  return Object.entries(named).map(([name, value]) => ({ name: `${name}_${i}`, value }))
}

/** The names of the sums over the runs of a cell by which a change of a rate is judged. */
export const PERIOD_SUMS = ['part', 'whole', 'runs', 'rates', 'squares'] as const

export function periodSums(i: number): CellSum[] {
  const [part, whole] = [sql.ref(`r.part_${i}`), sql.ref(`r.whole_${i}`)]
  const rate = sql`CAST(${part} AS DOUBLE PRECISION) / ${whole}`
  const has = (value: Sql): Sql => sql`SUM(CASE WHEN ${whole} > 0 THEN ${value} ELSE 0 END)`
  const named: Record<(typeof PERIOD_SUMS)[number], Sql> = {
    part: has(part),
    whole: has(whole),
    runs: has(sql`1`),
    rates: has(rate),
    squares: has(sql`(${rate}) * (${rate})`),
  }
  return PERIOD_SUMS.map((name) => ({ name: `${name}_${i}`, value: named[name] }))
}
