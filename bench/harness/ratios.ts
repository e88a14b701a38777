import { median } from './statistics.ts'

/** What the median of a ratio must keep to, on any machine; or, as a goal, should keep to on a quiet one. */
export interface RatioLimit {
  words: string
  allows: (ratio: number) => boolean
  isGoal?: true
}

export interface Ratio {
  label: string
  median: number
  min: number
  max: number
  /** Absent where the figure is for information. */
  limit?: RatioLimit
}

export function atMost(value: number): RatioLimit {
  return { words: `<= ${value}`, allows: (ratio) => ratio <= value }
}

export function below(value: number): RatioLimit {
  return { words: `< ${value}`, allows: (ratio) => ratio < value }
}

export function atLeast(value: number): RatioLimit {
  return { words: `>= ${value}`, allows: (ratio) => ratio >= value }
}

/** A figure that another machine moves more than a change of ours does: it is told, and fails nothing. */
export function describeLimit(limit: RatioLimit): RatioLimit {
  return { ...limit, words: `goal ${limit.words}`, isGoal: true }
}

export function isMet({ median: ratio, limit }: Ratio): boolean {
  return limit === undefined || limit.isGoal === true || limit.allows(ratio)
}

/** A limit is PASS or FAIL; a goal is reached or not. */
export function verdictOn(value: number, limit: RatioLimit | undefined): string {
  if (limit === undefined) return '-'
  const isKept = limit.allows(value)
  if (limit.isGoal) return isKept ? 'reached' : 'not reached'
  return isKept ? 'PASS' : 'FAIL'
}

/** Divides round by round, so that what disturbs one round disturbs both of its sides. */
export function compareRounds(
  label: string,
  values: readonly number[],
  baseline: readonly number[],
  limit?: RatioLimit,
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
