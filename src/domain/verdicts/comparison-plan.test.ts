import { describe, expect, it } from 'vitest'
import { yearBefore } from '../../lib/time/time-range.ts'
import { dayToIso } from '../../lib/time/zone.ts'
import type { DaySpan } from './day-sums.ts'
import { comparable, day, lastWeek, MONDAY, months, plan, range } from './testing/plans.ts'

const dates = ({ from, to }: DaySpan) => `${dayToIso(from)}..${dayToIso(to - 1)}`

describe('today', () => {
  it('is left out of both sides, with all that comes after it, and leaves nothing of hours', () => {
    const sevenDays = comparable(range(MONDAY - 6, MONDAY + 1))
    expect([sevenDays.a, sevenDays.b].map(dates)).toEqual([
      '2026-11-17..2026-11-22',
      '2026-11-10..2026-11-15',
    ])
    const month = comparable(months('2026-11-01', '2026-12-01'))
    expect([month.a, month.b].map(dates)).toEqual([
      '2026-11-01..2026-11-22',
      '2026-10-01..2026-10-22',
    ])

    const hours = { days: null, instants: { fromMs: 0, toMs: 1 } }
    for (const asked of [hours, range(MONDAY, MONDAY + 1)]) {
      expect(plan(asked)).toEqual({ kind: 'not_comparable', reason: 'hours' })
    }
  })
})

describe('the past', () => {
  it.each([
    ['a day', range(MONDAY - 1, MONDAY), 7, 26],
    ['a week', lastWeek, 7, 26],
    ['seven days with today', range(MONDAY - 6, MONDAY + 1), 7, 26],
    ['ten days', range(MONDAY - 10, MONDAY), 14, 26],
    ['28 days', range(MONDAY - 28, MONDAY), 28, 12],
    ['30 days', range(MONDAY - 30, MONDAY), 35, 12],
    ['a year', range(MONDAY - 365, MONDAY), 371, 12],
  ])('of %s is moved by whole weeks', (_, asked, step, steps) => {
    const { a, b, past } = comparable(asked)
    expect(past).toHaveLength(steps)
    past.forEach((pair, index) => {
      expect(a.from - pair.a.from).toBe(step * (index + 1))
      expect(b.to - pair.b.to).toBe(step * (index + 1))
    })
  })

  it('of a calendar month is the months before, of a month so far the same part of them', () => {
    const whole = comparable(months('2026-10-01', '2026-11-01'))
    expect(whole.past).toHaveLength(12)
    expect(whole.past.slice(0, 2).map(({ a, b }) => [dates(a), dates(b)])).toEqual([
      ['2026-09-01..2026-09-30', '2026-08-01..2026-08-31'],
      ['2026-08-01..2026-08-31', '2026-07-01..2026-07-31'],
    ])
    const march = comparable(months('2026-03-01', '2026-04-01'), { today: day('2026-03-31') })
    expect(march.past.slice(0, 2).map(({ a }) => dates(a))).toEqual([
      '2026-02-01..2026-02-28',
      '2026-01-01..2026-01-30',
    ])
    const quarter = comparable(months('2026-07-01', '2026-10-01', 3))
    expect(dates(quarter.past[0]?.a ?? quarter.a)).toBe('2026-04-01..2026-06-30')
  })

  it('keeps the distance to a year before', () => {
    for (const asked of [lastWeek, months('2026-10-01', '2026-11-01')]) {
      const { past, areWholeWeeksApart, c } = comparable(asked, {
        before: yearBefore(asked, 'UTC'),
      })
      const [first] = past
      expect(first && first.a.from - first.b.from).toBeOneOf([364, 365])
      expect(areWholeWeeksApart).toBe(asked === lastWeek)
      expect(c).toBeNull()
    }
  })

  it('ends with the first day, at a gap and at a mark', () => {
    const stepsWith = (history: Parameters<typeof plan>[1]) =>
      comparable(lastWeek, history).past.map(({ stepsBack }) => stepsBack)
    expect(stepsWith({ firstDay: MONDAY - 7 * 14 })).toHaveLength(12)
    expect(stepsWith({ firstDay: MONDAY - 7 * 14 + 1 })).toHaveLength(11)
    const gap = { from: MONDAY - 7 * 9 - 1, to: MONDAY - 7 * 9 }
    const withoutGap = stepsWith({ gaps: [gap] })
    expect(withoutGap.filter((step) => step < 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 10, 11])
    // A mark lies between the two weeks of the ninth pair, or in one of them; what is on one side of it counts.
    const withoutMark = stepsWith({ marks: [MONDAY - 7 * 10] })
    expect(withoutMark).toEqual(
      Array.from({ length: 26 }, (_, i) => i + 1).filter((i) => i !== 8 && i !== 9),
    )
  })

  it('knows the same weeks of a year ago, as far as there is data, and what came before both', () => {
    const { lastYear, c } = comparable(lastWeek, { firstDay: MONDAY - 364 - 14 })
    expect(lastYear.map(({ a }) => MONDAY - 7 - a.from)).toEqual([357, 364])
    expect(c && dates(c)).toBe('2026-11-02..2026-11-08')
    const inC = { from: MONDAY - 21, to: MONDAY - 20 }
    expect(comparable(lastWeek, { gaps: [inC] }).c).toBeNull()
    expect(comparable(lastWeek, { before: range(MONDAY - 21, MONDAY - 14) }).c).toBeNull()
    expect(comparable(range(MONDAY - 30, MONDAY)).c).toBeNull()
  })
})

