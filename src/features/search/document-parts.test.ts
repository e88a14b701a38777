import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncateLead, documentPartsOf, type DocumentSection } from './document-parts.ts'

/**
 * Estimates the tokens of a text without the code under test: as JSON, four ASCII characters count as a token, as does
 * any other character.
 */
function tokens(text: string): number {
  const chars = Array.from(JSON.stringify(text))
  const ascii = chars.filter((char) => char.charCodeAt(0) < 128).length
  return ascii / 4 + (chars.length - ascii)
}
const MOST = 5_700

const solid = (text: string): string => text.replaceAll(/\s/g, '')
const headless = (texts: readonly string[]): DocumentSection[] =>
  texts.map((text) => ({ heading: '', text }))

const word = fc.constantFrom('tide', '潮汐', '😀', '"', '\n', '\u0007', ' ', 'x'.repeat(90))
const longText = fc
  .array(word, { minLength: 1, maxLength: 40 })
  .chain((words) => fc.integer({ min: 1, max: 500 }).map((times) => words.join('').repeat(times)))

describe('documentPartsOf', () => {
  it('parts fit one answer each, and leave nothing out', () => {
    fc.assert(
      fc.property(fc.array(longText, { maxLength: 12 }), (texts) => {
        const parts = documentPartsOf(headless(texts))
        for (const part of parts) expect(tokens(part)).toBeLessThanOrEqual(MOST)
        expect(solid(parts.join(''))).toBe(solid(texts.join('')))
        expect(parts.join('').isWellFormed()).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('parts are one where all fits, with each heading once', () => {
    const sections = [
      { heading: 'Spring', text: 'One.' },
      { heading: 'Spring', text: 'Two.' },
      { heading: '', text: 'Three.' },
    ]
    expect(documentPartsOf(sections)).toEqual(['Spring\nOne.\n\nTwo.\n\nThree.'])
    expect(documentPartsOf([])).toEqual([''])
  })

  it('parts repeat a heading where one begins below it', () => {
    const text = '潮'.repeat(2_000)
    const under = (heading: string, n: number) =>
      Array.from({ length: n }, () => ({ heading, text }))
    const parts = documentPartsOf([...under('Spring', 3), ...under('Autumn', 2)])
    expect(parts.map((part) => part.replaceAll(text, '…'))).toEqual([
      'Spring\n…\n\n…',
      'Spring\n\n…\n\nAutumn\n…',
      'Autumn\n\n…',
    ])
  })

  it('parts end where a line or word ends, if there is one nearby', () => {
    const parts = documentPartsOf(headless(['The tide turns. '.repeat(4_000)]))
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) expect(part).toMatch(/^\S+ .*\S\s$/s)
  })
})

it('the beginning of a lead is all of it, or says that it is not', () => {
  expect(truncateLead('Tides\n/tides')).toBe('Tides\n/tides')
  const long = truncateLead('潮'.repeat(5_000))
  expect(long).toMatch(/^潮+…$/)
  expect(tokens(long)).toBeLessThanOrEqual(810)
  expect(truncateLead('')).toBe('')
})
