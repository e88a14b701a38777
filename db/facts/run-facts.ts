import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { BoundedMap } from '../../src/lib/cache/bounded-map.ts'
import type { Db } from '../tables/schema.ts'
import { checkSource } from './check-source.ts'
import { NO_VALUE, isGroupedByNumber, labelTable, labelText } from './dimensions.ts'
import type { FactQuery, FactRow } from './fact-query.ts'
import type { ReadRows } from '../sqlite/reader.ts'
import type { FactSource } from './fact-source.ts'
import {
  dayCellOf,
  dimensionCellOf,
  isOfChecks,
  measureRuleOf,
  zeroValues,
  type Measure,
} from './measures.ts'
import { havingCondition, keysetCondition, orderValue, wholeColumn } from './order.ts'
import { bindNamed, NamedParameter, type BindableNumber } from '../prepared-statement.ts'
import { rawSource } from './raw-source.ts'
import { daySource, dimensionSource, rollupFor } from './rollup-sources.ts'

type Sql = RawBuilder<unknown>
type SqlRow = Record<string, string | number | null>

/**
 * Returns true where the rollups cannot answer: for answers of engines, for hours and parts of days, for several
 * dimensions at once, and for dimensions and measures that only single events have.
 */
export function needsRawEvents(query: FactQuery): boolean {
  if (query.measures.some(isOfChecks)) return true
  if (query.days === null || query.grain === 'hour') return true
  if (isUndivided(query)) return query.measures.some((measure) => !dayCellOf(measure))
  const rollup = rollupFor(query)
  if (!rollup || query.measures.some((measure) => dimensionCellOf(measure, rollup) === undefined)) {
    return true
  }
  return query.measures.some(isOfReaders) && !isOfOneValue(query)
}

const isOfReaders = (measure: Measure): boolean => measureRuleOf(measure).by === 'visitors'

/**
 * Returns true where each row counts one value of a dimension. Otherwise a reader who has several values would count
 * once for each.
 */
const isOfOneValue = ({ dimensions, filters }: FactQuery): boolean =>
  dimensions.length > 0
    ? dimensions.every(isGroupedByNumber)
    : filters.every(
        (one) =>
          !('anyOf' in one) &&
          isGroupedByNumber(one.dimension) &&
          ['is', 'in'].includes(one.op) &&
          one.values.length === 1,
      )

const isUndivided = (query: FactQuery): boolean =>
  query.dimensions.length === 0 && query.filters.length === 0

export interface FactReader {
  rows: ReadRows
  /** The database for which statements are compiled; none runs on it. */
  compiler: Db
}

/**
 * Returns the rows of an aggregation; REST and MCP both ask by it alone. Its SQL binds values, and never has them in
 * its text.
 */
export async function runFacts(
  { rows: read, compiler }: FactReader,
  siteNum: number,
  query: FactQuery,
): Promise<FactRow[]> {
  const rows = await read(compile(compiler, siteNum, query))
  if (isUndivided(query) && query.grain === null && !needsRawEvents(query)) {
    return [dayTotals(rows, query)]
  }
  return rows.map((row) => toFactRow(row, query))
}

/** Counts the rows that a query would return, up to its limit. */
export async function countFacts(
  { rows: read, compiler }: FactReader,
  siteNum: number,
  query: FactQuery,
): Promise<number> {
  const all = factStatement(siteNum, chooseSource(siteNum, query), query)
  const [[count] = []] = await read(sql`SELECT COUNT(*) FROM (${all}) AS counted`.compile(compiler))
  return Number(count ?? 0)
}

const MAX_TEMPLATES = 500
const templates = new BoundedMap<string, CompiledQuery>(MAX_TEMPLATES)

/**
 * Compiles the statement of a query. A statement over rollups depends on little but its shape, and building it costs
 * more than running it: it is built once, with names in the places of its numbers. All other statements are built for
 * each query.
 */
