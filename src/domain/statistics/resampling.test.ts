import { expect, it } from 'vitest'
import { numberSource } from './number-source.ts'
import { flipSigns } from './resampling.ts'

/** Returns how often signs by chance bring a sum at least as far from zero. */
function shareOfSigns(values: readonly number[], random: () => number): number {
  const sumOf = (signOf: () => number) => values.reduce((sum, value) => sum + signOf() * value, 0)
  const seen = Math.abs(sumOf(() => 1))
  const draws = Array.from({ length: 4_000 }, () => sumOf(() => (random() < 0.5 ? 1 : -1)))
  return draws.filter((sum) => Math.abs(sum) >= seen).length / draws.length
}

// One value that is a hundred times the others makes their sum anything but normal.
it.each([
  [0, 1],
  [0.04, 1],
  [0.07, 1],
  [0.01, 100],
])('flipSigns of hundreds of values agrees with signs by chance: %d, %d', (rise, largest) => {
  const random = numberSource(3)
  const values = Array.from({ length: 600 }, () => Math.round(8 * (random() - 0.5)) / 4 + rise)
  values[0] = largest
  expect(Math.abs(flipSigns(values) - shareOfSigns(values, random))).toBeLessThan(0.03)
})
