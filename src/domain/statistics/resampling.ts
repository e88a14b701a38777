import { upperTail } from '../verdicts/student-t.ts'
import { numberSource } from './number-source.ts'

/** The seed of all draws, which is fixed so that the same question has the same answer. */
const SEED = 20_260_701
const DRAWS = 10_000
/** The most values of which every combination of signs is tried. */
const MOST_EXACT = 13
/**
 * The least number of values whose sum with random signs counts as normal, where none of them has more than a small
 * part of it.
 */
const LEAST_NORMAL = 300
const MOST_OF_ONE = 0.02
/** The most by which rounding changes a sum of the same values in another order. */
const ROUNDING = 1e-12
/**
 * The number of values in a group, of which the sums for all signs are made once, so that a draw is one look-up a
 * group.
 */
const GROUP = 8

/**
 * Returns the chance of a mean at least as far from zero, if each value might as well have had the other sign
 * (sign-flip test). Exact for few values, by draws for more, and by the variance of all signs for hundreds.
 */
export function flipSigns(values: readonly number[]): number {
  const counted = values.filter((value) => value !== 0)
  const seen = Math.abs(counted.reduce((sum, value) => sum + value, 0)) - ROUNDING
  if (counted.length <= MOST_EXACT) {
    const all = signedSums(counted)
    return all.filter((sum) => Math.abs(sum) >= seen).length / all.length
  }
  const squares = counted.reduce((sum, value) => sum + value ** 2, 0)
  const largest = counted.reduce((most, value) => Math.max(most, value ** 2), 0)
  if (counted.length >= LEAST_NORMAL && largest <= MOST_OF_ONE * squares) {
    return Math.min(1, 2 * upperTail(Math.max(0, seen) / Math.sqrt(squares), counted.length))
  }
  return drawSigns(counted, seen)
}

/**
 * Returns the share of drawn signs, out of 10,000 and the seen ones, by which the sum is at least as far from zero as
 * `seen`.
 */
function drawSigns(counted: readonly number[], seen: number): number {
  const groups: Float64Array[] = []
  for (let at = 0; at < counted.length; at += GROUP) {
    groups.push(signedSums(counted.slice(at, at + GROUP)))
  }
  const random = numberSource(SEED)
  let asFar = 1
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0
    for (const sums of groups) sum += sums[Math.floor(random() * sums.length)] ?? 0
    if (Math.abs(sum) >= seen) asFar++
  }
  return asFar / (DRAWS + 1)
}

/** Returns the sums of some values for each combination of their signs. */
function signedSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** values.length)
  for (let signs = 0; signs < sums.length; signs++) {
    for (const [i, value] of values.entries()) {
      sums[signs] = (sums[signs] ?? 0) + ((signs >> i) & 1 ? value : -value)
    }
  }
  return sums
}

/** The number of values on one side of a stratum (`runs`), their sum (`rates`) and that of their squares. */
export interface SideSums {
  runs: number
  rates: number
  squares: number
}

/**
 * Returns the chance of a mean difference at least as far from zero, if each value might as well have been of the other
 * side of its stratum: by the variance that shuffled sides have, and Student's t.
 */
export function compareSides(strata: readonly (readonly [SideSums, SideSums])[]): number {
  let [difference, variance, freedom] = [0, 0, 0]
  for (const [before, after] of strata) {
    difference += after.rates / after.runs - before.rates / before.runs
    const runs = before.runs + after.runs
    if (runs < 3) continue
    const mean = (before.rates + after.rates) / runs
    const spread = Math.max(0, before.squares + after.squares - runs * mean ** 2) / (runs - 1)
    variance += spread * (1 / before.runs + 1 / after.runs)
    freedom += runs - 2
  }
  if (variance <= ROUNDING) return 1
  return 2 * upperTail(Math.abs(difference) / Math.sqrt(variance), freedom)
}

export const averageOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
