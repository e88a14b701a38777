import { sql, type RawBuilder } from 'kysely'
import { bucketOfDay, dayOfInstant, hourOfInstant } from './buckets.ts'
import type { FactFilter, FactQuery, Measure } from './fact-query.ts'
import { filterCondition } from './filters.ts'
import { ANY_KIND, EVENT_KINDS, FACT_DIMENSIONS, type FactDimension } from './kinds.ts'

type Sql = RawBuilder<unknown>

/** The parts of one statement over one table: where rows come from, how they are grouped, how they are counted. */
export interface FactSource {
  from: Sql
  where: Sql
  bucket: Sql | null
  labels: readonly { text: Sql; key: Sql }[]
  measures: Readonly<Record<Measure, Sql>>
}

/** The kind of event behind each measure but visitors. */
export const COUNTED: Readonly<Record<Exclude<Measure, 'visitors'>, number>> = {
  impressions: EVENT_KINDS.impression,
  ai_clicks: EVENT_KINDS.ai_click,
  shares: EVENT_KINDS.share,
  questions: EVENT_KINDS.question,
  ai_referrals: EVENT_KINDS.referral,
}

const sumOfKind = (column: Sql, kind: number): Sql =>
  sql`SUM(CASE WHEN f.kind = ${sql.lit(kind)} THEN ${column} ELSE 0 END)`

function measuresOf(column: Sql, visitors: Sql): Record<Measure, Sql> {
  return {
    impressions: sumOfKind(column, COUNTED.impressions),
    ai_clicks: sumOfKind(column, COUNTED.ai_clicks),
    shares: sumOfKind(column, COUNTED.shares),
    questions: sumOfKind(column, COUNTED.questions),
    ai_referrals: sumOfKind(column, COUNTED.ai_referrals),
    visitors,
  }
}

const dayRange = (days: { from: number; to: number }): Sql =>
  sql`f.day >= ${days.from} AND f.day < ${days.to}`

/** Totals and series without a dimension: a few rows a day. */
export function daySource(siteNum: number, query: FactQuery): FactSource {
  const days = query.days ?? { from: 0, to: 0 }
  return {
    from: sql`rollup_day AS f`,
    where: sql`f.site_num = ${siteNum} AND ${dayRange(days)}`,
    bucket: query.grain && bucketOfDay(sql`f.day`, query.grain, query.monthStarts),
    labels: [],
    measures: measuresOf(sql`f.events`, sumOfKind(sql`f.visitors`, ANY_KIND)),
  }
}

/** One dimension, grouped by or filtered on: the rows of that dimension's rollup. */
export function dimensionSource(
  siteNum: number,
  dimension: FactDimension,
  query: FactQuery,
): FactSource {
  const days = query.days ?? { from: 0, to: 0 }
  const kinds = query.measures.flatMap((measure) =>
    measure === 'visitors' ? [] : [sql.lit(COUNTED[measure])],
  )
  const label = labelText(dimension)
  const conditions = query.filters.map((filter) => filterCondition(label, filter))
  const scope = sql`f.site_num = ${siteNum} AND f.dim = ${sql.lit(FACT_DIMENSIONS[dimension])} AND f.kind IN (${sql.join(kinds)}) AND ${dayRange(days)}`
  return {
    from: sql`rollup_dim AS f ${labelJoin(dimension, sql`f.val`)}`,
    where: sql.join([scope, ...conditions], sql` AND `),
    bucket: query.grain && bucketOfDay(sql`f.day`, query.grain, query.monthStarts),
    labels: query.dimensions.map(() => ({ text: label, key: sql`f.val` })),
    measures: measuresOf(sql`f.events`, sql`0`),
  }
}

/**
 * Raw events, counted per local day first: visitors are distinct within a day, and days are summed.
 * By the hour they are distinct within the hour.
 */
export function rawSource(siteNum: number, query: FactQuery): FactSource {
  const joined = new Set([
    ...query.dimensions,
    ...query.filters.map((f: FactFilter) => f.dimension),
  ])
  const joins = sql.join(
    [...joined].map((dimension) => labelJoin(dimension, rawColumn(dimension))),
    sql` `,
  )
  const day = dayOfInstant(sql`e.at`, query.segments)
  const bucket = rawBucket(query, day)
  const period = query.grain === 'hour' ? hourOfInstant(sql`e.at`, query.segments) : day
  const keys = query.dimensions.map((dimension) => rawColumn(dimension))
  const { fromMs, toMs } = query.instants
  const where = sql.join(
    [
      sql`e.site_num = ${siteNum} AND e.at >= ${fromMs} AND e.at < ${toMs}`,
      ...query.filters.map((filter) => filterCondition(labelText(filter.dimension), filter)),
    ],
    sql` AND `,
  )
  const inner = sql`SELECT ${sql.join([
    sql`${period} AS period`,
    ...(bucket ? [sql`MIN(${bucket}) AS bucket_value`] : []),
    ...query.dimensions.map(
      (dimension, i) => sql`MIN(${labelText(dimension)}) AS ${sql.ref(`text_${i}`)}`,
    ),
    ...keys.map((key, i) => sql`${key} AS ${sql.ref(`key_${i}`)}`),
    ...Object.entries(COUNTED).map(
      ([measure, kind]) =>
        sql`SUM(CASE WHEN e.kind = ${sql.lit(kind)} THEN 1 ELSE 0 END) AS ${sql.ref(`n_${measure}`)}`,
    ),
    sql`COUNT(DISTINCT e.visitor) AS n_visitors`,
  ])} FROM event AS e ${joins} WHERE ${where} GROUP BY ${sql.join([sql`period`, ...keys])}`
  return {
    from: sql`(${inner}) AS f`,
    where: sql`1 = 1`,
    bucket: bucket ? sql`f.bucket_value` : null,
    labels: query.dimensions.map((_, i) => ({
      text: sql`MIN(f.${sql.ref(`text_${i}`)})`,
      key: sql`f.${sql.ref(`key_${i}`)}`,
    })),
    measures: {
      impressions: sql`SUM(f.n_impressions)`,
      ai_clicks: sql`SUM(f.n_ai_clicks)`,
      shares: sql`SUM(f.n_shares)`,
      questions: sql`SUM(f.n_questions)`,
      ai_referrals: sql`SUM(f.n_ai_referrals)`,
      visitors: sql`SUM(f.n_visitors)`,
    },
  }
}

function rawBucket(query: FactQuery, day: Sql): Sql | null {
  if (query.grain === null) return null
  if (query.grain === 'hour') return hourOfInstant(sql`e.at`, query.segments)
  return bucketOfDay(day, query.grain, query.monthStarts)
}

function rawColumn(dimension: FactDimension): Sql {
  return sql.ref(dimension === 'path' ? 'e.page_num' : `e.${dimension}`)
}

/** Each dimension's text comes from its own join, so that two of them never share one. */
function labelJoin(dimension: FactDimension, value: Sql): Sql {
  const alias = sql.ref(`l_${dimension}`)
  const table = sql.ref(dimension === 'path' ? 'page' : 'term')
  return sql`LEFT JOIN ${table} AS ${alias} ON ${alias}.num = ${value}`
}

function labelText(dimension: FactDimension): Sql {
  return sql.ref(`l_${dimension}.${dimension === 'path' ? 'path' : 'value'}`)
}
