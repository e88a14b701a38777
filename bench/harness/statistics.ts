/** Returns the middle value, or the mean of the two middle ones; NaN where there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  if (sorted.length % 2 === 1) return upper
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The smallest value with at least `share` (0 to 1) of all at or below it. */
export function quantile(values: Float64Array, share: number): number {
  const sorted = values.toSorted()
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
