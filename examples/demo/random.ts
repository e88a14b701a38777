/** Returns the next number of a sequence, at least 0 and below 1. */
export type Random = () => number

/** A value and its weight; only the proportions of weights matter. */
export type Choice<T> = readonly [value: T, weight: number]

/** Starts the sequence of a seed (mulberry32, 32 bits of state). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Seed of the sequence number `index` that belongs to `seed`. */
export function deriveSeed(seed: number, index: number): number {
  return Math.floor(createRandom(seed ^ Math.imul(index + 1, 0x9e3779b1))() * 2 ** 32)
}

/** A number at least `low` and below `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** True with the given probability. */
export function happens(random: Random, probability: number): boolean {
  return random() < probability
}

/** A function that draws one of the values by weight; throws RangeError without values. */
export function weightedPicker<T>(choices: readonly Choice<T>[]): (random: Random) => T {
  const last = choices.at(-1)
  if (last === undefined) throw new RangeError('weightedPicker needs at least one choice')
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  return (random) => {
    let rest = random() * total
    for (const [value, weight] of choices) {
      rest -= weight
      if (rest < 0) return value
    }
    return last[0]
  }
}

/** Weighs values by rank: the first weighs 1, the n-th 1 / n^exponent. */
export function zipfChoices<T>(values: readonly T[], exponent: number): Choice<T>[] {
  return values.map((value, index) => [value, (index + 1) ** -exponent])
}
