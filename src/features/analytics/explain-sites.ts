import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { comparability, type Comparability } from '../../domain/statistics/comparability.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { siteHeadOf } from '../../kernel/names/meant-sites.ts'
import type { LeftOut } from '../../kernel/reads/left-out.ts'
import type { SiteQuestion } from '../../kernel/reads/site-question.ts'
import type { SitesQuestion } from '../../kernel/reads/sites-question.ts'
import {
  notesOfSites,
  notesOnLeft,
  someDomains,
  spanOf,
  zonesOf,
} from '../../kernel/reads/sites-notes.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { keptMonthsOf } from '../../kernel/verdicts/kept-days.ts'
import { compareSite } from '../../kernel/verdicts/site-comparison.ts'
import { type ComparedSite, ComparedSites, joinedMarks } from './compared-sites.ts'
import { ComparedSums } from './compared-sums.ts'
import type { JudgedRow } from './judge-changes.ts'
import { SMALLER_GROUPS } from './describe-sites.ts'
import { type Change, explainBy, readComparedRows, unexplained } from './drivers.ts'
import {
  type ChangeQuestion,
  judgedTotal,
  describeChange,
  driversFor,
  type ExplainedChange,
  nothingCompared,
  notesOnChange,
  notesOnMetric,
  reachesToday,
} from './explain-change.ts'
import { isCheckMetric } from './legality.ts'
import { addsUpOverSites, type CountedRow } from './metric-value.ts'
import { measuresOf, METRIC_IDS, type MetricId, metricOf } from './metrics.ts'
import { completeQuery } from './query.ts'
import { readTotals, startQueryRun } from './query-run.ts'
import { joinedSides } from './compare-sites.ts'
import { bySite, isOfOneSite, ofOneSite, SITE } from './sites-plan.ts'
import { addValues, zeroRow } from './sites-rows.ts'
import { understandFilters } from './understand-filters.ts'

const MAX_DRIVERS = 3

/** The counts of one site in both ranges, for the metric whose change is explained. */
interface SiteSides extends ComparedSite {
  sides: Comparability
  totals: CountedRow
  totalsBefore: CountedRow
  notes: string[]
}

/**
 * Explains the change of a metric over several sites: by site, whose effects add up exactly, and by other dimensions.
 * Throws VALIDATION_FAILED for a metric that does not add up over sites, and for all that `explainChange` refuses.
 */
export async function explainSites(
  question: SitesQuestion,
  input: ChangeQuestion,
): Promise<ExplainedChange & { left: LeftOut[] }> {
  const [metric] = input.metrics
  if (metric === undefined) throw invalidField('metrics', 'required', 'Name one metric')
  assertAddsUp(metric)
  const dimensions = dimensionsFor(metric, input)
  const own = dimensions.filter(isOwn)
  const sums = new Map(dimensions.map((one) => [one, new ComparedSums()]))
  const { parts, left } = await question.each(async (one) => {
    const counted = await readSides(one, input, metric)
    const { run, totals, totalsBefore } = counted
    const { domain } = run.site.row
    sums.get(SITE)?.add(domain, { now: totals, before: totalsBefore })
    for (const dimension of own) {
      const before = run.before ?? run.range
      const rows = await readComparedRows(run, before, dimension)
      sums.get(dimension)?.addAll(rows, isOfOneSite(dimension) ? `${domain} ` : '')
    }
    return counted
  })
  const sites = parts.map(({ found }) => found)
  const change = await judgedTotal(metric, joinedSums(sites))
  const siteOf = new Map(sites.map((one) => [one.run.site.row.domain, new ComparedSites([one])]))
  const found = await Promise.all(
    dimensions.map(async (one) => {
      if (change.effect === null) return unexplained(one)
      const sum = sums.get(one) ?? new ComparedSums()
      return explainBy(one, sum, change, placesBy(one, change, siteOf))
    }),
  )
  const zones = zonesOf(sites.map(({ run }) => siteHeadOf(run.site)))
  const { range, from, to, compare } = input
  return {
    query: {
      ...completeQuery({ metrics: [metric], range, from, to, compare }),
      filters: [...(input.filters ?? [])],
      dimensions,
    },
    range: spanOf(sites.map(({ run }) => formatRange(run.range))),
    before: spanOf(sites.flatMap(({ run }) => (run.before ? [formatRange(run.before)] : []))),
    timezone: zones.timezone,
    change,
    found,
    isRatio: metricOf(metric).unit !== 'count',
    left,
    notes: [
      ...zones.notes,
      ...notesOnLeft(left),
      ...notesOnSites(sites, change, found),
      ...([...sums.values()].some(({ isCut }) => isCut) ? [SMALLER_GROUPS] : []),
      ...notesOfSites(sites.map(({ run, notes }) => ({ head: siteHeadOf(run.site), notes }))),
    ],
  }
}

