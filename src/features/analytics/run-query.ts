import { NO_VALUE } from '../../../db/facts/dimensions.ts'
import { flattenFilters, type FactQuery, type FactRow } from '../../../db/facts/fact-query.ts'
import { notesOnQuestionMode } from '../../kernel/reads/site-notes.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { CursorSigner } from '../../kernel/credentials/cursor.ts'
import { listPage, signed, wantedRows } from '../../kernel/reads/paging.ts'
import type { Cell } from '../../kernel/reads/table.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { localDay } from '../../lib/time/zone.ts'
import { bucketAt, bucketLabel, endsBefore } from './buckets.ts'
import { notesOnChecks, readStates } from './check-notes.ts'
import { type AnswerCertainty, certaintyOfChecks } from './certainty-of-checks.ts'
import { type AnsweredRows, compareRun } from './compare-run.ts'
import { dataFreshness } from './data-freshness.ts'
import { isTime } from './dimensions.ts'
import { isOrderedBySize, MAX_LISTED } from './judge-listed.ts'
import { intervalsOf, metricReader, metricValue, type CountedRow } from './metric-value.ts'
import { isOfQuestions, metricOf } from './metrics.ts'
import { notesFor, sampleTier } from './notes.ts'
import { groupedFactQuery } from './plan-query.ts'
import type { AnalyticsQuery, AnalyticsResult } from './query.ts'
import { isAboutChecks } from './rate-certainty.ts'
import { notesOnNothing } from '../../kernel/names/unseen-values.ts'
import { understandFilters } from './understand-filters.ts'
import {
  emptyRow,
  readTotals,
  startQueryRun,
  sumRows,
  type QueryRun,
  type RunServices,
} from './query-run.ts'

export interface QueryServices extends RunServices {
  cursors: CursorSigner
  /** True where the same question goes to other sites too. */
  isOneOfSeveral?: boolean | undefined
}

export interface QueryAnswer {
  result: AnalyticsResult
  /** Returns a cursor that continues after the n-th row of this answer, for callers that show fewer rows. */
  cursorAfter: (row: number) => string | null
}

/** Answers a query for REST and for every analytics tool; every number of an answer about one site comes from here. */
export async function runQuery(
  site: SiteDb,
  asked: AnalyticsQuery,
  services: QueryServices,
): Promise<QueryAnswer> {
  const { filters, notes } = await understandFilters(site, asked.filters, services)
  const query = { ...asked, filters }
  const { firstDay } = await site.dataSpan()
  const run = await startQueryRun(site, query, services, firstDay)
  const { range, plan } = run

  const page = listPage(services, `analytics ${site.row.id}`, asked, asked)
  const { after = null, limit } = wantedRows(page)
  const isListed = after === null && isOrderedBySize(run)
  const listing = isListed ? Math.max(limit, MAX_LISTED) : limit
  const grouped = { ...groupedFactQuery(run, range), after, limit: listing }
  const { totals, facts } = await readFacts(run, grouped)
  const found = withEmptyBuckets(run, facts, { after, limit })
  const rows = found.slice(0, query.limit)
  const truncated = found.length > query.limit
  const cursorAfter = (row: number): string | null => signed(page, rows[row]?.key)
  const listed = isListed || (!truncated && after === null) ? found : undefined
  const sure = isAboutChecks(plan)
    ? await certaintyOfChecks(run, totals, rows)
    : await certaintyOfEvents(run, totals, { rows, listed, grouped })
  const result: AnalyticsResult = {
    ...sure,
    notes: [...notes, ...sure.notes],
    rows: await rowsOf(run, rows, facts),
    totals: metricsOf(run, totals),
    rowCount: rows.length,
    truncated,
    nextCursor: truncated ? cursorAfter(query.limit - 1) : null,
    ...describe(run),
  }
  return { result, cursorAfter }
}