function compile(db: Db, siteNum: number, query: FactQuery): CompiledQuery {
  const shape = templateKey(query)
  if (shape === undefined) {
    return factStatement(siteNum, chooseSource(siteNum, query), query).compile(db)
  }
  const known = templates.getOrMake(shape, () => statementTemplate(db, query))
  const { from, to } = query.days ?? { from: 0, to: 0 }
  const numbers = { site: siteNum, from, to, limit: query.limit }
  return { ...known, parameters: bindNamed(known.parameters, numbers) }
}

function statementTemplate(db: Db, query: FactQuery): CompiledQuery {
  const site = new NamedParameter('site')
  const days = { from: new NamedParameter('from'), to: new NamedParameter('to') }
  const named = { ...query, days, limit: new NamedParameter('limit') }
  return factStatement(site, rollupSource(site, named), named).compile(db)
}

/**
 * Returns a cache key of all that the text of a statement over rollups depends on; undefined for a query whose
 * statement is built each time.
 */
function templateKey(query: FactQuery): string | undefined {
  const { measures, dimensions, grain, order, shares, filters, having, after } = query
  const isPlain = filters.length === 0 && having.length === 0 && after === null
  if (!isPlain || grain === 'month' || needsRawEvents(query)) return undefined
  return JSON.stringify([measures, dimensions, grain, order, shares])
}

/** Returns the one row of totals, summed here over a few rows a day, since most answers begin with totals. */
function dayTotals([row = []]: readonly (readonly unknown[])[], { measures }: FactQuery): FactRow {
  const values = zeroValues()
  for (const [at, measure] of measures.entries()) values[measure] = Number(row[at] ?? 0)
  return { bucket: null, labels: [], values, wholes: values, key: [] }
}

function chooseSource(siteNum: number, query: FactQuery): FactSource {
  if (query.measures.some(isOfChecks)) return checkSource(siteNum, query)
  return needsRawEvents(query) ? rawSource(siteNum, query) : rollupSource(siteNum, query)
}

function rollupSource(siteNum: BindableNumber, query: FactQuery<BindableNumber>): FactSource {
  const rollup = rollupFor(query)
  return rollup ? dimensionSource(siteNum, rollup, query) : daySource(siteNum, query)
}

function factStatement(
  siteNum: BindableNumber,
  source: FactSource,
  query: FactQuery<BindableNumber>,
): RawBuilder<SqlRow> {
  const named = namedGroups(siteNum, source, query)
  if (query.grain === null && query.dimensions.length === 0) return sql<SqlRow>`${named}`
  const names = [
    ...(query.grain ? ['bucket'] : []),
    ...query.dimensions.map((_, i) => `label_${i}`),
  ]
  const value = orderValue(query.order)
  const happened = query.measures.map((measure) => sql`${sql.ref(measure)} > 0`)
  const conditions = [
    sql`(${sql.join(happened, sql` OR `)})`,
    ...query.having.map(havingCondition),
    ...(query.after ? [keysetCondition(query, value, names)] : []),
  ]
  const direction = sql.raw(query.order.direction === 'asc' ? 'ASC' : 'DESC')
  if (source.sums && isPlainSeries(query)) {
    // The rows come by day already; sorting them again would cost a third of the read.
    const some = source.sums.map((sum) => sql`${sum} > 0`)
    return sql<SqlRow>`${source.select} HAVING ${sql.join(some, sql` OR `)} ORDER BY bucket ${direction} LIMIT ${query.limit}`
  }
  const tieBreak = sql.join(names.map((name) => sql`${sql.ref(name)} ASC`))
  return sql<SqlRow>`SELECT *, ${value} AS order_value FROM (${withWholes(named, query, names)}) AS facts
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY order_value ${direction}, ${tieBreak} LIMIT ${query.limit}`
}

/** Returns true where each group of a source is a row of the answer, in the order of time. */
const isPlainSeries = ({ dimensions, order, having, after }: FactQuery<BindableNumber>) =>
  dimensions.length === 0 && order.by === 'time' && having.length === 0 && after === null

