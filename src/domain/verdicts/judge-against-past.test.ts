import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RunningSums } from './day-sums.ts'
import { judgeAgainstPast } from './judge-against-past.ts'
import { comparable, judgeWeeks, lastWeek, MONDAY, plan, range, weekly } from './testing/plans.ts'

const WEEKS = [2_100, 2_250, 2_050, 2_180, 1_990, 2_120, 2_300, 2_080, 2_150]
const zeros = (count: number) => Array.from({ length: count }, () => 0)
/** Weeks that wander by a few percent, the newest first. */
const steady = (count: number, level = 2_000) =>
  Array.from({ length: count }, (_, week) => Math.round(level * (1 + (((week * 7) % 5) - 2) / 60)))

describe('the worked examples', () => {
  it.each([
    [2_290, 'usual', 0.43],
    [1_300, 'unusual_down', 0.005],
  ])('%d after these weeks is %s', (now, verdict, p) => {
    const judgement = judgeWeeks([now, ...WEEKS])
    expect(judgement).toMatchObject({ verdict, reason: null, past: 8, judgedFrom: null })
    expect(judgement.p).toBeCloseTo(p, 2)
    expect(judgement.usual?.low).toBeCloseTo(-0.2258, 3)
    expect(judgement.usual?.high).toBeCloseTo(0.2917, 3)
  })

  it('twelve after months of nothing are an unusual rise, and any change would be usual', () => {
    expect(judgeWeeks([12, ...zeros(9)])).toEqual({
      verdict: 'unusual_up',
      reason: null,
      past: 8,
      judgedFrom: null,
      usual: { low: null, high: null, values: null },
      p: expect.closeTo(0.0085, 4),
    })
  })
})

describe('without a verdict on the change', () => {
  it.each([
    ['7 past changes', judgeWeeks([2_290, ...WEEKS.slice(0, 8)]), 'short_history', 7],
    ['under ten readers', judgeWeeks([9, 2, ...zeros(8)]), 'too_few', 8],
    ['under ten readers and a short past', judgeWeeks([9, 2]), 'too_few', 0],
    ['ten readers', judgeWeeks([10, ...steady(9, 8)]), 'usual', 8],
    ['ten readers before', judgeWeeks([0, 10, ...zeros(8)]), 'usual', 8],
    [
      'many events of few readers',
      judgeWeeks([900, ...zeros(9)], { readers: weekly([9, ...zeros(9)]).sums }),
      'too_few',
      8,
    ],
    [
      'a gap, however few and however short the past',
      judgeWeeks([9, 2], { history: { gaps: [{ from: MONDAY - 3, to: MONDAY }] } }),
      'not_comparable',
      0,
    ],
  ] as const)('%s', (_, judgement, verdict, past) => {
    expect(judgement).toMatchObject({ verdict, past })
    const { usual, p } = judgement
    expect([usual === null, p === null]).toEqual([verdict !== 'usual', verdict !== 'usual'])
  })

  it.each([
    ['under ten in both numerators', [9, 9], [400, 400], 'too_few'],
    ['ten in one', [10, 2], [400, 400], 'usual'],
    ['under 30 trials on a side', [20, 20], [29, 400], 'too_few'],
  ] as const)('of a rate: %s', (_, [now, before], [trials, trialsBefore], verdict) => {
    const judgement = judgeWeeks([now, before, ...steady(8, 8)], {
      kind: 'proportion',
      denominator: weekly([trials, trialsBefore, ...steady(8, 400)]).sums,
    })
    expect(judgement.verdict).toBe(verdict)
  })

  it('tells from when a rate will have enough past changes with trials', () => {
    const trials = [...steady(5, 400), ...zeros(22)]
    const judgement = judgeWeeks(steady(27, 100), {
      kind: 'proportion',
      denominator: weekly(trials).sums,
    })
    // Three past pairs have trials on both sides; five weeks more and there are eight.
    expect(judgement).toMatchObject({ verdict: 'short_history', past: 3, judgedFrom: MONDAY + 35 })
  })

  it('says that a range is too long ever to be judged', () => {
    const asked = plan(range(MONDAY - 90, MONDAY), { firstDay: MONDAY - 180, keptDays: 396 })
    const judgement = judgeAgainstPast(asked, {
      kind: 'count',
      numerator: new RunningSums(
        MONDAY - 180,
        Array.from({ length: 180 }, () => 50),
      ),
      phi: 1,
    })
    expect(judgement).toMatchObject({
      verdict: 'short_history',
      reason: 'range_too_long',
      judgedFrom: null,
    })
  })
})

