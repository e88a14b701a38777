import { describe, expect, it } from 'vitest'
import { daysRange } from '../../lib/time/time-range.ts'
import { isoToDay } from '../../lib/time/zone.ts'
import { comparability } from './comparability.ts'
import { poissonInterval, wilsonInterval } from './intervals.ts'

const short = (interval: readonly number[] | null) =>
  interval?.map((value) => Number(value.toFixed(4)))

describe('wilsonInterval', () => {
  it.each([
    [0, 10, [0, 0.2775]],
    [3, 10, [0.1078, 0.6032]],
    [1, 1, [0.2065, 1]],
    [30, 100, [0.2189, 0.3959]],
    [150, 500, [0.2615, 0.3416]],
  ])('has these bounds for %i of %i', (successes, trials, interval) => {
    expect(short(wilsonInterval(successes, trials))).toEqual(interval)
  })

  it('is null without trials, and with more events than trials', () => {
    expect([wilsonInterval(0, 0), wilsonInterval(3, 2)]).toEqual([null, null])
  })
})

it('poissonInterval is the score interval of a rate', () => {
  expect(short(poissonInterval(0, 1))).toEqual([0, 3.8416])
  expect(short(poissonInterval(100, 10))).toEqual([8.2227, 12.1615])
  expect(poissonInterval(5, 0)).toBeNull()
})

describe('comparability', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const tomorrow = isoToDay('2026-11-21')!
  /** The last days including today, and as many before them. */
  const sides = (days: number, firstDay: string) =>
    comparability({
      range: daysRange('UTC', tomorrow - days, tomorrow),
      before: daysRange('UTC', tomorrow - 2 * days, tomorrow - days),
      zone: 'UTC',
      now,
      firstDay: isoToDay(firstDay),
    })

  it('allows counts when both ranges were observed', () => {
    expect(sides(7, '2026-01-01')).toMatchObject({
      areCounts: true,
      notes: [],
    })
  })

  it('forbids counts while much of one range lies ahead, or before the data', () => {
    expect(sides(1, '2026-01-01').areCounts).toBe(false)
    const young = sides(28, '2026-10-10')
    expect(young.areCounts).toBe(false)
    expect(young.notes[0]).toContain('data begins 2026-10-10')
  })

  it('brings counts of a longer or shorter range to the same number of days, and says so', () => {
    const [march, april, may] = ['2026-02-01', '2026-03-01', '2026-04-01'].map((day) =>
      isoToDay(day)!,
    )
    const unequal = comparability({
      range: daysRange('UTC', april!, may!),
      before: daysRange('UTC', march!, april!),
      zone: 'UTC',
      now,
      firstDay: 0,
    })
    expect(unequal.scale).toBeCloseTo(31 / 28)
    expect(unequal.notes).toEqual([
      'the compared range has 28 days, so changes of counts are those per day',
    ])
    expect(sides(7, '2026-01-01').scale).toBe(1)
  })

  it('names the days that both ranges have', () => {
    const overlapping = comparability({
      range: daysRange('UTC', tomorrow - 7, tomorrow),
      before: daysRange('UTC', tomorrow - 10, tomorrow - 3),
      zone: 'UTC',
      now,
      firstDay: 0,
    })
    expect(overlapping.notes).toEqual(['both ranges have 4 days in common'])
  })
})
