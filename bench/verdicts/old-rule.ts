import { Z, wilsonInterval, type Interval } from '../../src/domain/statistics/intervals.ts'

/** The rule that these verdicts replace, for comparison: two 95 % intervals that do not overlap are a change. */
export function hasMoved(a: number, b: number): boolean {
  if (Math.max(a, b) < 10) return false
  return areApart(poissonInterval(a), poissonInterval(b))
}

export function hasRateMoved(a: { k: number; n: number }, b: { k: number; n: number }): boolean {
  const [inA, inB] = [wilsonInterval(a.k, a.n), wilsonInterval(b.k, b.n)]
  return inA !== null && inB !== null && areApart(inA, inB)
}

const areApart = (a: Interval, b: Interval): boolean => a[0] > b[1] || a[1] < b[0]

function poissonInterval(events: number): Interval {
  const centre = events + (Z * Z) / 2
  const half = Z * Math.sqrt(events + (Z * Z) / 4)
  return [centre - half, centre + half]
}
