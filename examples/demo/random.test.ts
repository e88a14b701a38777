import { describe, expect, it } from 'vitest'
import { between, createRandom, deriveSeed, weightedPicker, zipfChoices } from './random.ts'

const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed))

describe('createRandom', () => {
  it('repeats its sequence for a seed and differs for another', () => {
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it('spreads evenly over 0 to 1', () => {
    const numbers = Array.from({ length: 20_000 }, createRandom(1))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    expect(numbers.reduce((sum, number) => sum + number) / numbers.length).toBeCloseTo(0.5, 1)
  })
})

describe('deriveSeed', () => {
  it('gives each index a seed of its own', () => {
    const seeds = Array.from({ length: 365 }, (_, index) => deriveSeed(3, index))
    expect(new Set(seeds).size).toBe(365)
  })
})

describe('between', () => {
  it('stays in its range', () => {
    expect(between(() => 0, 3, 5)).toBe(3)
    expect(between(() => 0.5, 3, 5)).toBe(4)
  })
})

describe('weightedPicker', () => {
  it('draws by weight', () => {
    const pick = weightedPicker([
      ['often', 3],
      ['never', 0],
      ['seldom', 1],
    ])
    expect(pick(() => 0)).toBe('often')
    expect(pick(() => 0.74)).toBe('often')
    expect(pick(() => 0.75)).toBe('seldom')
    expect(pick(() => 0.999_999)).toBe('seldom')
  })

  it('refuses an empty list', () => {
    expect(() => weightedPicker([])).toThrow(RangeError)
  })
})

describe('zipfChoices', () => {
  it('weighs by rank', () => {
    expect(zipfChoices(['a', 'b', 'c', 'd'], 1)).toEqual([
      ['a', 1],
      ['b', 1 / 2],
      ['c', expect.closeTo(1 / 3)],
      ['d', 1 / 4],
    ])
  })
})
