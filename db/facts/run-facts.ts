import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../tables/schema.ts'
import { NO_VALUE, type FactQuery, type FactRow, type Measure } from './fact-query.ts'
import { ANY_KIND } from './kinds.ts'
import { COUNTED, dimensionSource, rawSource, daySource, type FactSource } from './sources.ts'
import { orderValue } from './order.ts'

const ALL_MEASURES: readonly Measure[] = [
  'impressions',
  'ai_clicks',
  'shares',
  'questions',
  'ai_referrals',
  'visitors',
]

/** Whether the rollups cannot answer: hours, parts of days, visitors by a dimension, or two dimensions at once. */
export function needsScan(query: FactQuery): boolean {
  if (query.days === null || query.grain === 'hour') return true
  const dimensions = new Set([...query.dimensions, ...query.filters.map((f) => f.dimension)])
  if (dimensions.size === 0) return false
  return dimensions.size > 1 || query.measures.includes('visitors')
}

/** The one SQL builder behind REST and MCP. Values are always bound, never written into the text. */
export async function runFacts(db: Db, siteNum: number, query: FactQuery): Promise<FactRow[]> {
  if (isPlainTotal(query)) return [await dayTotals(db, siteNum, query)]
  const source = chooseSource(siteNum, query)
  const { rows } = await statement(source, query).execute(db)
  return rows.map((row) => toFactRow(row, query))
}

const isPlainTotal = (query: FactQuery): boolean =>
  !needsScan(query) &&
  query.grain === null &&
  query.dimensions.length === 0 &&
  query.filters.length === 0

/** What most answers begin with, in a statement that needs no building: a few rows a day, summed by kind. */
async function dayTotals(db: Db, siteNum: number, { days }: FactQuery): Promise<FactRow> {
  const { rows } = await sql<{ kind: number; events: number; visitors: number }>`
    SELECT kind, SUM(events) AS events, SUM(visitors) AS visitors FROM rollup_day
    WHERE site_num = ${siteNum} AND day >= ${days?.from ?? 0} AND day < ${days?.to ?? 0}
    GROUP BY kind`.execute(db)
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  const counted = Object.entries(COUNTED).map(([measure, kind]) => [
    measure,
    byKind.get(kind)?.events ?? 0,
  ])
  const values = {
    ...Object.fromEntries(counted),
    visitors: byKind.get(ANY_KIND)?.visitors ?? 0,
  } as Record<Measure, number> // @NOTE COUNTED has every measure but visitors
  return { bucket: null, labels: [], values, key: [] }
}

function chooseSource(siteNum: number, query: FactQuery): FactSource {
  if (needsScan(query)) return rawSource(siteNum, query)
  const dimension = query.dimensions[0] ?? query.filters[0]?.dimension
  return dimension ? dimensionSource(siteNum, dimension, query) : daySource(siteNum, query)
}

type SqlRow = Record<string, string | number | null>

function statement(source: FactSource, query: FactQuery): RawBuilder<SqlRow> {
  const groups = groupColumns(source)
  const columns = [
    ...groups.map(({ name, value }) => sql`${value} AS ${sql.ref(name)}`),
    ...query.measures.map((measure) => sql`${source.measures[measure]} AS ${sql.ref(measure)}`),
  ]
  const groupBy =
    groups.length === 0 ? sql`` : sql` GROUP BY ${sql.join(groups.map(({ key }) => key))}`
  const inner = sql`SELECT ${sql.join(columns)} FROM ${source.from} WHERE ${source.where}${groupBy}`
  if (groups.length === 0) return sql<SqlRow>`${inner}`
  const names = groups.map(({ name }) => name)
  const value = orderValue(query.order)
  const direction = sql.raw(query.order.direction === 'asc' ? 'ASC' : 'DESC')
  const happened = sql.join(
    query.measures.map((measure) => sql`${sql.ref(measure)} > 0`),
    sql` OR `,
  )
  const keyset = keysetCondition(query, value, names)
  const tieBreak = sql.join(names.map((name) => sql`${sql.ref(name)} ASC`))
  return sql<SqlRow>`SELECT *, ${value} AS order_value FROM (${inner}) AS facts WHERE (${happened})${keyset} ORDER BY order_value ${direction}, ${tieBreak} LIMIT ${query.limit}`
}

interface GroupColumn {
  name: string
  /** What is shown. */
  value: RawBuilder<unknown>
  /** What rows are grouped by. */
  key: RawBuilder<unknown>
}

function groupColumns(source: FactSource): GroupColumn[] {
  const bucket = source.bucket
    ? [{ name: 'bucket', value: source.bucket, key: sql.ref('bucket') }]
    : []
  const labels = source.labels.map((label, i) => ({
    name: `label_${i}`,
    value: sql`COALESCE(${label.text}, ${NO_VALUE})`,
    key: label.key,
  }))
  return [...bucket, ...labels]
}

/** Rows after a position: a different order value, or the same one and later names. */
function keysetCondition(
  query: FactQuery,
  value: RawBuilder<unknown>,
  names: readonly string[],
): RawBuilder<unknown> {
  if (!query.after) return sql``
  const [last, ...labels] = query.after
  const further = sql.raw(query.order.direction === 'asc' ? '>' : '<')
  const later = names.map((name, i) => {
    const equal = names
      .slice(0, i)
      .map((earlier, j) => sql`${sql.ref(earlier)} = ${labels[j] ?? null}`)
    return sql.join([...equal, sql`${sql.ref(name)} > ${labels[i] ?? null}`], sql` AND `)
  })
  const ties = sql.join(
    later.map((condition) => sql`(${condition})`),
    sql` OR `,
  )
  return sql` AND (${value} ${further} ${last ?? null} OR (${value} = ${last ?? null} AND (${ties})))`
}

function toFactRow(row: SqlRow, query: FactQuery): FactRow {
  const labels = query.dimensions.map((_, i) => String(row[`label_${i}`] ?? NO_VALUE))
  const bucket = query.grain === null ? null : Number(row['bucket'])
  const values = Object.fromEntries(
    ALL_MEASURES.map((measure) => [measure, Number(row[measure] ?? 0)]),
  ) as Record<Measure, number> // @NOTE built from ALL_MEASURES, so every measure is there
  return {
    bucket,
    labels,
    values,
    key: [row['order_value'] ?? null, ...(bucket === null ? [] : [bucket]), ...labels],
  }
}
