import { expect, it } from 'vitest'
import { findCountGaps } from './gaps.ts'
import { markDays } from './marks.ts'

const days = (weeks: number, week: readonly number[]) =>
  Array.from({ length: weeks }, () => week).flat()
const lengths = (events: readonly number[]) =>
  findCountGaps(100, events).map(({ from, to }) => [from - 100, to - from])

it('takes days without events for a gap where more than 14 were to be expected', () => {
  const busy = days(8, [20, 20, 20, 20, 20, 4, 4])
  const week = [20, 20, 20, 20, 20, 0, 0]
  expect(lengths([...busy, 0, ...busy])).toEqual([[56, 1]])
  // Weekends of four a day are no gap, and neither are both days together.
  expect(lengths([...busy, ...week, ...busy])).toEqual([])
  expect(lengths(days(8, [2, 2, 2, 2, 2, 2, 2]).concat(days(1, [0, 0, 0, 0, 0, 0, 0]), 5))).toEqual(
    [],
  )
  expect(
    lengths(days(8, [2, 2, 2, 2, 2, 2, 2]).concat(days(1, [0, 0, 0, 0, 0, 0, 0]), 0, 5)),
  ).toEqual([[56, 8]])
  expect(lengths(days(40, [0, 0, 0, 0, 0, 0, 1]))).toEqual([])
  expect(lengths([30, 30, 30, 30, 30, 30, 30, 0, 0])).toEqual([[7, 2]])
})

it('lets a mark touch the metrics that it changes', () => {
  const marks = [
    { kind: 'domain', day: 5 },
    { kind: 'question_privacy', day: 9 },
  ] as const
  expect([markDays(marks, 'questions'), markDays(marks, 'others')]).toEqual([[5, 9], [5]])
})
