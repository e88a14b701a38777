import { sql, type RawBuilder } from 'kysely'
import { RATE_MOMENTS, type RateMoments } from '../../src/domain/statistics/clustered-rate.ts'
import type { PeriodCell } from '../../src/domain/statistics/paired-change.ts'
import {
  checkBucket,
  checkCount,
  checkKeys,
  checkRows,
  groupByNames,
  isCountedCheck,
  keyNames,
  namedKeys,
} from './check-rows.ts'
import { NO_VALUE } from './dimensions.ts'
import type { FactQuery } from './fact-query.ts'
import type { Measure } from './measures.ts'
import type { FactReader } from './run-facts.ts'

type Sql = RawBuilder<unknown>

/** A rate over checks: what is counted, and what it is a part of. */
export interface CheckRate {
  part: Measure
  whole: Measure
}

/** What the intervals of the rates of one row rest on. */
export interface RowMoments {
  bucket: number | null
  labels: string[]
  /** What all its checks are of. */
  queries: number
  engines: number
  /** In the order of the rates. */
  moments: RateMoments[]
}

/** More rows than any answer shows. */
const MAX_ROWS = 20_000

/** Reads for each row of a query what the intervals of some rates need: sums over its cells, of sums over their runs. */
export async function readRateMoments(
  { rows: read, compiler }: FactReader,
  siteNum: number,
  query: FactQuery,
  rates: readonly CheckRate[],
): Promise<RowMoments[]> {
  if (rates.length === 0) return []
  const of = rates.map((_, i) => i)
  const cells = cellStatement(siteNum, query, { rates, by: [] }, of.flatMap(cellSums))
  const groups = groupNames(query)
  const asked = sql`COUNT(DISTINCT c.query_num), COUNT(DISTINCT c.engine)`
  const columns = [...groups.map((name) => sql.ref(name)), asked, ...of.flatMap(rowSums)]
  const statement = sql`SELECT ${sql.join(columns)} FROM (${cells}) AS c${groupByNames(groups)} LIMIT ${MAX_ROWS}`
  const rows = await read(statement.compile(compiler))
  return rows.map((row) => {
    const { bucket, labels, rest } = labelled(query, row)
    const [queries, engines, ...sums] = rest.map((cell) => Number(cell ?? 0))
    const moments = of.map((i) => toMoments(sums.slice(i * RATE_MOMENTS.length)))
    return { bucket, labels, queries: queries ?? 0, engines: engines ?? 0, moments }
  })
}

// @NOTE built from all keys, in the order in which the statement names them.
const toMoments = (cells: readonly number[]): RateMoments =>
  Object.fromEntries(RATE_MOMENTS.map((name, i) => [name, cells[i] ?? 0])) as Record<
    keyof RateMoments,
    number
  >

/** A cell of a row. */
export interface LabelledCell extends PeriodCell {
  labels: string[]
}

/** Reads the cells of each row of a query without a grain, as changes of one rate are judged by them. */
export async function readPeriodCells(
  { rows: read, compiler }: FactReader,
  siteNum: number,
  query: FactQuery,
  rate: CheckRate,
): Promise<LabelledCell[]> {
  const whole = { ...query, grain: null }
  const statement = cellStatement(siteNum, whole, { rates: [rate], by: ['model'] }, PERIOD_SUMS)
  const rows = await read(sql`${statement} LIMIT ${MAX_ROWS}`.compile(compiler))
  return rows.map((row) => {
    const { labels, rest } = labelled(whole, row)
    const [query_num, engine, model, part, all, runs, rates, squares] = rest
    return {
      labels,
      query: Number(query_num),
      engine: String(engine),
      model: String(model),
      part: Number(part),
      whole: Number(all),
      runs: Number(runs),
      rates: Number(rates),
      squares: Number(squares),
    }
  })
}

function labelled({ grain, dimensions }: FactQuery, row: readonly unknown[]) {
  const first = grain === null ? 0 : 1
  const end = first + dimensions.length
  return {
    bucket: grain === null ? null : Number(row[0]),
    labels: row.slice(first, end).map(String),
    rest: row.slice(end),
  }
}

const groupNames = ({ grain, dimensions }: FactQuery): string[] => [
  ...(grain ? ['bucket'] : []),
  ...dimensions.map((_, i) => `label_${i}`),
]

interface Cells {
  rates: readonly CheckRate[]
  /** What cells are told apart by besides query and engine. */
  by: readonly 'model'[]
}

/** Sums the runs of each cell of each row, which is named. Columns are the bucket, the labels, the cell and the sums. */
function cellStatement(
  siteNum: number,
  query: FactQuery,
  { rates, by }: Cells,
  sums: readonly Sum[],
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

/** Counts the checks of each run in each cell, with the part and the whole of each rate. */
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
  return sql`SELECT ${sql.join(columns)} FROM ${from} WHERE ${where} AND ${isCountedCheck(query)} GROUP BY ${groups}`
}

interface Sum {
  name: string
  value: Sql
}

/** Sums over the runs of a cell. A run with nothing to divide by says nothing of a rate. */
function cellSums(i: number): Sum[] {
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

/** `RATE_MOMENTS` of a row, from the sums of its cells. */
function rowSums(i: number): Sql[] {
  const of = (name: string): Sql => sql`CAST(${sql.ref(`c.${name}_${i}`)} AS DOUBLE PRECISION)`
  const [n, k, p, w] = [of('n'), of('k'), of('p'), of('w')]
  const [parts, wholes] = [sql`(${p} / ${k})`, sql`(${w} / ${k})`]
  const where = (holds: Sql, value: Sql): Sql =>
    sql`SUM(CASE WHEN ${holds} THEN ${value} ELSE 0 END)`
  const [many, one] = [sql`${n} > 1`, sql`${n} = 1`]
  const few = sql`${n} / (${n} - 1)`
  const offParts = sql`${of('pp')} - 2 * ${parts} * ${of('pk')} + ${parts} * ${parts} * ${of('kk')}`
  const offWholes = sql`${of('ww')} - 2 * ${wholes} * ${of('wk')} + ${wholes} * ${wholes} * ${of('kk')}`
  const both = sql`${wholes} * ${of('pk')} - ${of('pw')} - ${parts} * ${wholes} * ${of('kk')} + ${parts} * ${of('wk')}`
  return [
    where(sql`${n} > 0`, sql`1`),
    sql`SUM(${n})`,
    sql`SUM(${k})`,
    sql`SUM(${p})`,
    sql`SUM(${w})`,
    where(many, sql`${few} * (${offParts})`),
    where(many, sql`${few} * (${offWholes})`),
    where(many, sql`${few} * (${both})`),
    where(many, sql`${w} * ${w} / ${n}`),
    where(many, sql`${n} - 1`),
    where(one, sql`${w} * ${w}`),
  ]
}

const RATE = sql`CAST(r.part_0 AS DOUBLE PRECISION) / r.whole_0`

const ifWhole = (value: Sql): Sql => sql`SUM(CASE WHEN r.whole_0 > 0 THEN ${value} ELSE 0 END)`

const PERIOD_SUMS: readonly Sum[] = [
  { name: 'part', value: sql`SUM(r.part_0)` },
  { name: 'whole', value: sql`SUM(r.whole_0)` },
  { name: 'runs', value: ifWhole(sql`1`) },
  { name: 'rates', value: ifWhole(RATE) },
  { name: 'squares', value: ifWhole(sql`(${RATE}) * (${RATE})`) },
]