describe('back to before', () => {
  it('takes the end of an odd week for nothing new, between neighbours', () => {
    const past = steady(24)
    expect(judgeWeeks([2_000, 5_000, ...past])).toMatchObject({
      verdict: 'usual',
      reason: 'back_to_before',
    })
    expect(judgeWeeks([2_000, 800, ...past]).reason).toBe('back_to_before')
    // It fell below what it was before, and it fell without having risen.
    expect(judgeWeeks([900, 5_000, ...past]).verdict).toBe('unusual_down')
    expect(judgeWeeks([900, ...past]).verdict).toBe('unusual_down')
    // The odd week itself is one.
    expect(judgeWeeks([5_000, ...past]).verdict).toBe('unusual_up')

    const { firstDay, sums } = weekly([2_000, 2_000, 5_000, ...steady(24)])
    const before = range(MONDAY - 21, MONDAY - 14)
    const apart = plan(lastWeek, { before, firstDay })
    expect(judgeAgainstPast(apart, { kind: 'count', numerator: sums, phi: 1 }).verdict).toBe(
      'unusual_down',
    )
  })
})

it('takes a change for usual that came as large a year ago, a week earlier or later', () => {
  const fallAgo = (weeks: number) => {
    const counts = [1_000, ...steady(60)]
    counts[weeks] = 1_000
    counts[weeks - 1] = 1_000
    return judgeWeeks(counts)
  }
  for (const weeks of [51, 52, 53]) {
    expect(fallAgo(weeks), `${weeks}`).toMatchObject({ verdict: 'usual', reason: 'as_last_year' })
  }
  for (const weeks of [49, 55]) expect(fallAgo(weeks).verdict, `${weeks}`).toBe('unusual_down')
})

it('measures ranges that are not whole weeks apart from their own middle', () => {
  // Mondays against Sundays, of which each has half.
  const firstDay = MONDAY - 209
  const days = Array.from({ length: 210 }, (_, place) => ((place + 2) % 7 === 0 ? 500 : 1_000))
  const sums = new RunningSums(firstDay, days)
  const monday = comparable(range(MONDAY, MONDAY + 1), { today: MONDAY + 1, firstDay })
  expect(monday.areWholeWeeksApart).toBe(false)
  const judgement = judgeAgainstPast(
    { kind: 'comparable', ...monday },
    { kind: 'count', numerator: sums, phi: 1 },
  )
  expect(judgement.verdict).toBe('usual')
  expect(judgement.usual?.low).toBeGreaterThan(0.5)
})

it('lets events vary more than readers', () => {
  const counts = [260, ...Array.from({ length: 12 }, () => 200)]
  expect(judgeWeeks(counts).verdict).toBe('unusual_up')
  expect(judgeWeeks(counts, { phi: 5 }).verdict).toBe('usual')
})

describe('whatever the past', () => {
  const count = fc.integer({ min: 0, max: 3_000 })
  const past = fc.array(count, { minLength: 9, maxLength: 27 })

  it('calls nothing unusual that counting alone explains', () => {
    fc.assert(
      fc.property(past, count, (weeks, now) => {
        const [before = 0] = weeks
        const noise = Math.sqrt(2 * (now + before))
        if (Math.abs(now - before) > 1.9 * noise) return
        expect(judgeWeeks([now, ...weeks]).verdict).toBeOneOf(['usual', 'too_few'])
      }),
    )
  })

  it('judges 1, 28 and 365 days, up and down, with finite numbers', () => {
    const days = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 40, maxLength: 80 })
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(1, 7, 28, 365),
        fc.constantFrom(0, 1),
        (some, length, open) => {
          const firstDay = MONDAY - 371 * 14
          const counts = Array.from(
            { length: 371 * 14 },
            (_, index) => some[index % some.length] ?? 0,
          )
          const asked = range(MONDAY - length - open, MONDAY - open)
          const { verdict, p, usual, reason } = judgeAgainstPast(plan(asked, { firstDay }), {
            kind: 'count',
            numerator: new RunningSums(firstDay, counts),
            phi: 1,
          })
          if (verdict === 'too_few') return
          expect(verdict).toMatch(/usual/)
          expect(p).toBeGreaterThanOrEqual(0)
          expect(p).toBeLessThanOrEqual(1)
          expect(usual?.low ?? -1).toBeLessThanOrEqual(usual?.high ?? 1e9)
          expect(reason === null || verdict === 'usual').toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('judges a number by itself: days of no other count and of no later day', () => {
    fc.assert(
      fc.property(past, count, fc.integer({ min: 1, max: 90 }), (weeks, now, more) => {
        const plain = judgeWeeks([now, ...weeks])
        const { firstDay } = weekly([now, ...weeks])
        const counts = [now, ...weeks].toReversed().flatMap((week) => [week, 0, 0, 0, 0, 0, 0])
        const later = new RunningSums(firstDay - 5, [...zeros(5), ...counts, more, more])
        expect(judgeWeeks([now, ...weeks], { numerator: later })).toEqual(plain)
      }),
    )
  })
})
