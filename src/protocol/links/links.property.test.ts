import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from '../ask/clean-text.ts'
import { buildLink } from './build-link.ts'
import { matchTemplate } from './match-template.ts'
import { verifyLink } from './verify-link.ts'

const RUNS = { numRuns: 1_000 }
const ORIGIN = 'https://example.com'
const ASK = {
  id: 'points',
  intent: 'ask',
  template: 'What does “{title}” on {site} say in {points} points?',
  language: 'en',
  variables: { points: { default: 'five', maxLength: 40 } },
} as const
const manifest = {
  origin: ORIGIN,
  document: { site: { name: 'Example', url: ORIGIN }, prompts: [ASK] },
}

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
const title = fc.stringMatching(/^[A-Za-z]{1,8}( [a-z]{1,8}){0,4}$/)
const page = (name: string) => ({ url: `${ORIGIN}/a`, title: name, site: 'Example' })

describe('a cleaned text', () => {
  it('stays as it is', () => {
    fc.assert(
      fc.property(text, (raw) => {
        expect(cleanText(cleanText(raw))).toBe(cleanText(raw))
      }),
      RUNS,
    )
  })
})

describe('a built link', () => {
  it('verifies, with what the reader typed', () => {
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (name, points) => {
        const inputs = points === undefined ? {} : { points }
        const built = buildLink({ ask: ASK, target: 'claude', page: page(name), inputs })
        fc.pre(built.kind === 'link')
        const { status } = verifyLink({ href: built.kind === 'link' ? built.href : '', manifest })
        expect(['verified', 'verified_with_input']).toContain(status)
      }),
      RUNS,
    )
  })

  it('is not verified with anything behind it', () => {
    fc.assert(
      fc.property(title, text, (name, more) => {
        const built = buildLink({ ask: ASK, target: 'claude', page: page(name) })
        const href = built.kind === 'link' ? built.href : ''
        expect(verifyLink({ href, manifest }).status).toBe('verified')
        // Trailing spaces are not part of an address.
        fc.pre(/[^\s\p{Cc}]/u.test(more))
        const longer = href + encodeURIComponent(more.toWellFormed())
        expect(verifyLink({ href: longer, manifest }).status).not.toBe('verified')
      }),
      RUNS,
    )
  })
})

describe('verification', () => {
  it('tries no more ends of values than its budget has, however long the text is', () => {
    const parts = ['a', 'b', 'c'].flatMap((name) => [
      { kind: 'value', name } as const,
      { kind: 'text', text: 'x' } as const,
    ])
    const stepsOf = (length: number): number => {
      const budget = { steps: 20_000 }
      const match = { parts, text: `${'x'.repeat(length)}y`, maxOf: () => 500, budget }
      expect(matchTemplate(match, new Map())).toBeUndefined()
      return 20_000 - budget.steps
    }
    expect(stepsOf(10)).toBeLessThan(20_000)
    for (const length of [100, 1_000, 10_000]) expect(stepsOf(length)).toBeLessThanOrEqual(20_000)
  })
})
