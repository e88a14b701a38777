import { type Labels, Series } from './series.ts'

interface Observed {
  /**
   * For each bound the number of values that were at most that, and more than the bound before; the last has no upper
   * bound.
   */
  buckets: number[]
  sum: number
}

/** Counts values by their size and by labels, since the process began. */
export class Histogram {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #observed: Series<Observed>

  /** `bounds` ascend. */
  constructor(name: string, help: string, labels: Labels, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
    this.#observed = new Series(labels, () => ({
      buckets: Array.from({ length: bounds.length + 1 }, () => 0),
      sum: 0,
    }))
  }

  observe(values: Labels, value: number): void {
    const observed = this.#observed.at(values)
    const found = this.#bounds.findIndex((bound) => value <= bound)
    const bucket = found < 0 ? this.#bounds.length : found
    observed.buckets[bucket] = (observed.buckets[bucket] ?? 0) + 1
    observed.sum += value
  }

  /** Returns the histogram in the Prometheus text format, in which each bucket holds those before it. */
  text(): string {
    const lines = this.#observed.entries().map(([labels, { buckets, sum }]) => {
      const before = labels && `${labels},`
      let count = 0
      const counted = buckets.map((inBucket, i) => {
        count += inBucket
        return `${this.#name}_bucket{${before}le="${this.#bounds[i] ?? '+Inf'}"} ${count}\n`
      })
      const braces = labels && `{${labels}}`
      return `${counted.join('')}${this.#name}_sum${braces} ${sum}\n${this.#name}_count${braces} ${count}\n`
    })
    return `# HELP ${this.#name} ${this.#help}\n# TYPE ${this.#name} histogram\n${lines.join('')}`
  }
}
