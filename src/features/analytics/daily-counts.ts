import type { FactRow } from '../../../db/facts/fact-query.ts'
import type { Measure } from '../../../db/facts/measures.ts'
import { type DaySpan, type DaySums, RunningSums } from '../../domain/verdicts/day-sums.ts'

/** The counts of each measure by day, over the days that a comparison reads. */
export class DailyCounts {
  readonly #from: number
  readonly #length: number
  readonly #counts = new Map<Measure, Float64Array>()
  readonly #sums = new Map<Measure, DaySums>()

  constructor(reads: readonly DaySpan[]) {
    const from = Math.min(...reads.map((days) => days.from))
    this.#from = reads.length === 0 ? 0 : from
    this.#length = reads.length === 0 ? 0 : Math.max(...reads.map(({ to }) => to)) - from
  }

  /**
   * Adds the counts of one day, `bucket`, to those of the day that lies `shift` days earlier. Other days are left out.
   */
  add(
    { bucket, values }: Pick<FactRow, 'bucket' | 'values'>,
    measures: readonly Measure[],
    shift = 0,
  ) {
    const place = (bucket ?? 0) - shift - this.#from
    if (place < 0 || place >= this.#length) return
    for (const measure of measures) {
      const counts = this.#of(measure)
      counts[place] = (counts[place] ?? 0) + values[measure]
    }
  }

  /** Returns the running sums of a measure over the days. To be called only after all days were added. */
  sums(measure: Measure): DaySums {
    const known = this.#sums.get(measure)
    if (known) return known
    const sums = new RunningSums(this.#from, this.#of(measure))
    this.#sums.set(measure, sums)
    return sums
  }

  #of(measure: Measure): Float64Array {
    const known = this.#counts.get(measure)
    if (known) return known
    const counts = new Float64Array(this.#length)
    this.#counts.set(measure, counts)
    return counts
  }
}
