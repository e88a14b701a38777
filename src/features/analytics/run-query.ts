import { NO_VALUE, type FactRow, type Measure } from '../../../db/facts/fact-query.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { iso } from '../../core/clock.ts'
import { cursorBinding, type CursorSigner } from '../../core/cursor.ts'
import { bucketAt, bucketLabel, bucketsOf } from './buckets.ts'
import { metricOf, metricValue, type MetricId } from './metrics.ts'
import { notesFor, sampleTier } from './notes.ts'
import { groupedFacts, shapeOf, totalFacts, type QueryShape } from './plan-facts.ts'
import type { AnalyticsQuery, AnalyticsResult } from './query.ts'
import { previousRange, resolveRange, shownRange, type ResolvedRange } from '../../core/range.ts'
import { wilson } from './wilson.ts'

interface Run {
  site: SiteDb
  query: AnalyticsQuery
  shape: QueryShape
  range: ResolvedRange
  zone: string
  now: number
}

interface Answer {
  result: AnalyticsResult
  /** A cursor that continues after the n-th row of this answer, for callers that cut it shorter. */
  cursorAfter: (row: number) => string | null
}

/** Answers a query for REST and for every analytics tool; there is no other way to a number. */
export async function runQuery(
  site: SiteDb,
  query: AnalyticsQuery,
  services: { now: number; cursors: CursorSigner },
): Promise<Answer> {
  const zone = site.row.rollup_timezone
  const { now, cursors } = services
  const range = resolveRange(query, zone, now)
  const run: Run = { site, query, shape: shapeOf(query), range, zone, now }
  const binding = (): string => cursorBinding(`analytics ${site.row.id}`, query)
  const after = query.cursor === undefined ? null : cursors.open(binding(), query.cursor)
  const totals = await readTotals(run, range)
  const isGrouped = query.dimensions.length > 0
  const facts = isGrouped
    ? await site.facts({ ...groupedFacts(query, run.shape, range, zone), after })
    : [{ bucket: null, labels: [], values: totals, key: [] }]
  const rows = fillBuckets(run, facts, after !== null).slice(0, query.limit)
  const truncated = facts.length > query.limit
  const cursorAfter = (row: number): string | null => {
    const key = facts[row]?.key
    return key === undefined ? null : cursors.sign(binding(), key)
  }
  const result: AnalyticsResult = {
    ...describe(run),
    rows: rows.map((row) => cells(run, row)),
    totals: metricsOf(query, totals),
    intervals: intervalsOf(query, totals),
    comparison: query.compare === 'none' ? null : await compare(run, rows),
    rowCount: rows.length,
    truncated,
    notes: notesFor(query, range, zone, now),
    sampleTier: sampleTier(totals),
    dataFreshness: await freshness(site),
    nextCursor: truncated ? cursorAfter(query.limit - 1) : null,
  }
  return { result, cursorAfter }
}

async function readTotals({ site, query, zone }: Run, range: ResolvedRange) {
  const [row] = await site.facts(totalFacts(query, range, zone))
  return row?.values ?? NOTHING
}

const NOTHING: Readonly<Record<Measure, number>> = {
  impressions: 0,
  ai_clicks: 0,
  shares: 0,
  questions: 0,
  ai_referrals: 0,
  visitors: 0,
}

function describe({ query, shape, range, zone, now }: Run) {
  const { grain } = shape
  const labels = grain && bucketsOf(range, grain, zone).map((b) => bucketLabel(b, grain, zone))
  const isOpen = range.instants.toMs > now || range.days === null
  const { cursor: _, ...asked } = query
  return {
    columns: [
      ...query.dimensions.map((name) => ({
        name,
        kind: 'dimension' as const,
        unit: name.startsWith('time:') ? ('time' as const) : ('text' as const),
      })),
      ...query.metrics.map((name) => ({
        name,
        kind: 'metric' as const,
        unit: metricOf(name).unit,
      })),
    ],
    timeLabels: labels,
    query: asked,
    range: shownRange(range),
    timezone: zone,
    partialBucket: isOpen
      ? bucketLabel(bucketAt(now, grain ?? 'day', zone), grain ?? 'day', zone)
      : null,
  }
}

