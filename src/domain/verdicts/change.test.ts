import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureChange, excessOf, type SeriesKind } from './change.ts'
import { changeInterval } from './interval.ts'
import { usualRange } from './usual-range.ts'

const tally = (k: number, n: number) => ({ k, n })
const nearOrNull = (value: number | null) => (value === null ? null : expect.closeTo(value, 2))

describe('measureChange', () => {
  it.each([
    ['count', tally(2_290, 7), tally(2_100, 7), 0.0866, 0.000_911],
    ['count', tally(1_300, 7), tally(2_100, 7), -0.4738, 0.001_176],
    ['count', tally(12, 7), tally(0, 7), 2.3015, 0.313_725],
    ['rate', tally(1_500, 1_000), tally(1_000, 1_000), 0.4019, 0.0016],
    ['proportion', tally(30, 400), tally(50, 410), -0.1578, 0.004_93],
  ] as const)('is, of a %s, %j after %j, %d with the variance %d', (kind, a, b, x, v) => {
    const change = measureChange(kind, a, b, 1)
    expect(change.x).toBeCloseTo(x, 4)
    expect(change.v).toBeCloseTo(v, 5)
    expect(measureChange(kind, a, b, 3).v).toBeCloseTo(3 * v, 4)
    expect(measureChange(kind, b, a, 1).x).toBeCloseTo(-x, 4)
  })

  it('stays finite without events, and the same for months of 30 and 31 days', () => {
    expect(measureChange('count', tally(1e9, 7), tally(0, 7), 1).x).toBeCloseTo(2 * Math.SQRT2, 3)
    expect(measureChange('count', tally(0, 7), tally(0, 7), 1)).toEqual({
      x: 0,
      v: expect.any(Number),
    })

    expect(measureChange('count', tally(3_100, 31), tally(3_000, 30), 1).x).toBeCloseTo(0, 4)
  })
})

it('takes 2q − 1 for what events vary more than readers', () => {
  expect([excessOf(200, 100), excessOf(50, 100), excessOf(9, 0)]).toEqual([3, 1, 1])
})

describe('usualRange', () => {
  const range = (kind: SeriesKind, size: Parameters<typeof usualRange>[1], k: number, n = 7) =>
    usualRange(kind, size, { now: tally(0, n), before: tally(k, n), phi: 1 })

  it('holds exactly the changes within the limit', () => {
    const number = fc.double({ min: 0.01, max: 0.9, noNaN: true })
    fc.assert(
      fc.property(number, fc.double({ min: -0.5, max: 0.5, noNaN: true }), (limit, centre) => {
        const { low, high } = range('count', { centre, wander: limit ** 2, width: 1 }, 1e9, 1)
        for (const [end, x] of [
          [low, centre - limit],
          [high, centre + limit],
        ] as const) {
          const after = tally(1e9 * (1 + (end ?? Number.NaN)), 1)
          expect(measureChange('count', after, tally(1e9, 1), 1).x).toBeCloseTo(x, 3)
        }
      }),
    )
  })

  it('has no bound where nothing would be beyond it', () => {
    expect(range('count', { centre: 0, wander: 2, width: 2 }, 1e6)).toEqual({
      low: null,
      high: null,
      values: null,
    })
    expect(range('count', { centre: 1, wander: 1, width: 2 }, 1e6)).toMatchObject({
      low: expect.closeTo(-0.652, 2),
      high: null,
    })
  })

  it('tells the values of a proportion, within 0 and 1, and the same as a change', () => {
    const { low, high, values } = range('proportion', { centre: 0, wander: 0, width: 2 }, 50, 410)
    expect(values).toEqual({ low: expect.closeTo(0.0807, 3), high: expect.closeTo(0.172, 3) })
    expect((1 + (low ?? 0)) / (1 + (high ?? 0))).toBeCloseTo(
      (values?.low ?? 0) / (values?.high ?? 1),
    )
    expect(range('proportion', { centre: 0, wander: 4, width: 2 }, 50, 410)).toMatchObject({
      low: -1,
      values: { low: 0, high: 1 },
    })
  })
})

describe('changeInterval', () => {
  it.each([
    ['count', tally(2_290, 7), tally(2_100, 7), 'ratio', 0.028, 0.156, true],
    ['count', tally(110, 7), tally(100, 7), 'ratio', -0.16, 0.44, false],
    ['count', tally(310, 31), tally(300, 30), 'ratio', -0.147, 0.172, false],
    ['count', tally(12, 7), tally(0, 7), 'ratio', 2.124, null, true],
    ['count', tally(0, 7), tally(12, 7), 'ratio', -1, -0.68, true],
    // Newcombe's own example: 56/70 − 48/80 has 0.0524 to 0.3339 by his method 10.
    ['proportion', tally(56, 70), tally(48, 80), 'difference', 0.0524, 0.3339, true],
    ['proportion', tally(9, 10), tally(3, 10), 'difference', 0.1705, 0.809, true],
  ] as const)('of a %s, %j after %j', (kind, a, b, unit, low, high, beyondCounting) => {
    expect(changeInterval(kind, a, b)).toEqual({
      low: expect.closeTo(low, 2),
      high: nearOrNull(high),
      unit,
      beyondCounting,
    })
  })

  it('is null where nothing was counted', () => {
    expect(changeInterval('count', tally(0, 7), tally(0, 7))).toBeNull()
    expect(changeInterval('proportion', tally(0, 0), tally(1, 7))).toBeNull()
  })
})
