import { SpanSets, type Spans } from './spans.ts'

/** More of them make a look shorter, and the index larger. */
const MAX_BUCKETS = 64

interface Bucket {
  /** Per set 1 if it has the number; right for all numbers of the bucket but in `open`. */
  truth: Uint8Array
  /** Sets that begin or end within the bucket. */
  open: readonly number[]
}

/** Which of many sets of spans have a number. Most answers are ready for each of a few ranges of numbers. */
export class SpanFinder {
  readonly #sets: SpanSets
  /** Where each bucket begins, ascending. */
  readonly #starts: readonly number[]
  readonly #buckets: readonly Bucket[]
  readonly #none: Uint8Array
  /** Per set 1 if it has the number that was looked for last. */
  truth: Uint8Array

  constructor(sets: readonly Spans[]) {
    this.#sets = new SpanSets(sets)
    this.#none = new Uint8Array(sets.length)
    this.truth = this.#none
    this.#starts = bucketStarts(sets)
    this.#buckets = this.#starts.map((start, i) =>
      this.#bucketOf(sets, start, this.#starts[i + 1] ?? Infinity),
    )
  }

  /** `null` is in no set. */
  look(value: number | null): void {
    this.truth = this.#none
    if (value === null || Number.isNaN(value)) return
    const bucket = this.#buckets[this.#starts.findLastIndex((start) => start <= value)]
    if (!bucket) return
    this.truth = bucket.truth
    for (const set of bucket.open) bucket.truth[set] = Number(this.#sets.has(set, value))
  }

  #bucketOf(sets: readonly Spans[], start: number, end: number): Bucket {
    const isOpen = (spans: Spans) =>
      spans.some(([from, to]) => (from > start && from < end) || (to >= start && to < end))
    return {
      truth: Uint8Array.from(sets, (_, set) => Number(this.#sets.has(set, start))),
      open: sets.flatMap((spans, set) => (isOpen(spans) ? [set] : [])),
    }
  }
}

/** Numbers between which about as many spans begin and end, wherever they lie. */
function bucketStarts(sets: readonly Spans[]): number[] {
  const edges = Float64Array.from(sets.flat(2).filter(Number.isFinite)).toSorted()
  const step = Math.max(1, Math.ceil(edges.length / (MAX_BUCKETS - 1)))
  return [-Infinity, ...new Set(edges.filter((_, i) => i % step === 0))]
}
