/** Numbers from one to another, both included. */
export type Span = readonly [from: number, to: number]

/** Spans in ascending order, none of which touches another. */
export type Spans = readonly Span[]

/** Numbers that are in any of the spans. */
export function unionOf(spans: Spans): Spans {
  const merged: [number, number][] = []
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (from <= to) merged.push([from, to])
  }
  return merged
}

/** Numbers that are in both. */
export function intersectionOf(a: Spans, b: Spans): Spans {
  return a.flatMap(([from, to]) =>
    b
      .map(([otherFrom, otherTo]): Span => [Math.max(from, otherFrom), Math.min(to, otherTo)])
      .filter(([first, last]) => first <= last),
  )
}

/** Many sets of spans, ready to be asked. */
export class SpanSets {
  readonly #edges: Float64Array
  /** Where the spans of each set begin; one more for the end. */
  readonly #starts: Int32Array

  constructor(sets: readonly Spans[]) {
    this.#edges = Float64Array.from(sets.flat(2))
    this.#starts = new Int32Array(sets.length + 1)
    sets.forEach((spans, set) => {
      this.#starts[set + 1] = (this.#starts[set] ?? 0) + spans.length * 2
    })
  }

  /** Whether a number is in one of the set's spans; NaN is in none. */
  has(set: number, value: number): boolean {
    const edges = this.#edges
    let low = this.#starts[set] ?? 0
    let high = this.#starts[set + 1] ?? 0
    while (high - low > 2) {
      const middle = low + (((high - low) >> 2) << 1)
      if ((edges[middle] ?? 0) <= value) low = middle
      else high = middle
    }
    return high > low && value >= (edges[low] ?? 0) && value <= (edges[low + 1] ?? 0)
  }
}
