import { setImmediate as turn } from 'node:timers/promises'
import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { type ComparisonPlan, planComparison } from '../../domain/verdicts/comparison-plan.ts'
import type { DaySpan } from '../../domain/verdicts/day-sums.ts'
import type { SiteHistory } from '../../domain/verdicts/site-history.ts'
import type { JudgedSeries } from '../../domain/verdicts/weigh-change.ts'
import { localDay } from '../../lib/time/zone.ts'
import {
  type Counted,
  excessOfKind,
  readersOf,
  cutsOf,
  readsOf,
  type SiteComparison,
} from '../../kernel/verdicts/site-comparison.ts'
import type { SiteMark } from '../../kernel/verdicts/site-marks.ts'
import { DailyCounts } from './daily-counts.ts'
import { type MetricId, metricOf } from './metrics.ts'
import type { QueryRun } from './query-run.ts'
import { addDailyTotals, addDailyValues, hasDailySums } from './read-daily.ts'
import { countedBy, eventKindOf, seriesKindOf } from './series-kind.ts'

/** One site of a question that compares: its query, and what a comparison needs to know of the site's past. */
export interface ComparedSite {
  run: QueryRun
  comparison: SiteComparison
}

/**
 * A site whose days are counted as those of the first site: its range begins `shift` days after the range of the first.
 */
interface PlacedSite extends ComparedSite {
  shift: number
}

/**
 * The most sites whose sums are judged, since reading more takes too long; below it, the most values of all sites
 * together.
 */
const MAX_JOINED = 200
const MAX_JOINED_VALUES = 4_000

/** One site, or several whose sums are judged as one number. */
export class ComparedSites {
  readonly #sites: readonly PlacedSite[]
  readonly #plans: Readonly<Record<Counted, ComparisonPlan>> | undefined

