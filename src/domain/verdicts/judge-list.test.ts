import { describe, expect, it } from 'vitest'
import { unweighed } from './verdict.ts'
import { judgeAgainstPast } from './judge-against-past.ts'
import { judgeList, MAX_LOOKED_AT, notLookedAt, rowsToLookAt } from './judge-list.ts'
import { nameDrivers } from './name-drivers.ts'
import { lastWeek, plan, weekly } from './testing/plans.ts'
import type { JudgedSeries } from './weigh-change.ts'

/** A value with these weeks before, the newest first, which wander by their place. */
const row = (now: number, level: number, seed = 0): JudgedSeries => {
  const past = Array.from(
    { length: 27 },
    (_, week) => level * (1 + (((week * 3 + seed) % 7) - 3) / 50),
  )
  return { kind: 'count', numerator: weekly([now, ...past.map(Math.round)]).sums, phi: 1 }
}
const asked = plan(lastWeek)
const judgeTogether = (rows: readonly JudgedSeries[]) =>
  judgeList(rows.map((series) => ({ plan: asked, series })))
const quiet = (count: number) =>
  Array.from({ length: count }, (_, place) => row(1_000, 1_000, place))
const verdicts = (series: readonly JudgedSeries[]) =>
  judgeTogether(series).judgements.map(({ verdict }) => verdict)

describe('a list', () => {
  /** Beyond the limit alone, but not by far. */
  const barely = row(1_120, 1_000)

  it('asks more of each change the more it holds', () => {
    expect(judgeAgainstPast(asked, barely).verdict).toBe('unusual_up')
    expect(verdicts([barely])).toEqual(['unusual_up'])
    expect(verdicts([barely, ...quiet(60)])[0]).toBe('usual')
    expect(verdicts([row(3_000, 1_000), ...quiet(60)])[0]).toBe('unusual_up')
  })

  it('names none that is usual alone, and more where many are unusual', () => {
    const many = Array.from({ length: 60 }, () => barely)
    expect(verdicts([...many, ...quiet(10)])[0]).toBe('unusual_up')
    expect(verdicts([row(1_040, 1_000), ...many])[0]).toBe('usual')
  })

  it('leaves too few and short pasts out of what it looked at', () => {
    const list = judgeTogether([row(3_000, 1_000), row(3, 0), ...quiet(2)])
    expect(list.lookedAt).toBe(3)
    expect(list.judgements[1]?.verdict).toBe('too_few')
    const young = judgeList([
      { plan: plan(lastWeek, { firstDay: 20_000_000 }), series: row(3_000, 1_000) },
    ])
    expect(young).toMatchObject({ lookedAt: 0, judgements: [{ verdict: 'short_history' }] })
  })

  it('looks at the hundred largest that are not too few, whatever is shown', () => {
    const rows = Array.from({ length: 240 }, (_, place) => ({
      size: (place * 7) % 240,
      isTooFew: place % 2 === 1,
    }))
    const places = rowsToLookAt(rows)
    expect(places).toHaveLength(MAX_LOOKED_AT)
    expect(places.every((place) => place % 2 === 0)).toBe(true)
    const least = Math.min(...places.map((place) => rows[place]?.size ?? 0))
    const others = rows.filter(({ isTooFew }, place) => !isTooFew && !places.includes(place))
    expect(Math.max(...others.map(({ size }) => size))).toBeLessThan(least)
    expect(rowsToLookAt([1, 2, 2].map((size) => ({ size, isTooFew: false })))).toEqual([1, 2, 0])
    expect(notLookedAt({ size: 1, isTooFew: false })).toEqual(unweighed(null, 'not_looked_at'))
    expect(notLookedAt({ size: 1, isTooFew: true }).verdict).toBe('too_few')
  })
})

describe('a driver', () => {
  const name = (total: JudgedSeries, rows: readonly JudgedSeries[]) => {
    const { judgements } = judgeTogether(rows)
    return nameDrivers(
      asked,
      { judgement: judgeAgainstPast(asked, total), events: total.numerator, phi: 1 },
      rows.flatMap(({ numerator }, place) => {
        const judgement = judgements[place]
        return judgement ? [{ judgement, events: numerator }] : []
      }),
    )
  }

  it('is named where the others did not move, and not where everything did', () => {
    const [risen, still] = [row(2_000, 1_000, 1), row(1_000, 1_000, 2)]
    expect(name(row(3_000, 2_000), [risen, still])).toEqual([true, false])
    expect(name(row(4_000, 2_000), [risen, risen])).toEqual([false, false])
    expect(name(row(2_000, 2_000), [risen, row(300, 1_000, 3)])).toEqual([true, true])
    expect(name(row(4_000, 2_000), [row(3_700, 1_000), row(300, 1_000)])).toEqual([true, true])
  })
})
