import { describe, expect, it } from 'vitest'
import { rateInterval, rateMoments, runsNeeded, type RateCell } from './clustered-rate.ts'
import { comparePaired, type PeriodCell } from './paired-change.ts'

/** Makes cells of these counts of four checks, a run each. */
const cellsOf = (...counts: number[][]): RateCell[] =>
  counts.map((runs) => ({ runs: runs.map((part) => ({ checks: 4, part, whole: 4 })) }))

const twenty = (...runs: number[]): RateCell[] => cellsOf(...Array.from({ length: 20 }, () => runs))

const sureOf = (cells: readonly RateCell[]) => rateInterval(rateMoments(cells))

describe('rateInterval', () => {
  it('is wide where the answers of a run are all alike, and narrow where they differ within it', () => {
    const alike = sureOf(twenty(4, 0, 4, 0))
    const mixed = sureOf(twenty(2, 2, 2, 2))
    expect([alike.rate, mixed.rate]).toEqual([0.5, 0.5])
    expect(alike.effective).toBeLessThan(80)
    expect(mixed.effective).toBeGreaterThan(320)
  })

  it('takes cells for the trials where each has one run', () => {
    const one = sureOf([...twenty(4), ...twenty(0)])
    expect(one).toMatchObject({ rate: 0.5, effective: 40, runsPerCell: 1 })
    expect(one.interval?.map((end) => end.toFixed(3))).toEqual(['0.352', '0.648'])
  })

  it('does not call a rate of zero certain', () => {
    const none = sureOf(twenty(0, 0, 0, 0))
    expect(none.effective).toBe(80)
    expect(none.interval?.[1]).toBeCloseTo(0.046, 3)
  })

  it('knows nothing without checks, and has no interval of what is no proportion', () => {
    expect(sureOf([])).toEqual({
      rate: null,
      interval: null,
      effective: null,
      runsPerCell: 0,
    })
    const mean = sureOf([{ runs: [{ checks: 1, part: 3, whole: 1 }] }])
    expect(mean).toMatchObject({ rate: 3, interval: null })
  })
})

it('asks for fewer further runs the more a period has', () => {
  const needed = [
    twenty(4, 0),
    twenty(4, 0, 4, 0),
    twenty(...Array.from({ length: 9 }, () => [4, 0]).flat()),
  ]
  expect(needed.map((one) => runsNeeded(sureOf(one)))).toEqual([37, 23, 3])
  expect(runsNeeded(sureOf([]))).toBeNull()
})

describe('comparePaired', () => {
  /** Makes the cells of a period, of runs of two checks each. */
  const period = (
    {
      queries,
      engine = 'chatgpt',
      model = 'm',
      runs = 4,
    }: { queries: number[]; engine?: string; model?: string; runs?: number },
    partOf: (query: number, run: number) => number,
  ): PeriodCell[] =>
    queries.map((query) => {
      const parts = Array.from({ length: runs }, (_, run) => partOf(query, run))
      const sum = (value: (part: number) => number) =>
        parts.reduce((all, part) => all + value(part), 0)
      return {
        query,
        engine,
        model,
        part: sum((part) => part),
        whole: 2 * runs,
        runs,
        rates: sum((part) => part / 2),
        squares: sum((part) => (part / 2) ** 2),
      }
    })
  const eight = [1, 2, 3, 4, 5, 6, 7, 8]
  const none = period({ queries: eight }, () => 0)

  it('calls a change that all queries have a move, in its direction', () => {
    const all = period({ queries: eight }, () => 1)
    expect(comparePaired(none, all)).toMatchObject({
      verdict: 'moved_up',
      queries: 8,
      difference: 0.5,
      p: 2 / 2 ** 8,
    })
    expect(comparePaired(all, none).verdict).toBe('moved_down')
    expect(comparePaired(all, all)).toMatchObject({ verdict: 'within_noise', p: 1 })
  })

  it('compares only queries, engines and models of both periods, and says what else there was', () => {
    const after = [
      ...period({ queries: eight }, () => 0),
      ...period({ queries: [9] }, () => 2),
      ...period({ queries: eight, engine: 'claude' }, () => 2),
    ]
    expect(comparePaired(none, after)).toMatchObject({
      verdict: 'within_noise',
      changed: ['queries', 'engines'],
      queries: 8,
      difference: 0,
    })
  })

  it('compares nothing where the model is another one', () => {
    const other = period({ queries: eight, model: 'n' }, () => 2)
    expect(comparePaired(none, other)).toEqual({
      verdict: 'not_comparable',
      changed: ['models'],
      queries: 0,
      difference: null,
      p: null,
    })
  })

  it('has too few data with fewer than five queries', () => {
    const four = period({ queries: [1, 2, 3, 4] }, () => 2)
    expect(comparePaired(none, four)).toMatchObject({ verdict: 'insufficient_data', queries: 4 })
  })

  it('tells the change of one query from seven runs of each period on', () => {
    const one = (runs: number, part: number) => period({ queries: [1], runs }, () => part)
    expect(comparePaired(one(6, 0), one(9, 2)).verdict).toBe('insufficient_data')
    expect(comparePaired(one(7, 0), one(7, 2)).verdict).toBe('moved_up')
    const half = period({ queries: [1], runs: 8 }, (_, run) => run % 3)
    expect(comparePaired(one(8, 1), half).verdict).toBe('within_noise')
  })
})
