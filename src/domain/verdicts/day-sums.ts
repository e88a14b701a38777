/** Whole local days, half-open. */
export interface DaySpan {
  from: number
  to: number
}

/** Sums of a daily count over any days. */
export interface DaySums {
  over(days: DaySpan): number
}

/**
 * The sums of a daily count over any days, by running sums: a range costs two looks. Days outside of those given count
 * nothing.
 */
export class RunningSums implements DaySums {
  readonly #from: number
  readonly #sums: Float64Array

  /** Takes the counts of consecutive days, of which `from` is the first. */
  constructor(from: number, counts: ArrayLike<number>) {
    this.#from = from
    this.#sums = new Float64Array(counts.length + 1)
    let sum = 0
    for (let index = 0; index < counts.length; index++) {
      sum += counts[index] ?? 0
      this.#sums[index + 1] = sum
    }
  }

  over({ from, to }: DaySpan): number {
    return to <= from ? 0 : this.#before(to) - this.#before(from)
  }

  #before(day: number): number {
    const place = Math.min(Math.max(day - this.#from, 0), this.#sums.length - 1)
    return this.#sums[place] ?? 0
  }
}

export const lengthOf = ({ from, to }: DaySpan): number => to - from

export const overlap = (a: DaySpan, b: DaySpan): boolean => a.from < b.to && b.from < a.to
