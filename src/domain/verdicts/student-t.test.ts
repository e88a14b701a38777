import { expect, it } from 'vitest'
import { quantile975, upperTail } from './student-t.ts'

/** Published table values: https://www.itl.nist.gov/div898/handbook/eda/section3/eda3672.htm. */
it.each([
  [1, 12.706, 0.025],
  [4, 2.776, 0.025],
  [4, 4.604, 0.005],
  [4, 7.173, 0.001],
  [5, 2.015, 0.05],
  [10, 2.228, 0.025],
  [19, 3.579, 0.001],
  [20, 1.725, 0.05],
  [100, 1.984, 0.025],
])('of %d degrees of freedom lies above %d the part %d', (freedom, t, part) => {
  expect(upperTail(t, freedom)).toBeCloseTo(part, 4)
  expect(upperTail(-t, freedom)).toBeCloseTo(1 - part, 4)
})

it('finds the value below which 97.5 % lie, for parts of degrees too', () => {
  expect(quantile975(4)).toBeCloseTo(2.776_445, 6)
  expect(quantile975(1)).toBeCloseTo(12.706_205, 5)
  for (const freedom of [5.2, 7.4, 19.6]) {
    expect(upperTail(quantile975(freedom), freedom)).toBeCloseTo(0.025, 10)
    expect(quantile975(freedom)).toBeLessThan(quantile975(Math.floor(freedom)))
    expect(quantile975(freedom)).toBeGreaterThan(quantile975(Math.ceil(freedom)))
  }
})
