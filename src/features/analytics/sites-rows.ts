import { type FactDimension, NO_VALUE } from '../../../db/facts/dimensions.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import { MEASURE_IDS, type MeasureValues, zeroValues } from '../../../db/facts/measures.ts'
import type { RowCount } from '../../kernel/reads/token-budget.ts'
import { type CountedRow, metricValue, rankOf } from './metric-value.ts'
import type { CountedSite, SiteGroups } from './sites-part.ts'
import type { SitesPlan } from './sites-plan.ts'

/** A row of an answer about several sites. */
export interface SitesRow extends CountedRow {
  /** The site that the row is about; null for a row that adds up several sites. */
  of: CountedSite | null
  bucket: number | null
  labels: readonly string[]
  /** The counts of the same row in the compared range; undefined where nothing is compared. */
  before: CountedRow | undefined
}

/** The most different groups that are added up; groups that come after them are left out. */
const MAX_GROUPS = 50_000
/**
 * The number of rows of single sites that are kept beyond those that are wanted; when more come, all but the first
 * wanted ones are dropped.
 */
const SPARE_ROWS = 2_000

interface SummedRow extends SitesRow {
  before: CountedRow
  /** True where the group was counted in the range, and not in the compared range alone. */
  hasHappened: boolean
}

/**
 * Collects the rows of an answer as its sites are read, and drops rows that the answer cannot show: five thousand sites
 * with a hundred rows each would be a hundred megabytes.
 */
export class SitesRows {
  readonly #plan: SitesPlan
  readonly #dimensions: readonly FactDimension[]
  readonly #ranks = new WeakMap<SitesRow, string | number>()
  #rows: SitesRow[] = []
  readonly #sums = new Map<string, SummedRow>()
  #isCut = false
  /** The number of groups of single sites, with those that were dropped. */
  readonly #count: RowCount = { rows: 0, isMore: false }
  #isCompared = false

  constructor(plan: SitesPlan, dimensions: readonly FactDimension[]) {
    this.#plan = plan
    this.#dimensions = dimensions
  }

  add(site: CountedSite, groups: SiteGroups): void {
    this.#isCompared ||= groups.before !== undefined
    if (this.#plan.isBySite) this.#addRows(site, groups)
    else this.#addSums(groups)
  }

  /** True where the sites have more groups than `MAX_GROUPS`, so that some were left out. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Returns the number of rows of the whole answer. `kept` is the number of rows that met the bounds. */
  countOf(kept: number): RowCount {
    const isDropped = this.#plan.isBySite && this.#plan.having.length === 0
    return isDropped ? this.#count : { rows: kept, isMore: this.#isCut }
  }

  /**
   * Returns the rows that meet the bounds, in their order. Of rows of single sites these may be more than are wanted.
   */
  inOrder(): SitesRow[] {
    const rows = this.#plan.isBySite ? this.#rows : this.#summed()
    return rows.filter((row) => this.#meetsBounds(row)).toSorted(this.#compare)
  }

  #addRows(of: CountedSite, { rows, before, isCut }: SiteGroups): void {
    this.#count.rows += rows.length
    this.#count.isMore ||= isCut
    const rowsBefore = new Map(before?.map((row) => [keyOf(row), row]))
    for (const row of rows) {
      const earlier = before && (rowsBefore.get(keyOf(row)) ?? zeroRow())
      this.#rows.push({ ...row, of, before: earlier })
    }
    const { wanted } = this.#plan
    if (this.#rows.length > wanted + SPARE_ROWS && this.#plan.having.length === 0) {
      this.#rows = this.#rows.toSorted(this.#compare).slice(0, wanted)
    }
  }

  #addSums({ rows, before = [], isCut }: SiteGroups): void {
    this.#isCut ||= isCut
    for (const row of rows) {
      const sum = this.#sumOf(row)
      if (!sum) continue
      sum.hasHappened = true
      addValues(sum.values, row.values)
    }
    for (const row of before) {
      const sum = this.#sumOf(row)
      if (sum) addValues(sum.before.values, row.values)
    }
  }

