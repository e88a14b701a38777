/**
 * The kinds of numbers that are judged: a count by day, a rate that may exceed 1, or a proportion, whose numerator is a
 * part of its denominator by definition.
 */
export type SeriesKind = 'count' | 'rate' | 'proportion'

/** A number of events (`k`) with their exposure (`n`): days of a count, trials of a rate. */
export interface Tally {
  k: number
  n: number
}

export interface MeasuredChange {
  /**
   * The size of the change: near the logarithm of the ratio for a small one, and finite at zero; of a proportion the
   * difference of angles.
   */
  x: number
  /** The variance of `x` that comes from counting alone. */
  v: number
}

/**
 * Measures the change from `b` to `a`, of which each has exposure; `phi` is how much more events vary than readers do.
 */
export function measureChange(kind: SeriesKind, a: Tally, b: Tally, phi: number): MeasuredChange {
  if (kind === 'proportion') {
    return { x: angle(a) - angle(b), v: phi * (1 / (a.n + 1 / 2) + 1 / (b.n + 1 / 2)) }
  }
  const level = (a.k + b.k + 3 / 4) / (a.n + b.n)
  const roots = Math.sqrt((a.k + 3 / 8) / a.n) - Math.sqrt((b.k + 3 / 8) / b.n)
  return { x: (2 * roots) / Math.sqrt(level), v: (phi * (1 / a.n + 1 / b.n)) / level }
}

/**
 * Returns the angle of a proportion, whose variance does not depend on the proportion (Anscombe, Biometrika 35, 1948).
 */
export const angle = ({ k, n }: Tally): number =>
  2 * Math.asin(Math.sqrt(Math.min(1, (k + 3 / 8) / (n + 3 / 4))))

/**
 * Computes how much more the number of events varies than that of readers: 2q − 1 for q events a reader, and at least
 * 1. Takes the site's events of the metric's kind and the readers that have one, in both ranges together.
 */
export const excessOf = (events: number, readers: number): number =>
  readers > 0 ? Math.max(1, (2 * events) / readers - 1) : 1
