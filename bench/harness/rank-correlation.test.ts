import { describe, expect, it } from 'vitest'
import { rankCorrelation } from './rank-correlation.ts'

describe('rankCorrelation', () => {
  it.each([
    ['the same order', [1, 2, 3], [10, 20, 30], 1],
    ['the opposite', [1, 2, 3], [3, 2, 1], -1],
    ['places that are shared', [1, 2, 3, 4], [1, 1, 2, 2], 0.894],
    ['no order at all', [1, 2, 3], [5, 5, 5], 0],
  ])('is that of %s', (_, one, other, expected) => {
    expect(rankCorrelation(one, other)).toBeCloseTo(expected, 3)
  })
})
