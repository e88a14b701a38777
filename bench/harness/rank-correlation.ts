/** Ranks of values from 1, the lowest first; equal values share the mean of their places. */
const ranksOf = (values: readonly number[]): number[] =>
  values.map((value) => {
    const below = values.filter((other) => other < value).length
    const same = values.filter((other) => other === value).length
    return below + (same + 1) / 2
  })

/** Spearman's rank correlation of two lists of equal length, -1 to 1; 0 where all values of a list are equal. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)]
  const middle = (one.length + 1) / 2
  const sum = (of: (i: number) => number): number => one.reduce((total, _, i) => total + of(i), 0)
  const offset = (ranks: readonly number[], i: number): number => (ranks[i] ?? middle) - middle
  const spread = Math.sqrt(sum((i) => offset(a, i) ** 2) * sum((i) => offset(b, i) ** 2))
  return spread === 0 ? 0 : sum((i) => offset(a, i) * offset(b, i)) / spread
}
