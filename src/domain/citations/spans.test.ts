import { describe, expect, it } from 'vitest'
import { isSpanOf, mergeSpans, spanOfText, spanReader } from './spans.ts'

describe('spans of an answer', () => {
  const part = 'Café 😀 says X.'

  it('are read from bytes, code points and units', () => {
    const offsets = [
      ['utf8', 0, 5, 'Café'],
      ['utf8', 6, 10, '😀'],
      ['utf8', 11, 18, 'says X.'],
      ['code_points', 5, 6, '😀'],
      ['code_points', 7, 14, 'says X.'],
      ['utf16', 8, 15, 'says X.'],
    ] as const
    const thought = 'Let me see.'
    const quoted = offsets.map(([unit, start, end]) => {
      const span = spanReader(part, unit, thought.length)(start, end)
      return (thought + part).slice(span?.start, span?.end)
    })
    expect(quoted).toEqual(offsets.map(([, , , expected]) => expected))
  })

  it('are dropped where offsets fit nowhere', () => {
    const misfits = [
      ['utf8', 4, 5],
      ['utf8', 7, 10],
      ['utf8', 0, 19],
      ['utf8', 0, 2 ** 40],
      ['utf8', Number.NaN, 3],
      ['utf16', 0, 6],
      ['utf16', 6, 8],
      ['utf16', 0, 16],
      ['code_points', 0, 15],
      ['code_points', -1, 3],
      ['code_points', 3, 3],
      ['code_points', 5, 3],
      ['code_points', 0.5, 3],
    ] as const
    const spans = misfits.map(([unit, start, end]) => spanReader(part, unit)(start, end))
    expect(spans).toEqual(misfits.map(() => undefined))
  })

  it('are found by what they quote, and not by half of it', () => {
    const long = `${part} ${'It is so. '.repeat(40)}`
    const quote = long.slice(4, 380)
    expect(spanOfText(long, quote)).toEqual({ start: 5, end: 4 + quote.trimEnd().length })
    expect(spanOfText(long, `${quote}!`)).toBeUndefined()
    expect(spanOfText(long, 'It is so.', 100)?.start).toBe(106)
    expect([spanOfText(long, ' '), spanOfText(long, '\uD83D')]).toEqual([undefined, undefined])
  })

  it('are one where they touch', () => {
    const spans = [
      { start: 9, end: 12 },
      { start: 0, end: 4 },
      { start: 3, end: 5 },
      { start: 5, end: 6 },
    ]
    expect(mergeSpans(spans)).toEqual([
      { start: 0, end: 6 },
      { start: 9, end: 12 },
    ])
    expect(isSpanOf('abc', { start: 0, end: 4 })).toBe(false)
  })
})
