import type { Comparability } from '../../domain/statistics/comparability.ts'
import { listPage, opened, signed } from '../../kernel/reads/paging.ts'
import type { SitesQuestion } from '../../kernel/reads/sites-question.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { bucketLabel, endsBefore } from './buckets.ts'
import { isTime } from './dimensions.ts'
import {
  addsUpOverSites,
  comparableValue,
  type CountedRow,
  intervalsOf,
  judgeMetric,
  metricValue,
} from './metric-value.ts'
import { type MetricId, metricOf } from './metrics.ts'
import { describe, frameOfSites, notesOf } from './describe-sites.ts'
import { spanOf } from '../../kernel/reads/sites-notes.ts'
import { sampleTier } from './notes.ts'
import { emptyRow } from './query-run.ts'
import type { SitesRun } from './sites-run.ts'
import { type CountedSite, readSite } from './sites-part.ts'
import { planSites, SITE, type SitesPlan, type SitesQuery } from './sites-plan.ts'
import type { SitesResult } from './sites-result.ts'
import { addValues, domainOf, type SitesRow, SitesRows, zeroRow } from './sites-rows.ts'

/** The most rows of an answer, since each page counts again from the first row; a file has them all. */
const MAX_ROWS = 5_000

/** Answers a query about several sites: each is asked by itself, and what they count is put together. */
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
  const plan = planSites(asked, heads, end + 1)
  const { run, isCut, collected } = await readSites(question, { plan, asked, now })
  const filled = withEmptyBuckets(run)
  const count = collected?.countOf(filled.length) ?? { rows: 0, isMore: false }
  const shown = filled.slice(start, end)
  const isMore = filled.length > end
  const goOnAt = (row: number): string | null =>
    start + row + 1 < MAX_ROWS ? signed(page, [start + row + 1]) : null
  const ended = isMore && end >= MAX_ROWS ? MAX_ROWS : undefined
  const notes = notesOf(run, { isCut, ended })
  const result: SitesResult = {
    ...describe(run),
    rows: shown.map((row) => cellsOf(run, row)),
    totals: totalsOf(run, run.totals),
    intervals: intervalsOf(plan.metrics.filter(addsUpOverSites), run.totals, []),
    rowIntervals: shown.map((row) => {
      const ratios = ratiosOf(plan).filter((id) => isKnown(row, id))
      return intervalsOf(ratios, row, dimensionsOf(run))
    }),
    comparison: comparisonOf(run, shown),
    rowCount: shown.length,
    truncated: isMore,
    notes,
    sampleTier: sampleTier(run.totals.values),
    nextCursor: isMore ? goOnAt(asked.limit - 1) : null,
  }
  const verdictOf = (row: number, id: MetricId) => {
    const judged = shown[row]
    return judged && run.sides ? verdictOn(run, judged, id) : null
  }
  const countRows = async () => count
  return { result, frame: frameOfSites(run, notes), cursorAfter: goOnAt, verdictOf, countRows }
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

/** Joins how the sites of an answer compare: sums compare where every site does, by as many days. */
export function joinedSides(sides: readonly Comparability[]): Comparability | undefined {
  const [first] = sides
  if (!first) return undefined
  const areAlike = sides.every(({ scale }) => scale === first.scale)
  return {
    observedMs: sides.reduce((most, { observedMs }) => Math.max(most, observedMs), 0),
    observedBeforeMs: sides.reduce((most, one) => Math.max(most, one.observedBeforeMs), 0),
    areCounts: areAlike && sides.every(({ areCounts }) => areCounts),
    isBeforeData: sides.every(({ isBeforeData }) => isBeforeData),
    scale: areAlike ? first.scale : 1,
    notes: [],
  }
}

const dimensionsOf = ({ sites }: SitesRun) => sites[0]?.run.plan.dimensions ?? []

/** A row that is added up over sites tells nothing of readers, who are known by site alone. */
const isKnown = ({ of }: SitesRow, id: MetricId): boolean => of !== null || addsUpOverSites(id)

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

/** Writes the cells of a row. A bucket that ended before any site had data has no numbers. */
function cellsOf(run: SitesRun, row: SitesRow): SitesResult['rows'][number] {
  const { plan, sites } = run
  const own = dimensionsOf(run)
  const labels = plan.dimensions.map((name) => {
    if (name === SITE) return domainOf(row)
    if (!isTime(name)) return row.labels[own.indexOf(name)] ?? null
    const { run: of } = row.of ?? sites[0] ?? {}
    const grain = of?.plan.grain
    return of && grain ? bucketLabel(row.bucket ?? 0, grain, of.zone) : null
  })
  const isBeforeData = row.of === null && sites.every((site) => endsBeforeData(site, row.bucket))
  const valueOf = (id: MetricId) =>
    isBeforeData || !isKnown(row, id) ? null : metricValue(id, row, own)
  return [...labels, ...plan.metrics.map(valueOf)]
}

function endsBeforeData({ run, firstDay }: CountedSite, bucket: number | null): boolean {
  const { grain } = run.plan
  if (!grain || bucket === null) return false
  return firstDay === undefined || endsBefore(bucket, grain, run.zone, firstDay)
}

const totalsOf = ({ plan }: SitesRun, totals: CountedRow): SitesResult['totals'] =>
  Object.fromEntries(
    plan.metrics.map((id) => [id, addsUpOverSites(id) ? metricValue(id, totals, []) : null]),
  )

function comparisonOf(run: SitesRun, rows: readonly SitesRow[]): SitesResult['comparison'] {
  const { plan, sides, totals, totalsBefore, sites } = run
  if (!sides) return null
  const own = dimensionsOf(run)
  const [first] = plan.metrics
  const sidesOf = (row: SitesRow): Comparability => row.of?.before?.sides ?? sides
  const ranges = sites.flatMap(({ run: { before } }) => (before ? [formatRange(before)] : []))
  return {
    range: spanOf(ranges),
    scale: sides.scale,
    totals: sides.isBeforeData
      ? Object.fromEntries(plan.metrics.map((id) => [id, null]))
      : totalsOf(run, totalsBefore),
    verdicts: Object.fromEntries(
      plan.metrics
        .filter(addsUpOverSites)
        .map((id) => [id, judgeMetric(id, [totals, totalsBefore], [], sides)]),
    ),
    rows: rows.map((row) => {
      const { before } = row
      if (!before || sidesOf(row).isBeforeData) return null
      return plan.metrics.map((id) =>
        isKnown(row, id) ? broughtTo(sides, sidesOf(row), id, metricValue(id, before, own)) : null,
      )
    }),
    rowVerdicts: first === undefined ? [] : rows.map((row) => verdictOn(run, row, first)),
  }
}

/** Judges a metric of a row by how its site compares, or all of them. */
function verdictOn(run: SitesRun, row: SitesRow, id: MetricId) {
  if (!isKnown(row, id)) return 'not_comparable'
  const sides = row.of?.before?.sides ?? run.sides ?? NOT_COMPARED
  return judgeMetric(id, [row, row.before ?? zeroRow()], dimensionsOf(run), sides)
}

const NOT_COMPARED = { observedMs: 1, observedBeforeMs: 1, areCounts: false } as const

/** Brings a count of a site whose ranges are of other lengths than those of the others to the scale of the answer. */
const broughtTo = (
  { scale }: Comparability,
  own: Comparability,
  ...metric: [id: SitesPlan['metrics'][number], value: number | null]
): number | null => comparableValue(...metric, own.scale / scale)
