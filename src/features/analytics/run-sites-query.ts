import { listPage, opened, signed } from '../../kernel/reads/paging.ts'
import type { SitesQuestion } from '../../kernel/reads/sites-question.ts'
import { bucketLabel, endsBefore } from './buckets.ts'
import { isTime } from './dimensions.ts'
import { addsUpOverSites, intervalsOf, metricValue } from './metric-value.ts'
import { type MetricId, metricOf } from './metrics.ts'
import { describe, frameOfSites, notesOf } from './describe-sites.ts'
import { sampleTier } from './notes.ts'
import {
  compareSites,
  ownDimensions,
  isToldOf,
  joinedSides,
  judgeEach,
  totalsOf,
} from './compare-sites.ts'
import { emptyRow } from './query-run.ts'
import type { SitesRun } from './sites-run.ts'
import { type CountedSite, readSite } from './sites-part.ts'
import { planSites, SITE, type SitesPlan, type SitesQuery } from './sites-plan.ts'
import type { SitesResult } from './sites-result.ts'
import { addValues, domainOf, type SitesRow, SitesRows, zeroRow } from './sites-rows.ts'

/** The most rows of an answer, since each page counts from the first row again; a file has all rows. */
const MAX_ROWS = 5_000
/** The most rows among which those that are judged are chosen. */
const MAX_LISTED = 500

const rowsToCollect = ({ compare }: SitesQuery, end: number): number =>
  Math.max(end + 1, compare === 'none' ? 0 : MAX_LISTED)

/** Answers a query about several sites: asks each site by itself, and puts their counts together. */
export async function runSitesQuery(question: SitesQuestion, asked: SitesQuery) {
  const { ctx, heads, names, now } = question
  const page = listPage(
    ctx.app,
    `analytics of sites ${ctx.db.orgId}`,
    { ...asked, site: names },
    asked,
  )
  const start = Number(opened(page, asked.cursor)?.[0] ?? 0)
  const end = start + asked.limit
  const plan = planSites(asked, heads, rowsToCollect(asked, end))
  const { run, isCut, collected } = await readSites(question, { plan, asked, now })
  const filled = withEmptyBuckets(run)
  const count = collected?.countOf(filled.length) ?? { rows: 0, isMore: false }
  const shown = filled.slice(start, end)
  const isMore = filled.length > end
  const goOnAt = (row: number): string | null =>
    start + row + 1 < MAX_ROWS ? signed(page, [start + row + 1]) : null
  const ended = isMore && end >= MAX_ROWS ? MAX_ROWS : undefined
  const compared = await compareSites(run, filled, shown)
  const notes = [...notesOf(run, { isCut, ended }), ...(compared?.notes ?? [])]
  const result: SitesResult = {
    ...describe(run),
    rows: shown.map((row) => cellsOf(run, row)),
    totals: totalsOf(run, run.totals),
    intervals: intervalsOf(plan.metrics.filter(addsUpOverSites), run.totals, []),
    rowIntervals: shown.map((row) => {
      const ratios = ratiosOf(plan).filter((id) => isToldOf(row, id))
      return intervalsOf(ratios, row, ownDimensions(run))
    }),
    comparison: compared?.result ?? null,
    rowCount: shown.length,
    truncated: isMore,
    notes,
    sampleTier: sampleTier(run.totals.values),
    nextCursor: isMore ? goOnAt(asked.limit - 1) : null,
  }
  const judgeApart = (metrics: readonly MetricId[]) => judgeEach(run, shown, metrics)
  const countRows = async () => count
  return { result, frame: frameOfSites(run, notes), cursorAfter: goOnAt, judgeApart, countRows }
}

async function readSites(
  question: SitesQuestion,
  { plan, asked, now }: Pick<SitesRun, 'plan' | 'asked' | 'now'>,
): Promise<{ run: SitesRun; isCut: boolean; collected: SitesRows | undefined }> {
  let collected: SitesRows | undefined
  const { parts, left } = await question.each(async (one) => {
    const { counted, groups } = await readSite(one, plan)
    collected ??= new SitesRows(plan, counted.run.plan.dimensions)
    collected.add(counted, groups)
    return counted
  })
  const sites = parts.map(({ found }) => found)
  const [totals, totalsBefore] = [zeroRow(), zeroRow()]
  for (const site of sites) {
    addValues(totals.values, site.totals.values)
    if (site.before) addValues(totalsBefore.values, site.before.totals.values)
  }
  // A share of the total is a share of itself.
  for (const sum of [totals, totalsBefore]) sum.wholes = sum.values
  const sides = joinedSides(sites.flatMap(({ before }) => before?.sides ?? []))
  const rows = collected?.inOrder() ?? []
  const run = { plan, asked, now, sites, left, rows, totals, totalsBefore, sides }
  return { run, isCut: collected?.isCut ?? false, collected }
}

const ratiosOf = ({ metrics }: SitesPlan) => metrics.filter((id) => metricOf(id).unit === 'ratio')

/** Fills the empty buckets of a series of sums, as a series of one site has them. */
function withEmptyBuckets({ plan, asked, rows, sites, sides }: SitesRun): readonly SitesRow[] {
  const { dimensions, order, isBySite, having } = plan
  const isPlainSeries = dimensions.length === 1 && order.by === 'time' && having.length === 0
  if (asked.fill === 'none' || isBySite || !isPlainSeries) return rows
  const known = new Map(rows.map((row) => [row.bucket, row]))
  const all = new Set(sites.flatMap(({ run }) => run.buckets))
  const buckets = [...all].toSorted((a, b) => (order.direction === 'asc' ? a - b : b - a))
  const empty = (bucket: number): SitesRow => ({
    ...emptyRow(bucket),
    of: null,
    before: sides && zeroRow(),
  })
  return buckets.map((bucket) => known.get(bucket) ?? empty(bucket))
}

/** Returns the cells of a row, with null for the metrics of a bucket that ended before any site had data. */
function cellsOf(run: SitesRun, row: SitesRow): SitesResult['rows'][number] {
  const { plan, sites } = run
  const own = ownDimensions(run)
  const labels = plan.dimensions.map((name) => {
    if (name === SITE) return domainOf(row)
    if (!isTime(name)) return row.labels[own.indexOf(name)] ?? null
    const { run: of } = row.of ?? sites[0] ?? {}
    const grain = of?.plan.grain
    return of && grain ? bucketLabel(row.bucket ?? 0, grain, of.zone) : null
  })
  const isBeforeData = row.of === null && sites.every((site) => endsBeforeData(site, row.bucket))
  const valueOf = (id: MetricId) =>
    isBeforeData || !isToldOf(row, id) ? null : metricValue(id, row, own)
  return [...labels, ...plan.metrics.map(valueOf)]
}

function endsBeforeData({ run, firstDay }: CountedSite, bucket: number | null): boolean {
  const { grain } = run.plan
  if (!grain || bucket === null) return false
  return firstDay === undefined || endsBefore(bucket, grain, run.zone, firstDay)
}