  #sumOf(row: FactRow): SummedRow | undefined {
    const key = keyOf(row)
    const known = this.#sums.get(key)
    if (known) return known
    if (this.#sums.size >= MAX_GROUPS) {
      this.#isCut = true
      return undefined
    }
    const { bucket, labels } = row
    const sum = { ...zeroRow(), of: null, bucket, labels, before: zeroRow(), hasHappened: false }
    this.#sums.set(key, sum)
    return sum
  }

  #summed(): SitesRow[] {
    const all = [...this.#sums.values()]
    this.#addWholes(all)
    return all
      .filter(({ hasHappened }) => hasHappened)
      .map((row) => ({ ...row, before: this.#isCompared ? row.before : undefined }))
  }

  /**
   * Adds to the rows of sums the wholes that shares of engines divide by: the sum of all rows that differ from it only
   * in the engine.
   */
  #addWholes(rows: readonly SummedRow[]): void {
    const place = this.#dimensions.findIndex((one) => one === 'engine' || one === 'operator')
    if (place < 0 || !this.#plan.metrics.includes('target_mix')) return
    const keyWithout = ({ bucket, labels }: SummedRow): string =>
      JSON.stringify([bucket, ...labels.filter((_, i) => i !== place)])
    for (const side of [(row: SummedRow) => row, ({ before }: SummedRow) => before]) {
      const wholes = new Map<string, number>()
      for (const row of rows) {
        const key = keyWithout(row)
        wholes.set(key, (wholes.get(key) ?? 0) + side(row).values.ai_clicks)
      }
      for (const row of rows) side(row).wholes.ai_clicks = wholes.get(keyWithout(row)) ?? 0
    }
  }

  #meetsBounds(row: SitesRow): boolean {
    return this.#plan.having.every(({ metric, op, value: limit }) => {
      const value = metricValue(metric, row, this.#dimensions)
      return value !== null && BOUNDS[op](value, limit)
    })
  }

  /** Sorts rows as they are asked for, then by time, labels and site. */
  readonly #compare = (a: SitesRow, b: SitesRow): number =>
    (this.#plan.order.direction === 'asc' ? 1 : -1) *
      compareValues(this.#rankOf(a), this.#rankOf(b)) ||
    compareValues(a.bucket ?? 0, b.bucket ?? 0) ||
    compareLists(a.labels, b.labels) ||
    compareValues(domainOf(a), domainOf(b))

  #rankOf(row: SitesRow): string | number {
    const known = this.#ranks.get(row)
    if (known !== undefined) return known
    const rank = this.#newRank(row)
    this.#ranks.set(row, rank)
    return rank
  }

  #newRank(row: SitesRow): string | number {
    const { order } = this.#plan
    switch (order.by) {
      case 'time':
        return row.bucket ?? 0
      case 'site':
        return domainOf(row)
      case 'label':
        return row.labels[order.index] ?? NO_VALUE
      case 'metric':
        return rankOf(order.metric, row, this.#dimensions, order.direction)
    }
  }
}

const BOUNDS = {
  gt: (value: number, limit: number) => value > limit,
  gte: (value: number, limit: number) => value >= limit,
  lt: (value: number, limit: number) => value < limit,
  lte: (value: number, limit: number) => value <= limit,
} as const

const keyOf = ({ bucket, labels }: Pick<FactRow, 'bucket' | 'labels'>): string =>
  JSON.stringify([bucket, ...labels])

export const zeroRow = (): CountedRow => ({ values: zeroValues(), wholes: {} })

export function addValues(sum: MeasureValues, values: MeasureValues): void {
  for (const measure of MEASURE_IDS) sum[measure] += values[measure]
}

export const domainOf = ({ of }: SitesRow): string => of?.run.site.row.domain ?? ''

const compareValues = (a: string | number, b: string | number): number =>
  a < b ? -1 : a > b ? 1 : 0

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (const [i, one] of a.entries()) {
    const order = compareValues(one, b[i] ?? '')
    if (order !== 0) return order
  }
  return 0
}
