/** The names of a metric's labels; or the values of these labels for one series, in the same order. */
export type Labels = readonly string[]

/**
 * The most series of a metric, so that labels with endless values do not fill the memory; metrics whose labels have a
 * closed set of values stay below it.
 */
const MAX_SERIES = 2_000
const REST = 'other'

/**
 * The numbers of a metric for each combination of label values; combinations beyond `MAX_SERIES` share one, named
 * `other`.
 */
export class Series<T> {
  readonly #labels: Labels
  readonly #make: () => T
  readonly #byValues = new Map<string, T>()

  constructor(labels: Labels, make: () => T) {
    this.#labels = labels
    this.#make = make
  }

  at(values: Labels): T {
    const known = this.#byValues.get(values.join(BETWEEN))
    if (known !== undefined) return known
    const isFull = this.#byValues.size >= MAX_SERIES
    const key = (isFull ? values.map(() => REST) : values).join(BETWEEN)
    const made = this.#byValues.get(key) ?? this.#make()
    this.#byValues.set(key, made)
    return made
  }

  /** Lists the numbers, each with its labels as the Prometheus text format writes them between braces. */
  entries(): (readonly [labels: string, numbers: T])[] {
    return [...this.#byValues].map(([key, numbers]) => {
      const values = key.split(BETWEEN)
      const labels = this.#labels.map((label, i) => `${label}="${escapedLabel(values[i] ?? '')}"`)
      return [labels.join(','), numbers] as const
    })
  }
}

const BETWEEN = '\0'

/** Returns the value of a label, escaped as the Prometheus text format demands. */
export const escapedLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