  constructor(sites: readonly ComparedSite[]) {
    const [first] = sites
    const from = first?.run.range.days?.from ?? 0
    this.#sites = sites.map((site) => ({
      ...site,
      shift: (site.run.range.days?.from ?? 0) - from,
    }))
    if (!first) return
    this.#plans =
      sites.length === 1
        ? first.comparison.plans
        : { questions: this.#joinedPlan('questions'), others: this.#joinedPlan('others') }
  }

  /** True for too many sites to judge their sums, or to judge `values` values of each. */
  areTooMany(values = 1): boolean {
    const { length } = this.#sites
    return length > 1 && (length > MAX_JOINED || length * values > MAX_JOINED_VALUES)
  }

  /** Returns by which days the ranges of a metric are compared, or why they are not. */
  plan(id: MetricId): ComparisonPlan {
    return this.#plans?.[countedBy(id)] ?? { kind: 'not_comparable', reason: 'hours' }
  }

  /** True where every site keeps daily sums of the metrics, so that no single events need to be read. */
  hasDailySums(metrics: readonly MetricId[], dimension?: FactDimension): boolean {
    return this.#sites.every(({ run }) => hasDailySums({ run, metrics, dimension }))
  }

  /** Reads the counts that some metrics need, for each day that their comparison uses. */
  async totals(metrics: readonly MetricId[]): Promise<DailyCounts> {
    const reads = this.#reads(metrics)
    const counts = new DailyCounts(reads)
    for (const { run, shift } of this.#sites) {
      if (this.#sites.length > 1) await turn()
      await addDailyTotals(counts, { run, metrics }, moved(reads, shift), shift)
    }
    return counts
  }

  /** Reads by day the counts that a metric needs, for some values of a dimension. */
  async values(
    id: MetricId,
    dimension: FactDimension,
    labels: readonly string[],
  ): Promise<ReadonlyMap<string, DailyCounts>> {
    const reads = this.#reads([id])
    const cuts = cutsOf(this.plan(id))
    const counts = new Map(labels.map((label) => [label, new DailyCounts(reads)]))
    for (const { run, shift } of this.#sites) {
      if (this.#sites.length > 1) await turn()
      const days = {
        reads: moved(reads, shift),
        cuts: cuts.map((day) => day + shift),
      }
      await addDailyValues(counts, { run, metrics: [id], dimension }, days, shift)
    }
    return counts
  }

  /**
   * Makes the series by which a metric is judged, from its own counts and from those of the whole, which shares divide
   * by.
   */
  series(id: MetricId, own: DailyCounts, whole: DailyCounts): JudgedSeries {
    const { value } = metricOf(id)
    const base = { kind: seriesKindOf(id), phi: this.excessOf(id) }
    switch (value.by) {
      case 'measure':
        return { ...base, numerator: own.sums(value.measure) }
      case 'share':
        return {
          ...base,
          numerator: own.sums(value.measure),
          denominator: whole.sums(value.measure),
        }
      case 'ratio':
        return {
          ...base,
          numerator: own.sums(value.numerator),
          denominator: own.sums(value.denominator),
        }
      case 'mean':
        return { ...base, numerator: own.sums(value.sum), denominator: own.sums(value.of) }
    }
  }

  /**
   * Returns how many times more the events of a metric vary than readers do, over all sites; 1 for metrics of readers.
   */
  excessOf(id: MetricId): number {
    const kind = eventKindOf(id)
    return kind === undefined ? 1 : excessOfKind(kind, this.#sides())
  }

  /**
   * Returns how many readers are behind a count of events of whole sites; an empty object for filtered sites and other
   * metrics, whose readers are not counted.
   */
  readersOfTotal(id: MetricId): Pick<JudgedSeries, 'readers'> {
    const kind = eventKindOf(id)
    const isWhole = this.#sites.every(({ run }) => run.query.filters.length === 0)
    if (kind === undefined || !isWhole || seriesKindOf(id) !== 'count') return {}
    return { readers: readersOf(kind, this.plan(id), this.#sides()) }
  }

  #sides() {
    return this.#sites.map(({ comparison }) => comparison.sides)
  }

  #reads(metrics: readonly MetricId[]): readonly DaySpan[] {
    return readsOf(metrics.map((id) => this.plan(id)))
  }

  /** Plans the comparison of sums over sites: a day counts only if the data of every site covers it. */
  #joinedPlan(counted: Counted): ComparisonPlan {
    const [first] = this.#sites
    const { range, before } = first?.run ?? {}
    if (!first || !range || !before || !this.#areAlike()) {
      return { kind: 'not_comparable', reason: 'hours' }
    }
    const todays = this.#sites.map(({ run, shift }) => localDay(run.zone, run.now) - shift)
    return planComparison(range, before, Math.min(...todays), this.#joinedHistory(counted))
  }

  /** True where the ranges of all sites have the same lengths and the same distance. */
  #areAlike(): boolean {
    const shapes = this.#sites.map(({ run: { range, before } }) => {
      const [a, b] = [range.days, before?.days]
      return a && b ? `${a.to - a.from} ${b.to - b.from} ${a.from - b.from}` : ''
    })
    return new Set(shapes).size === 1 && !shapes.includes('')
  }

  #joinedHistory(counted: Counted): SiteHistory {
    const all = this.#sites.map(({ comparison, shift }) => ({
      ...comparison.histories[counted],
      shift,
    }))
    const firsts = all.flatMap(({ firstDay, shift }) =>
      firstDay === undefined ? [] : [firstDay - shift],
    )
    const kept = all.flatMap(({ keptDays }) => keptDays ?? [])
    return {
      firstDay: firsts.length === 0 ? undefined : Math.max(...firsts),
      gaps: all.flatMap(({ gaps, shift }) => moved(gaps, -shift)),
      marks: all.flatMap(({ marks, shift }) => marks.map((day) => day - shift)),
      keptDays: kept.length === 0 ? null : Math.min(...kept),
    }
  }
}

/** Returns the marks of all sites, with a date of the world that several sites share only once. */
export function joinedMarks(sites: readonly ComparedSite[]): SiteMark[] {
  const marks = new Map<string, SiteMark>()
  for (const { run, comparison } of sites) {
    for (const mark of comparison.marks) {
      const isOfAll = mark.kind === 'world' || sites.length === 1
      const text = isOfAll ? mark.text : `${run.site.row.domain}: ${mark.text}`
      marks.set(`${mark.day} ${text}`, { ...mark, text })
    }
  }
  return [...marks.values()].toSorted((a, b) => a.day - b.day)
}

const moved = (spans: readonly DaySpan[], days: number): DaySpan[] =>
  spans.map(({ from, to }) => ({ from: from + days, to: to + days }))