/** Says in words how the metric changed and how that was judged, and names the sites whose counts are not compared. */
function notesOnSites(
  sites: readonly SiteSides[],
  change: Change,
  found: ExplainedChange['found'],
): string[] {
  const hasToday = sites.some(({ run }) => reachesToday(run))
  const unlike = sites.filter(({ sides }) => !sides.areCounts).map(({ run }) => run.site.row.domain)
  const isSome = unlike.length > 0 && unlike.length < sites.length
  return [
    describeChange(change),
    ...notesOnChange(change, found, hasToday),
    ...(isSome
      ? [
          `not every site had data in both ranges, so counts are not compared: ${someDomains(unlike)}`,
        ]
      : []),
  ]
}

export function assertAddsUp(metric: MetricId): void {
  if (addsUpOverSites(metric)) return
  const legal = METRIC_IDS.filter(addsUpOverSites).join(', ')
  throw invalidField(
    'metrics',
    'illegal_pair',
    `${metric} does not add up over sites, since ${whyApart(metric)}: name one site, or one of ${legal}`,
  )
}

const whyApart = (metric: MetricId): string =>
  isCheckMetric(metric) ? 'each site has questions of its own' : 'a reader is known by site alone'

function dimensionsFor(
  metric: MetricId,
  { dimensions, filters = [] }: ChangeQuestion,
): readonly Driver[] {
  const own = driversFor(metric, dimensions && ofOneSite(dimensions), filters)
  if (!dimensions) return [SITE, ...own.slice(0, MAX_DRIVERS - 1)]
  return bySite({ dimensions }) ? [SITE, ...own] : own
}

type Driver = FactDimension | typeof SITE

const isOwn = (driver: Driver): driver is FactDimension => driver !== SITE

async function readSides(
  { ctx, site, now, minAskers, isOneOfSeveral }: SiteQuestion,
  input: ChangeQuestion,
  metric: MetricId,
): Promise<SiteSides> {
  const { range: period, from, to, compare } = input
  const { filters, notes } = await understandFilters(site, input.filters ?? [], { isOneOfSeveral })
  const query = completeQuery({ metrics: [metric], range: period, from, to, compare, filters })
  const keptMonths = keptMonthsOf(ctx)
  const run = await startQueryRun(site, query, { now, minAskers, keptMonths })
  const { before, range, zone } = run
  if (!before) throw nothingCompared()
  const { firstDay } = await site.dataSpan()
  const sides = comparability({ range, before, zone, now, firstDay })
  const totals = await readTotals(run, range)
  const totalsBefore = await readTotals(run, before)
  const measures = measuresOf(metric)
  const hasCounted = measures.some((one) => totals.values[one] + totalsBefore.values[one] > 0)
  const onMetric = await notesOnMetric(run, metric, hasCounted)
  const told = [...notes, ...onMetric, ...sides.notes]
  const comparison = await compareSite(site, { ...run, before })
  return { run, comparison, sides, totals, totalsBefore, notes: told }
}

/** Adds up the totals of all sites, for the range and for the compared range, and joins how the sites compare. */
function joinedSums(sites: readonly SiteSides[]) {
  const [totals, totalsBefore] = [zeroRow(), zeroRow()]
  for (const site of sites) {
    addValues(totals.values, site.totals.values)
    addValues(totalsBefore.values, site.totalsBefore.values)
  }
  for (const sum of [totals, totalsBefore]) sum.wholes = sum.values
  const sides = joinedSides(sites.map((site) => site.sides)) ?? NOTHING
  const compared = new ComparedSites(sites)
  return { totals, totalsBefore, sides, compared, marks: joinedMarks(sites) }
}

/**
 * Returns a function that finds for a label of a dimension the site, or all sites, and the value that the label stands
 * for.
 */
function placesBy(
  dimension: Driver,
  { compared }: Change,
  siteOf: ReadonlyMap<string, ComparedSites>,
): (label: string) => Pick<JudgedRow, 'sites' | 'label'> {
  if (!isOwn(dimension)) return (label) => ({ sites: siteOf.get(label) ?? compared, label: null })
  if (!isOfOneSite(dimension)) return (label) => ({ sites: compared, label })
  return (label) => {
    // A domain has no space.
    const end = label.indexOf(' ')
    return { sites: siteOf.get(label.slice(0, end)) ?? compared, label: label.slice(end + 1) }
  }
}

/** The sides of a comparison without sites. */
const NOTHING: Comparability = {
  observedMs: 1,
  observedBeforeMs: 1,
  areCounts: false,
  isBeforeData: false,
  scale: 1,
  notes: [],
}
