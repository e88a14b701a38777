import { expect, it } from 'vitest'
import { figuresFor } from './published-figures.ts'
import { judgeWeeks, MONDAY } from './testing/plans.ts'
import { unweighed } from './verdict.ts'
import { usualRangeWords, verdictWords } from './verdict-words.ts'

const WEEKS = [2_100, 2_250, 2_050, 2_180, 1_990, 2_120, 2_300, 2_080, 2_150]

it('says each verdict in words, a usual one with its range, as far as that has bounds', () => {
  const say = (judgement: ReturnType<typeof judgeWeeks>) =>
    verdictWords(judgement, (day) => `day ${day - MONDAY}`)
  expect(say(judgeWeeks([2_290, ...WEEKS]))).toBe('within what is usual here (−23 to +29 %)')
  expect(say(judgeWeeks([1_300, ...WEEKS]))).toBe('unusual fall')
  expect(say(judgeWeeks([12, ...WEEKS.map(() => 0)]))).toBe('unusual rise')
  expect(say(judgeWeeks(WEEKS))).toBe('not enough history yet; from day 7')
  expect(say(unweighed('not_comparable', 'gap'))).toBe('counted differently')
  expect(say(unweighed(null, 'not_looked_at'))).toBe('')

  const words = (low: number | null, high: number | null) => usualRangeWords({ low, high })
  expect(words(null, null)).toBe('any change')
  expect(words(-0.5, null)).toBe('−50 % to any rise')
  expect(words(-1, 11.5)).toBe('−100 to +1,150 %')
})

it('knows how verdicts do at a size', () => {
  expect(figuresFor(4)).toBeUndefined()
  expect([figuresFor(29)?.perDay, figuresFor(2e6)?.perDay]).toEqual([10, 3_000])
})
