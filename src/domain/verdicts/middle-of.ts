/** Returns the middle value, or the mean of the two middle ones; 0 for an empty list. */
export function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  if (sorted.length % 2 === 1) return upper
  return ((sorted[sorted.length / 2 - 1] ?? 0) + upper) / 2
}
