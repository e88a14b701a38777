import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureText } from './measure-text.ts'

/** Makes a text that is no longer ASCII alone without adding a word; it counts as two characters of a token. */
const SIGN = ' …'

test('measureText counts ASCII alone as in a text with another sign, at any length', () => {
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
])('measureText counts %j as %i words', (text, words) => {
  expect(measureText(text).words).toBe(words)
})