async function certaintyOfEvents(
  run: QueryRun,
  totals: CountedRow,
  { rows, listed, grouped }: AnsweredRows & { grouped: FactQuery },
): Promise<AnswerCertainty> {
  const { plan, site } = run
  const intervals = intervalsOf(plan.metrics, totals, plan.dimensions)
  const comparison = await compareRun(run, totals, { rows, listed })
  return {
    comparison: comparison?.result ?? null,
    intervals,
    rowIntervals: rowIntervalsOf(run, rows, intervals),
    notes: [...(await notesOnRun(run, totals, grouped)), ...(comparison?.notes ?? [])],
    sampleTier: sampleTier(totals.values),
    dataFreshness: await dataFreshness(site),
  }
}

/** Returns the notes of a query: what its numbers leave out, and how they could be misread. */
export const notesOnRun = async (
  run: QueryRun,
  totals: CountedRow,
  asked: FactQuery,
): Promise<string[]> =>
  isAboutChecks(run.plan)
    ? notesOnChecks(run, await readStates(run), null)
    : notesOnEvents(run, totals, asked)

const notesOnEvents = async (
  run: QueryRun,
  totals: CountedRow,
  asked: FactQuery,
): Promise<string[]> => [
  ...(await notesOnNone(run, totals)),
  ...notesOnQuestions(run),
  ...(await notesOnPageviews(run, totals)),
  ...notesFor(run, asked),
]

/** Says why a query may have counted nothing; no note where it counted something. */
const notesOnNone = async (
  { site, query: { filters }, plan, range }: QueryRun,
  { values }: CountedRow,
): Promise<string[]> =>
  plan.measures.some((measure) => values[measure] !== 0)
    ? []
    : notesOnNothing(site, { range, filters })

/**
 * Notes that the share of all traffic is empty where the whole site sends no page views, even if the query has filters.
 */
async function notesOnPageviews(run: QueryRun, { values }: CountedRow): Promise<string[]> {
  const { plan, query } = run
  if (!plan.metrics.includes('ai_referral_share') || values.pageviews !== 0) return []
  const ofSite = query.filters.length === 0 ? values : await valuesOfSite(run)
  return ofSite.pageviews === 0
    ? ['ai_referral_share is empty, since the site sends no page views']
    : []
}

/** Counts on the whole site, without filters, what a query counts. */
async function valuesOfSite(run: QueryRun): Promise<CountedRow['values']> {
  const { values } = await readTotals({ ...run, query: { ...run.query, filters: [] } }, run.range)
  return values
}

/** Notes that the site keeps no questions, if that is so and the query is about questions or topics. */
function notesOnQuestions({ site, plan, query }: QueryRun): string[] {
  const isAboutQuestions =
    plan.measures.some(isOfQuestions) ||
    plan.dimensions.includes('topic') ||
    flattenFilters(query.filters).some(({ dimension }) => dimension === 'topic')
  // A site that keeps only topics has the same numbers as one that keeps questions.
  return isAboutQuestions && site.row.question_mode === 'off' ? notesOnQuestionMode(site) : []
}

/**
 * Reads the rows and their totals. The buckets of a whole series sum to its total, so the total is then not read by
 * itself.
 */
export async function readFacts(
  run: QueryRun,
  asked: FactQuery,
): Promise<{ totals: CountedRow; facts: FactRow[] }> {
  const { site, query, plan, range } = run
  if (query.dimensions.length === 0) {
    const totals = await readTotals(run, range)
    return { totals, facts: [{ bucket: null, labels: [], key: [], ...totals }] }
  }
  const facts = await site.facts(asked)
  const isPart = asked.after !== null || facts.length > query.limit || query.having.length > 0
  const isSeries = plan.dimensions.length === 0 && plan.grain !== 'hour'
  return { totals: isSeries && !isPart ? sumRows(run, facts) : await readTotals(run, range), facts }
}

function describe({ query, plan, range, zone, now, buckets, partial }: QueryRun) {
  const { grain } = plan
  const labels = grain && buckets.map((b) => bucketLabel(b, grain, zone))
  const isOpen = range.instants.toMs > now || range.days === null
  const { cursor: _, ...asked } = query
  return {
    columns: [
      ...query.dimensions.map((name) => ({
        name,
        kind: 'dimension' as const,
        unit: isTime(name) ? ('time' as const) : ('text' as const),
      })),
      ...plan.metrics.map((name) => ({
        name,
        kind: 'metric' as const,
        unit: metricOf(name).unit,
      })),
    ],
    timeLabels: labels,
    query: { ...asked, metrics: plan.metrics },
    range: formatRange(range),
    timezone: zone,
    partialBucket: isOpen
      ? bucketLabel(bucketAt(now, grain ?? 'day', zone), grain ?? 'day', zone)
      : null,
    partialBuckets: grain ? partial.map((b) => bucketLabel(b, grain, zone)) : [],
  }
}