/** A series alone gets its empty buckets, so that it can be drawn; a page of one that goes on does not. */
function fillBuckets(
  { query, shape, range, zone }: Run,
  rows: FactRow[],
  isContinued: boolean,
): FactRow[] {
  const { grain, dimensions, order } = shape
  const buckets = grain ? bucketsOf(range, grain, zone) : []
  const isPlainSeries = grain !== null && dimensions.length === 0 && order.by === 'time'
  const fits = !isContinued && buckets.length <= query.limit
  if (query.fill === 'none' || !isPlainSeries || !fits) return rows
  const byBucket = new Map(rows.map((row) => [row.bucket, row]))
  const filled = buckets.map(
    (bucket) => byBucket.get(bucket) ?? { bucket, labels: [], values: NOTHING, key: [] },
  )
  return order.direction === 'asc' ? filled : filled.toReversed()
}

function cells({ query, shape, zone }: Run, { bucket, labels, values }: FactRow) {
  const { grain, dimensions } = shape
  const shown = query.dimensions.map((name) => {
    if (grain && name.startsWith('time:')) return bucketLabel(bucket ?? 0, grain, zone)
    return labels[dimensions.findIndex((d) => d === name)] ?? NO_VALUE
  })
  return [...shown, ...query.metrics.map((id) => metricValue(id, values))]
}

const metricsOf = (query: AnalyticsQuery, values: Readonly<Record<Measure, number>>) =>
  Object.fromEntries(query.metrics.map((id) => [id, metricValue(id, values)]))

function intervalsOf(query: AnalyticsQuery, values: Readonly<Record<Measure, number>>) {
  const ratios = query.metrics.flatMap((id): [MetricId, Measure, Measure][] => {
    const { measure, per } = metricOf(id)
    return per ? [[id, measure, per]] : []
  })
  return Object.fromEntries(
    ratios.map(([id, numerator, denominator]) => [
      id,
      {
        numerator: values[numerator],
        denominator: values[denominator],
        ci95: wilson(values[numerator], values[denominator]),
      },
    ]),
  )
}

/** The period before: its totals, and for each row the one that stands for it (same place in time, same labels). */
async function compare(run: Run, rows: readonly FactRow[]) {
  const { query, zone, shape, site } = run
  const range = previousRange(run.range, zone)
  const totals = await readTotals(run, range)
  const result = { range: shownRange(range), totals: metricsOf(query, totals) }
  if (query.dimensions.length === 0)
    return { ...result, rows: [query.metrics.map((id) => metricValue(id, totals))] }
  const filters = shape.dimensions.map((dimension, i) => ({
    dimension,
    op: 'in' as const,
    values: [...new Set(rows.map(({ labels }) => labels[i] ?? NO_VALUE))],
  }))
  const facts = groupedFacts(
    { ...query, filters: [...query.filters, ...filters] },
    shape,
    range,
    zone,
  )
  const before = rows.length === 0 ? [] : await site.facts({ ...facts, limit: 10_000 })
  const place = placesOf(run.range, shape, zone)
  const placeBefore = placesOf(range, shape, zone)
  const rowByPlace = new Map(before.map((row) => [keyOf(row, placeBefore), row]))
  return {
    ...result,
    rows: rows.map((row) => {
      const earlier = rowByPlace.get(keyOf(row, place))
      return earlier ? query.metrics.map((id) => metricValue(id, earlier.values)) : null
    }),
  }
}

/** Buckets by their place in the range, so that the third day is compared with the third day. */
function placesOf(range: ResolvedRange, { grain }: QueryShape, zone: string): Map<number, number> {
  return new Map(grain ? bucketsOf(range, grain, zone).map((bucket, i) => [bucket, i]) : [])
}

const keyOf = ({ bucket, labels }: FactRow, places: Map<number, number>): string =>
  JSON.stringify([bucket === null ? null : places.get(bucket), ...labels])

async function freshness(site: SiteDb): Promise<string | null> {
  const at = await site.lastEventAt()
  return at === undefined ? null : iso(at)
}
