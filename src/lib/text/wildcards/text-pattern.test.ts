import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesWildcards } from './match-wildcards.ts'
import { ONE, STAR, TextPattern, type TextPlace } from './text-pattern.ts'

/** The same pattern as a regular expression, an independent implementation. */
const oracle = (places: readonly TextPlace[]): RegExp => {
  const parts = places.map((place) => {
    if (place === STAR) return '.*'
    return place === ONE ? '.' : place.replaceAll(/[*+?.^${}()|[\]\\]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('')}$`, 'su')
}

const letters = fc.constantFrom('a', 'b', '/', '😀', '*', '?')
const place = fc.oneof(
  {
    arbitrary: fc.array(letters, { minLength: 1, maxLength: 3 }).map((one) => one.join('')),
    weight: 2,
  },
  { arbitrary: fc.constantFrom<TextPlace>(STAR, STAR, ONE), weight: 3 },
)

/** Runs a pattern of single characters and stars, and counts how often a character is compared. */
function steps(pattern: string, text: string): { matches: boolean; taken: number } {
  let taken = 0
  const matches = matchesWildcards(
    {
      length: pattern.length,
      isStar: (at) => pattern[at] === '*',
      take: (at, from) => {
        taken++
        return pattern[at] === '?' || pattern[at] === text[from] ? from + 1 : -1
      },
    },
    text.length,
  )
  return { matches, taken }
}

describe('TextPattern', () => {
  it('matches what the same regular expression matches', () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 8 }),
        fc.array(letters, { maxLength: 12 }).map((one) => one.join('')),
        (places, text) => {
          expect(new TextPattern(places).matches(text)).toBe(oracle(places).test(text))
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('matches the text that it was made from', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), fc.array(letters), (places, filling) => {
        const text = places.map((one) => {
          if (one === STAR) return filling.join('')
          return one === ONE ? '😀' : one
        })
        expect(new TextPattern(places).matches(text.join(''))).toBe(true)
      }),
    )
  })

  it.each([
    ['a run of stars', `${'*'.repeat(1_023)}z`, '(none)', 12],
    ['stars between letters', `${'a*'.repeat(500)}b`, 'a'.repeat(1_000), 1_500],
    ['stars and single characters', '*?'.repeat(500), 'a'.repeat(499), 1_000],
    ['a long piece after a star', `*${'a'.repeat(500)}b`, 'a'.repeat(1_000), 501_000],
    ['a piece that nearly fits everywhere', `*${'a'.repeat(31)}b*c`, 'a'.repeat(1_000), 33_000],
  ])('compares a bounded number of characters for %s', (_name, pattern, text, most) => {
    const { matches, taken } = steps(pattern, text)
    expect(matches).toBe(false)
    expect(taken).toBeLessThanOrEqual(most)
    expect(taken).toBeLessThanOrEqual((text.length + 1) * pattern.length)
  })

  it('compares at most once for each place and character', () => {
    const hostile = fc.array(fc.constantFrom('a', '*', '?'), { maxLength: 60 })
    fc.assert(
      fc.property(hostile, fc.array(fc.constantFrom('a', 'b')), (pattern, text) => {
        const { taken } = steps(pattern.join(''), text.join(''))
        expect(taken).toBeLessThanOrEqual((text.length + 1) * pattern.length)
      }),
      { numRuns: 1_000 },
    )
  })

  it('matches long patterns without recursion', () => {
    const stars = '*'.repeat(1_000_000)
    expect(TextPattern.withStars(`${stars}a`).matches('b')).toBe(false)
    expect(TextPattern.withStars(`a${stars}`).matches('ab')).toBe(true)
  })
})
