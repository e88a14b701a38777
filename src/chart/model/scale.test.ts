import { expect, it } from 'vitest'
import { nearestBucket } from './plot.ts'
import { labelled, roundUp } from './scale.ts'

it.each([
  [0, 1],
  [-3, 1],
  [Number.NaN, 1],
  [1, 1],
  [1.01, 2],
  [52, 60],
  [950, 1_000],
  [0.0666, 0.08],
  [0.3, 0.3],
  [9e15, 1e16],
])('an axis for %d ends at %d', (value, end) => {
  expect(roundUp(value)).toBe(end)
})

it('labels stand evenly, and no more of them than there is room for', () => {
  expect(labelled(5, 10)).toEqual([0, 1, 2, 3, 4])
  expect(labelled(14, 7)).toEqual([0, 2, 4, 6, 8, 10, 12])
  expect(labelled(1_000, 7)).toHaveLength(7)
  expect(labelled(3, 0)).toEqual([0])
  expect(labelled(0, 3)).toEqual([])
})

it('the bucket under a pointer is the nearest one, and never one that there is not', () => {
  expect([-1, 0, 0.24, 0.26, 1, 7].map((share) => nearestBucket(share, 3))).toEqual([
    0, 0, 0, 1, 2, 2,
  ])
})
