import { sql, type RawBuilder } from 'kysely'
import { RATE_MOMENTS, type RateMoments } from '../../src/domain/statistics/clustered-rate.ts'
import type { PeriodCell } from '../../src/domain/statistics/paired-change.ts'
import {
  cellStatement,
  cellSums,
  type CheckRate,
  groupNames,
  labelledRow,
  PERIOD_SUMS,
  periodSums,
} from './check-cells.ts'
import { cellColumnOf, isOfCell } from './check-dimensions.ts'
import { isAmong } from '../is-among.ts'
import { NO_VALUE } from './dimensions.ts'
import type { FactQuery } from './fact-query.ts'
import { groupByNames, namedKeys } from './check-rows.ts'
import type { FactReader } from './run-facts.ts'

type Sql = RawBuilder<unknown>

/** The sums from which the intervals of one row's rates are computed. */
export interface RowMoments {
  bucket: number | null
  labels: string[]
  /** The number of different queries among all checks of the row, and the number of different engines. */
  queries: number
  engines: number
  /** The sums of each rate, in the order of the rates. */
  moments: RateMoments[]
}

/** The sums from which the intervals of an answer are computed: over all checks, and over those of each row. */
export interface FoundMoments {
  whole: RowMoments | undefined
  rows: RowMoments[]
}

/** The most rows whose sums are read: more than any answer shows. */
const MAX_ROWS = 20_000

/**
 * Reads the sums from which the intervals of some rates are computed, over all checks of a query and over the rows that
 * are shown, which are named by their labels by dimension. The site's checks are grouped once where that serves both.
 */
export async function readRateMoments(
  reader: FactReader,
  siteNum: number,
  query: FactQuery,
  rates: readonly CheckRate[],
  shown: readonly (readonly string[])[],
): Promise<FoundMoments> {
  if (rates.length === 0) return { whole: undefined, rows: [] }
  const whole = { ...query, dimensions: [], grain: null }
  const isEmpty = query.dimensions.length > 0 && shown.every(({ length }) => length === 0)
  if (isEmpty || (query.dimensions.length === 0 && query.grain === null)) {
    const [found] = await momentsOf(reader, whole, rates, momentStatement(siteNum, whole, rates))
    return { whole: found, rows: [] }
  }
  if (query.grain === null && query.dimensions.every(isOfCell)) {
    const statement = sharedStatement(siteNum, query, rates, shown)
    const [found, ...rows] = await momentsOf(reader, query, rates, statement)
    return { whole: found, rows }
  }
  const [found] = await momentsOf(reader, whole, rates, momentStatement(siteNum, whole, rates))
  const narrowed = { ...query, filters: [...query.filters, ...filtersOf(query, shown)] }
  const statement = momentStatement(siteNum, narrowed, rates)
  return { whole: found, rows: await momentsOf(reader, query, rates, statement) }
}

const filtersOf = (
  { dimensions }: FactQuery,
  shown: readonly (readonly string[])[],
): FactQuery['filters'] =>
  dimensions.map((dimension, i) => ({ dimension, op: 'in', values: shown[i] ?? [] }))

async function momentsOf(
  { rows: read, compiler }: FactReader,
  query: FactQuery,
  rates: readonly CheckRate[],
  statement: Sql,
): Promise<RowMoments[]> {
  const rows = await read(sql`${statement} LIMIT ${MAX_ROWS}`.compile(compiler))
  return rows.map((row) => {
    const { bucket, labels, rest } = labelledRow(query, row)
    const [queries, engines, ...sums] = rest.map((cell) => Number(cell ?? 0))
    const moments = rates.map((_, i) => toMoments(sums.slice(i * RATE_MOMENTS.length)))
    return { bucket, labels, queries: queries ?? 0, engines: engines ?? 0, moments }
  })
}

/** Returns the columns that a row of cells `c` has behind its labels. */
const momentColumns = (rates: readonly CheckRate[]): Sql[] => [
  sql`COUNT(DISTINCT c.query_num)`,
  sql`COUNT(DISTINCT c.engine)`,
  ...rates.flatMap((_, i) => rowSums(i)),
]

