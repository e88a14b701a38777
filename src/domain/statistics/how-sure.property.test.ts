import { describe, expect, it } from 'vitest'
import { rateInterval, rateMoments, type ClusterRun } from './clustered-rate.ts'
import { wilsonInterval } from './intervals.ts'
import { numberSource } from './number-source.ts'
import { comparePaired, type PeriodCell } from './paired-change.ts'

/** @NOTE the seed stays: shares of draws lie near their bars, and other draws would be beyond one now and then. */
const SEED = 7
const DRAWS = 2_000
const REPLICAS = 3

/** Rates of queries: all the same, anywhere from 0 to 1, or in between. */
const RATES = {
  same: () => 0.35,
  any: (drawn: number) => drawn,
  middle: (drawn: number) => 0.1 + 0.6 * drawn,
} as const
type Rates = keyof typeof RATES

/** Draws one run of a cell: replicas whose correlation is `alike`. */
function drawRun(rate: number, replicas: number, alike: number, random: () => number): ClusterRun {
  const common = random() < rate
  let part = 0
  for (let i = 0; i < replicas; i++) {
    part += (random() < Math.sqrt(alike) ? common : random() < rate) ? 1 : 0
  }
  return { checks: replicas, part, whole: replicas }
}

/** Returns how often an interval holds the true rate of its queries, in percent. */
function coverage(
  shape: Rates,
  { queries, runs, alike }: Drawn,
): { clustered: number; checks: number } {
  const random = numberSource(SEED)
  let [clustered, checks] = [0, 0]
  for (let draw = 0; draw < DRAWS; draw++) {
    const rates = Array.from({ length: queries }, () => RATES[shape](random()))
    const truth = rates.reduce((sum, rate) => sum + rate, 0) / queries
    const cells = rates.map((rate) => ({
      runs: Array.from({ length: runs }, () => drawRun(rate, REPLICAS, alike, random)),
    }))
    const parts = cells.flatMap((cell) => cell.runs.map(({ part }) => part))
    const { interval } = rateInterval(rateMoments(cells))
    const plain = wilsonInterval(
      parts.reduce((sum, part) => sum + part, 0),
      parts.length * REPLICAS,
    )
    clustered += holds(interval, truth)
    checks += holds(plain, truth)
  }
  return { clustered: (100 * clustered) / DRAWS, checks: (100 * checks) / DRAWS }
}

interface Drawn {
  queries: number
  runs: number
  alike: number
}

const holds = (interval: readonly [number, number] | null, truth: number): number =>
  interval !== null && interval[0] <= truth && truth <= interval[1] ? 1 : 0

const CASES = [20, 50].flatMap((queries) => [0, 0.5, 0.9].map((alike) => ({ queries, alike })))

describe('the interval of a rate over checks', () => {
  it.each(CASES)('holds the true rate in 95 of 100 draws: %j', (one) => {
    for (const shape of Object.keys(RATES)) {
      // @NOTE the keys of a literal; Object.keys forgets their type.
      const four = coverage(shape as Rates, { ...one, runs: 4 })
      expect(four.clustered).toBeGreaterThanOrEqual(93)
      expect(four.clustered).toBeLessThanOrEqual(97)
      expect(coverage(shape as Rates, { ...one, runs: 1 }).clustered).toBeGreaterThanOrEqual(95)
    }
  })

  it('is wider than one over checks, which holds it far less often where replicas are alike', () => {
    const { clustered, checks } = coverage('same', { queries: 20, alike: 0.9, runs: 4 })
    expect(checks).toBeLessThan(85)
    expect(clustered).toBeGreaterThanOrEqual(93)
  })
})

const ENGINES = ['chatgpt', 'claude', 'gemini', 'perplexity']

/** Returns how often a period is called moved up or down from one that was `rise` lower, in percent. */
function called(
  rise: number,
  { queries, alike, replicas }: Omit<Drawn, 'runs'> & { replicas: number },
) {
  const random = numberSource(SEED + 1)
  const draws = 1_000
  const count = {
    moved_up: 0,
    moved_down: 0,
    within_noise: 0,
    insufficient_data: 0,
    not_comparable: 0,
  }
  for (let draw = 0; draw < draws; draw++) {
    const periods: PeriodCell[][] = [[], []]
    for (let query = 0; query < queries; query++) {
      for (const engine of ENGINES) {
        const rate = random() * (1 - rise)
        for (const [side, runs] of periods.entries()) {
          const drawn = Array.from({ length: 4 }, () =>
            drawRun(rate + side * rise, replicas, alike, random),
          )
          const part = drawn.reduce((sum, run) => sum + run.part, 0)
          const rates = part / replicas
          const model = 'm'
          runs.push({ query, engine, model, part, whole: 4 * replicas, runs: 4, rates, squares: 0 })
        }
      }
    }
    const [before = [], after = []] = periods
    count[comparePaired(before, after).verdict]++
  }
  return { up: (100 * count.moved_up) / draws, down: (100 * count.moved_down) / draws }
}

describe('the verdict on a change over checks', () => {
  it.each(CASES)('calls 6 of 100 draws without a change moved at most: %j', (one) => {
    const { up, down } = called(0, { ...one, replicas: REPLICAS })
    expect(up + down).toBeLessThanOrEqual(6)
  })

  it('sees 91 of 100 rises by eight points at 50 queries', () => {
    const { up, down } = called(0.08, { queries: 50, alike: 0, replicas: 1 })
    expect(up).toBeGreaterThanOrEqual(91)
    expect(down).toBe(0)
  })
})