it('reads no more days than the past and the weeks around last year', () => {
  const daysOf = (asked: ReturnType<typeof range>) =>
    comparable(asked).reads.map(({ from, to }) => [MONDAY - to, to - from])
  expect(daysOf(lastWeek)).toEqual([
    [357, 28],
    [0, 196],
  ])
  expect(daysOf(range(MONDAY - 28, MONDAY))).toEqual([[0, 427]])
  expect(daysOf(range(MONDAY - 1, MONDAY))).toHaveLength(2)
})

it('does not compare what a gap or a mark is in', () => {
  for (const gap of [
    { from: MONDAY - 8, to: MONDAY - 7 },
    { from: MONDAY - 1, to: MONDAY + 5 },
  ]) {
    expect(plan(lastWeek, { gaps: [gap] })).toEqual({ kind: 'not_comparable', reason: 'gap' })
  }
  for (const mark of [MONDAY - 14, MONDAY - 7, MONDAY - 1]) {
    expect(plan(lastWeek, { marks: [mark] })).toEqual({ kind: 'not_comparable', reason: 'mark' })
  }
  for (const mark of [MONDAY - 15, MONDAY]) {
    expect(plan(lastWeek, { marks: [mark] }).kind).toBe('comparable')
  }
})

it.each([
  ['a closed week', lastWeek, 0.05],
  ['two closed weeks', range(MONDAY - 14, MONDAY), 0.05],
  ['a week so far', range(MONDAY, MONDAY + 3), 0.01],
  ['seven days that are no week', range(MONDAY - 8, MONDAY - 1), 0.01],
  ['a closed month', months('2026-02-01', '2026-03-01'), 0.05],
  ['a month so far', months('2026-11-01', '2026-11-24'), 0.01],
  ['27 days', range(MONDAY - 27, MONDAY), 0.01],
  ['28 days with today', range(MONDAY - 27, MONDAY + 1), 0.05],
])('asks %s for evidence', (_, asked, level) => {
  expect(
    comparable(asked, { today: asked.days?.from === MONDAY ? MONDAY + 2 : MONDAY }).level,
  ).toBe(level)
})

describe('judgedFrom', () => {
  const from = (asked: ReturnType<typeof range>, history: Parameters<typeof plan>[1]) => {
    const { judgedFrom, past, isTooLong } = comparable(asked, history)
    return [past.length, judgedFrom === null ? null : dayToIso(judgedFrom), isTooLong]
  }

  it('is the first day with eight past changes, later by what a gap or a mark takes', () => {
    // Ten weeks from the first Monday on.
    expect(from(lastWeek, { firstDay: MONDAY - 21 })).toEqual([1, '2027-01-11', false])
    expect(from(lastWeek, { firstDay: MONDAY - 20 })).toEqual([0, '2027-01-18', false])
    expect(from(range(MONDAY - 8, MONDAY - 1), { firstDay: MONDAY - 20 })).toEqual([
      0,
      '2027-01-12',
      false,
    ])
    // Without any data it may begin today.
    expect(from(lastWeek, { firstDay: undefined })).toEqual([0, '2027-02-01', false])
    const september = months('2026-09-01', '2026-10-01')
    expect(from(september, { firstDay: day('2026-05-01') })).toEqual([3, '2027-03-01', false])

    const gap = { from: MONDAY - 18, to: MONDAY - 17 }
    expect(from(lastWeek, { firstDay: MONDAY - 7 * 9, gaps: [gap] })).toEqual([
      5,
      '2026-12-14',
      false,
    ])
    expect(from(lastWeek, { marks: [MONDAY - 15], firstDay: MONDAY - 60 })[1]).toBe('2026-12-21')
  })

  it('never comes where days are kept for less than ten times the range', () => {
    const young = { firstDay: MONDAY - 150 }
    expect(from(range(MONDAY - 90, MONDAY), { ...young, keptDays: 396 })).toEqual([0, null, true])
    expect(from(range(MONDAY - 90, MONDAY), { ...young, keptDays: 1_096 })[2]).toBe(false)
    expect(from(range(MONDAY - 28, MONDAY), { ...young, keptDays: 396 })[2]).toBe(false)
    expect(from(months('2026-10-01', '2026-11-01'), { ...young, keptDays: 396 })[2]).toBe(false)
  })
})