const cellsOf = (siteNum: number, query: FactQuery, rates: readonly CheckRate[]): Sql =>
  cellStatement(
    siteNum,
    query,
    { rates, by: [] },
    rates.flatMap((_, i) => cellSums(i)),
  )

function momentStatement(siteNum: number, query: FactQuery, rates: readonly CheckRate[]): Sql {
  const groups = groupNames(query)
  const columns = [...groups.map((name) => sql.ref(name)), ...momentColumns(rates)]
  return sql`SELECT ${sql.join(columns)} FROM (${cellsOf(siteNum, query, rates)}) AS c${groupByNames(groups)}`
}

/**
 * Returns a statement for queries in which each cell is a part of exactly one row: the cells of all checks are read
 * once, and rows are sums of them.
 */
function sharedStatement(
  siteNum: number,
  query: FactQuery,
  rates: readonly CheckRate[],
  shown: readonly (readonly string[])[],
): Sql {
  const names = groupNames(query)
  const { texts, joins } = namedKeys(query, cellColumnOf)
  const labels = texts.map(
    (text, i) => sql`COALESCE(${text}, ${NO_VALUE}) AS ${sql.ref(`label_${i}`)}`,
  )
  const isShown = names.map((name, i) => isAmong(sql.ref(name), shown[i] ?? []))
  const [none, columns] = [names.map(() => sql`''`), momentColumns(rates)]
  return sql`WITH cells AS MATERIALIZED (${cellsOf(siteNum, { ...query, dimensions: [] }, rates)})
    SELECT * FROM (
      SELECT ${sql.join([...none, ...columns])} FROM cells AS c
      UNION ALL
      SELECT ${sql.join([...names.map((name) => sql.ref(name)), ...columns])}
      FROM (SELECT ${sql.join([...labels, sql`p.*`])} FROM cells AS p ${joins}) AS c
      WHERE ${sql.join(isShown, sql` AND `)}${groupByNames(names)}
    ) AS moments`
}

// @NOTE built from all keys, in the order in which the statement names them.
const toMoments = (cells: readonly number[]): RateMoments =>
  Object.fromEntries(RATE_MOMENTS.map((name, i) => [name, cells[i] ?? 0])) as Record<
    keyof RateMoments,
    number
  >

/** A cell (a query and an engine) with its sums, and the labels of the row that it is a part of. */
export interface LabelledCell extends PeriodCell {
  labels: string[]
}

/**
 * Reads the cells of each row of a query without a grain, with the sums by which changes of some rates are judged, in
 * the order of the rates. The site's checks are grouped once for all rates.
 */
export async function readPeriodCells(
  { rows: read, compiler }: FactReader,
  siteNum: number,
  query: FactQuery,
  rates: readonly CheckRate[],
): Promise<LabelledCell[][]> {
  if (rates.length === 0) return []
  const whole = { ...query, grain: null }
  const sums = rates.flatMap((_, i) => periodSums(i))
  const statement = cellStatement(siteNum, whole, { rates, by: ['model'] }, sums)
  const rows = await read(sql`${statement} LIMIT ${MAX_ROWS}`.compile(compiler))
  const cells = rows.map((row) => labelledRow(whole, row))
  return rates.map((_, i) =>
    cells.flatMap(({ labels, rest }): LabelledCell[] => {
      const [query_num, engine, model, ...counts] = rest
      const [part, all, runs, ofRuns, squares] = counts.slice(i * PERIOD_SUMS.length).map(Number)
      // A cell without runs of this rate has runs of another one.
      if (!runs) return []
      return [
        {
          labels,
          query: Number(query_num),
          engine: String(engine),
          model: String(model),
          part: part ?? 0,
          whole: all ?? 0,
          runs,
          rates: ofRuns ?? 0,
          squares: squares ?? 0,
        },
      ]
    }),
  )
}

/** Returns the `RATE_MOMENTS` of the rate with index `i` in a row, as sums over the row's cells. */
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
