import { median } from './statistics.ts'

/** What the median of a ratio must keep to. */
export interface Limit {
  words: string
  allows: (ratio: number) => boolean
}

export interface Ratio {
  label: string
  median: number
  min: number
  max: number
  /** Absent where the figure is for information. */
  limit?: Limit
}

export function atMost(value: number): Limit {
  return { words: `<= ${value}`, allows: (ratio) => ratio <= value }
}

export function below(value: number): Limit {
  return { words: `< ${value}`, allows: (ratio) => ratio < value }
}

export function isMet({ median: ratio, limit }: Ratio): boolean {
  return limit === undefined || limit.allows(ratio)
}

/** Divides round by round, so that what disturbs one round disturbs both of its sides. */
export function compareRounds(
  label: string,
  values: readonly number[],
  baseline: readonly number[],
  limit?: Limit,
): Ratio {
  const ratios = values.map((value, index) => value / (baseline[index] ?? Number.NaN))
  return {
    label,
    median: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    ...(limit && { limit }),
  }
}