/**
 * Adds the empty buckets of a series that has no other dimension, so that it can be drawn, from the cursor on. Returns
 * at most as many rows as the query asks for.
 */
function withEmptyBuckets(
  { query, plan, buckets }: QueryRun,
  rows: readonly FactRow[],
  { after, limit }: Pick<FactQuery, 'after' | 'limit'>,
): readonly FactRow[] {
  const { grain, dimensions, order } = plan
  const isPlainSeries = grain !== null && dimensions.length === 0 && order.by === 'time'
  if (query.fill === 'none' || !isPlainSeries || query.having.length > 0) return rows
  const ordered = order.direction === 'asc' ? buckets : buckets.toReversed()
  // The sort key of a row in the order of time begins with its bucket.
  const last = after === null ? undefined : Number(after[0])
  const isLeft = (bucket: number): boolean =>
    last === undefined || (order.direction === 'asc' ? bucket > last : bucket < last)
  const byBucket = new Map(rows.map((row) => [row.bucket, row]))
  return ordered
    .filter(isLeft)
    .slice(0, limit)
    .map((bucket) => byBucket.get(bucket) ?? emptyRow(bucket))
}

/**
 * Returns the cells of rows. Only queries about events leave out days before the data, since engines may have been
 * asked before the first event.
 */
const rowsOf = async (
  run: QueryRun,
  rows: readonly FactRow[],
  stored: readonly FactRow[],
): Promise<Cell[][]> =>
  isAboutChecks(run.plan) ? cellsOf(run, rows) : withoutDaysBeforeData(run, rows, stored)

/**
 * Returns the cells of rows, with null for the metrics of buckets that ended before the site's data began, since
 * counting had not begun.
 */
async function withoutDaysBeforeData(
  run: QueryRun,
  rows: readonly FactRow[],
  stored: readonly FactRow[],
): Promise<Cell[][]> {
  const { site, plan, zone, now } = run
  const { grain, metrics } = plan
  const cells = cellsOf(run, rows)
  const known = new Set(stored.map(({ bucket }) => bucket))
  if (!grain || rows.every(({ bucket }) => known.has(bucket))) return cells
  const { firstDay = localDay(zone, now) + 1 } = await site.dataSpan()
  return cells.map((row, i) => {
    const { bucket = null } = rows[i] ?? {}
    if (bucket === null || !endsBefore(bucket, grain, zone, firstDay)) return row
    return [...row.slice(0, row.length - metrics.length), ...metrics.map(() => null)]
  })
}

function cellsOf({ query, plan, zone }: QueryRun, rows: readonly FactRow[]) {
  const { grain, dimensions, metrics } = plan
  const places = query.dimensions.map((name) => dimensions.findIndex((d) => d === name))
  const readers = metrics.map((id) => metricReader(id, dimensions))
  return rows.map((row) => [
    ...places.map((place) => {
      if (place >= 0) return row.labels[place] ?? NO_VALUE
      return grain ? bucketLabel(row.bucket ?? 0, grain, zone) : NO_VALUE
    }),
    ...readers.map((read) => read(row)),
  ])
}

/** Returns the intervals of each row; without groups the one row is the total. */
function rowIntervalsOf(
  { query, plan }: QueryRun,
  rows: readonly CountedRow[],
  ofTotal: AnalyticsResult['intervals'],
): AnalyticsResult['rowIntervals'] {
  const ratios = plan.metrics.filter((id) => metricOf(id).unit === 'ratio')
  if (ratios.length === 0) return []
  if (query.dimensions.length === 0) return [ofTotal]
  return rows.map((row) => intervalsOf(ratios, row, plan.dimensions))
}

const metricsOf = ({ plan }: QueryRun, row: CountedRow) =>
  Object.fromEntries(plan.metrics.map((id) => [id, metricValue(id, row, plan.dimensions)]))
