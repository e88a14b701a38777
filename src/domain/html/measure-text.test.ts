import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureText } from './measure-text.ts'

/** A sign of its own: no word, and two characters to a token; with it a text is no longer ASCII alone. */
const SIGN = ' …'

test('ASCII alone is counted as in a text with a sign, at any length', () => {
  const pieces = fc.constantFrom('a', 'Zed', '9', "'", "don't", ' ', '\n', '-', '.')
  const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 1_000 }), (text, times) => {
      const long = text.repeat(times)
      expect(measureText(long).words).toBe(measureText(long + SIGN).words)
      expect(measureText(long).tokens).toBe(Math.ceil(long.length / 4))
    }),
    { numRuns: 200 },
  )
})

test.each([
  ["The tide doesn't wait", 4],
  ["'quoted' words' end", 3],
  ['', 0],
  ["''", 0],
  ['a-b c_d', 4],
  ['潮汐表', 3],
  ['Ebbe und Flut — überall', 4],
])('%j has %i words', (text, words) => {
  expect(measureText(text).words).toBe(words)
})