/** Returns a SELECT that sums the source's rows by bucket and keys, and puts texts in place of the keys. */
function namedGroups(
  siteNum: BindableNumber,
  source: FactSource,
  query: FactQuery<BindableNumber>,
): Sql {
  const isGrouped = source.sums !== null
  if (isGrouped && query.grain !== null && query.dimensions.length === 0) return source.select
  const isOne = isGrouped && query.dimensions.length > 0
  const bucket = query.grain ? [sql`c.bucket`] : []
  const labels = query.dimensions.map((dimension, i) => {
    const key = sql.ref(`c.key_${i}`)
    const isNumber = source.isNumber[i] ?? false
    const text = isNumber ? labelText(dimension, `named_${i}`, query.operators) : key
    const join = isNumber
      ? sql`LEFT JOIN ${labelTable(dimension, { ...query, siteNum })} AS ${sql.ref(`named_${i}`)} ON ${sql.ref(`named_${i}.num`)} = ${key}`
      : sql``
    return {
      key,
      join,
      column: sql`COALESCE(${isOne ? text : sql`MIN(${text})`}, ${NO_VALUE}) AS ${sql.ref(`label_${i}`)}`,
    }
  })
  const sums = query.measures.map((measure) => {
    const count = sql`c.${sql.ref(measure)}`
    return isOne ? count : sql`COALESCE(SUM(${count}), 0) AS ${sql.ref(measure)}`
  })
  const keys = [...bucket, ...labels.map(({ key }) => key)]
  const joins = labels.map(({ join }) => join)
  const columns = sql.join([...bucket, ...labels.map(({ column }) => column), ...sums])
  const from = sql`(${source.select}) AS c ${joins.length === 0 ? sql`` : sql.join(joins, sql` `)}`
  const groupBy = isOne || keys.length === 0 ? sql`` : sql` GROUP BY ${sql.join(keys)}`
  return sql`SELECT ${columns} FROM ${from}${groupBy}`
}

/**
 * Returns a SELECT that adds the sums that shares are taken of: those over all rows that differ from a row in one
 * label.
 */
function withWholes(
  groups: Sql,
  { shares, dimensions }: FactQuery<BindableNumber>,
  names: readonly string[],
): Sql {
  if (shares.length === 0) return groups
  const wholes = shares.map(({ measure, across }) => {
    const left = names.filter((name) => name !== `label_${dimensions.indexOf(across)}`)
    const others = left.map((name) => sql.ref(name))
    const partition = others.length === 0 ? sql`` : sql`PARTITION BY ${sql.join(others)}`
    return sql`SUM(${sql.ref(measure)}) OVER (${partition}) AS ${sql.ref(wholeColumn(measure))}`
  })
  return sql`SELECT *, ${sql.join(wholes)} FROM (${groups}) AS named`
}

const NO_LABELS: string[] = []

/**
 * Turns a row of a statement, with its columns in the order bucket, labels, measures, wholes and order value, into an
 * object.
 */
function toFactRow(row: readonly unknown[], query: FactQuery): FactRow {
  const { dimensions, measures, shares } = query
  let at = 0
  const bucket = query.grain === null ? null : Number(row[at++])
  const labels = dimensions.length === 0 ? NO_LABELS : dimensions.map(() => String(row[at++]))
  const values = zeroValues()
  for (const measure of measures) values[measure] = Number(row[at++])
  const wholes: FactRow['wholes'] = {}
  for (const { measure } of shares) wholes[measure] = Number(row[at++])
  // @NOTE SQLite gives numbers and texts, and a plain series no order value besides its bucket.
  const order = at < row.length ? (row[at] as string | number | null) : bucket
  return {
    bucket,
    labels,
    values,
    wholes,
    key: [order, ...(bucket === null ? NO_LABELS : [bucket]), ...labels],
  }
}
