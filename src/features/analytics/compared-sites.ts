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

/** The counts of one site for a question that compares, with the site's past. */
export interface ComparedSite {
  run: QueryRun
  comparison: SiteComparison
}

/** The days of a site in place of those of the first one. */
interface PlacedSite extends ComparedSite {
  shift: number
}

/** The days of more sites, or of more values of them, take too long to read. */
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

  /** True for more sites than have their sums judged, or more values of each. */
  areTooMany(values = 1): boolean {
    const { length } = this.#sites
    return length > 1 && (length > MAX_JOINED || length * values > MAX_JOINED_VALUES)
  }

  /** How the ranges of a metric compare. */
  plan(id: MetricId): ComparisonPlan {
    return this.#plans?.[countedBy(id)] ?? { kind: 'not_comparable', reason: 'hours' }
  }

  /** True where the past of a metric is in the daily sums of every site. */
  hasDailySums(metrics: readonly MetricId[], dimension?: FactDimension): boolean {
    return this.#sites.every(({ run }) => hasDailySums({ run, metrics, dimension }))
  }

  /** Reads metrics by day. */
  async totals(metrics: readonly MetricId[]): Promise<DailyCounts> {
    const reads = this.#reads(metrics)
    const counts = new DailyCounts(reads)
    for (const { run, shift } of this.#sites) {
      if (this.#sites.length > 1) await turn()
      await addDailyTotals(counts, { run, metrics }, moved(reads, shift), shift)
    }
    return counts
  }

  /** Reads a metric of some values of a dimension by day. */
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

  /** Makes a series of a metric from its own counts and those of the whole that a share is a part of. */
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

  /** How much more the events of a metric vary than readers do, on the sites as a whole. */
  excessOf(id: MetricId): number {
    const kind = eventKindOf(id)
    return kind === undefined ? 1 : excessOfKind(kind, this.#sides())
  }

  /** The readers behind a count of events of whole sites; nothing else has its readers counted. */
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

  /** Plans for sums: a day counts only if every site was known on it. */
  #joinedPlan(counted: Counted): ComparisonPlan {
    const [first] = this.#sites
    const { range, before } = first?.run ?? {}
    if (!first || !range || !before || !this.#areAlike()) {
      return { kind: 'not_comparable', reason: 'hours' }
    }
    const todays = this.#sites.map(({ run, shift }) => localDay(run.zone, run.now) - shift)
    return planComparison(range, before, Math.min(...todays), this.#joinedHistory(counted))
  }

  /** True where every site has ranges of the same lengths and the same days between them. */
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

/** Returns the marks of sites; a date of the world, which all sites have in common, stands once. */
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
