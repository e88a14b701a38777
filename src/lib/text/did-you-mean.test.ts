import { expect, it } from 'vitest'
import { didYouMean, nearestWords } from './did-you-mean.ts'

it.each([
  ['contry', ['country', 'device'], 'country'],
  ['Engin', ['engine', 'operator'], 'engine'],
  ['nothing like it', ['engine'], undefined],
  // A part of two letters is not a misspelt word.
  ['/guides/tea', ['/', '/guides/teas'], '/guides/teas'],
  ['', ['engine'], undefined],
])('%j is probably one of %j: %j', (word, candidates, meant) => {
  expect(didYouMean(word, candidates)).toBe(meant)
})

it('the nearest words come first, and no more than are wanted', () => {
  const words = ['/guides/oolong', '/guides/green-tea', '/guides/green-teas', '/shop']
  expect(nearestWords('/guides/gren-tea', words, 2)).toEqual([
    '/guides/green-tea',
    '/guides/green-teas',
  ])
})

it('of words without end only the beginning is compared', () => {
  const long = `/${'a'.repeat(100_000)}`
  expect(didYouMean(`${long}b`, [`${long}c`])).toBe(`${long}c`)
})
