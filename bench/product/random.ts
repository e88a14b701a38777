/** Seeded numbers in [0, 1) (mulberry32), so that every run sends the same traffic. */
export type RandomSource = () => number

export function seededRandom(seed: number): RandomSource {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Throws a RangeError on an empty list. */
export function pick<T>(random: RandomSource, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new RangeError('Nothing to pick from')
  return value
}

/** A value by its weight; weights need not add up to 1. */
export function pickWeighted<T>(
  random: RandomSource,
  choices: readonly (readonly [T, number])[],
): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  let rest = random() * total
  for (const [value, weight] of choices) {
    rest -= weight
    if (rest < 0) return value
  }
  throw new RangeError('Nothing to pick from')
}

/** Draws indexes below `count`, index k with a weight of 1 / (k + 1). */
export function makeZipf(random: RandomSource, count: number): () => number {
  const cumulative = new Float64Array(count)
  let total = 0
  for (let index = 0; index < count; index++) {
    total += 1 / (index + 1)
    cumulative[index] = total
  }
  return () => lowerBound(cumulative, random() * total)
}

/** The first index whose value is above `wanted`. */
function lowerBound(sorted: Float64Array, wanted: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) > wanted) high = middle
    else low = middle + 1
  }
  return low
}

/** A UUID of version 7, as a widget makes them: it begins with the time. */
export function makeUuid(random: RandomSource): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const hex = Array.from({ length: 18 }, () => Math.floor(random() * 16).toString(16)).join('')
  const variant = pick(random, ['8', '9', 'a', 'b'])
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(3, 6)}-${hex.slice(6)}`
}
