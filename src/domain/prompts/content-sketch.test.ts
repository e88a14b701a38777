import { describe, expect, it } from 'vitest'
import { hasDrifted, jaccardSimilarity, sketchOf } from './content-sketch.ts'

/** Makes a text of this many different words. */
const words = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `w${(from + i).toString(36)}x`)

const similarity = (a: string, b: string): number => jaccardSimilarity(sketchOf(a), sketchOf(b))

describe('sketchOf', () => {
  it('is 256 bytes for any text, and none for a text without words', () => {
    expect(Buffer.from(sketchOf(words(5_000).join(' ')), 'base64')).toHaveLength(256)
    expect(Buffer.from(sketchOf('Tides'), 'base64')).toHaveLength(256)
    expect([sketchOf(''), sketchOf(' …\n— ')]).toEqual(['', ''])
  })

  it('ignores case, punctuation and spaces', () => {
    expect(sketchOf('Read the tide-table, twice!')).toBe(sketchOf('read  THE tide table\ntwice'))
    expect(sketchOf('one two three')).not.toBe(sketchOf('three two one'))
  })

  // With n words and k of them replaced in one place there are n - 2 shingles in each text, of which n - k - 4 are
  // shared, since k + 2 are touched.
  it.each([
    [1_000, 0, 1],
    [1_000, 100, 894 / 1_102],
    [1_000, 250, 744 / 1_252],
    [1_000, 500, 494 / 1_502],
    [60, 6, 50 / 66],
    [60, 30, 26 / 90],
    [1_000, 1_000, 0],
  ])(
    'differs after a change as designed: of %i words %i replaced give a similarity of %f',
    (count, others, wanted) => {
      const before = words(count)
      const from = Math.floor((count - others) / 2)
      const after = before.with(0, before[0] ?? '')
      after.splice(from, others, ...words(others, 100_000))
      const found = similarity(before.join(' '), after.join(' '))
      expect(Math.abs(found - wanted)).toBeLessThan(0.12)
    },
  )

  it('counts each character as a word in scripts without spaces', () => {
    const text = '茶道は日本の伝統的な文化であり、客をもてなす作法を学ぶものである。'
    expect(similarity(text, text.replace('客を', '人を'))).toBeGreaterThan(0.6)
    expect(similarity(text, '海の潮の満ち引きは月の引力によって起こる現象である。')).toBeLessThan(
      0.1,
    )
  })
})

describe('hasDrifted', () => {
  const [before, other] = [sketchOf(words(500).join(' ')), sketchOf(words(500, 900).join(' '))]

  it.each([
    ['the same text', before, before, false],
    ['another text', before, other, true],
    ['a text that lost its words', before, '', true],
    ['a text that had no words', '', other, false],
    ['a text that nobody sketched', null, other, false],
    ['a text that is not known', before, null, false],
  ])('judges %s', (_, from, to, wanted) => {
    expect(hasDrifted(from, to)).toBe(wanted)
  })

  it('needs more than a tenth of the words', () => {
    const text = words(500)
    const mended = text.toSpliced(200, 50, ...words(50, 900)).join(' ')
    const rewritten = text.toSpliced(100, 250, ...words(250, 900)).join(' ')
    expect(hasDrifted(before, sketchOf(mended))).toBe(false)
    expect(hasDrifted(before, sketchOf(rewritten))).toBe(true)
  })
})
