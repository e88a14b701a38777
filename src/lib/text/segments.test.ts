import { expect, it } from 'vitest'
import { segmentsIn } from './segments.ts'

const TEXT = 'Der Hund läuft. これは長い文章です。茶道の心得は和敬清寂。👩‍👩‍👧 🇩🇪🇫🇷 a\u0301 zwei.\r\n'

it.each(['grapheme', 'word', 'sentence'] as const)(
  'a text in pieces has the segments by %s that it has in whole',
  (granularity) => {
    const segmenter = new Intl.Segmenter('ja', { granularity })
    const texts = ['', 'a', 'x'.repeat(501), `${'a'.repeat(3_000)}${'。'.repeat(3_000)}`]
    for (const text of [
      ...texts,
      TEXT.repeat(60),
      '\u0301'.repeat(5_000),
      '👍'.repeat(251),
      '👩‍👩‍👧'.repeat(300),
    ]) {
      const whole = Array.from(segmenter.segment(text), ({ segment, index }) => [index, segment])
      const pieces = [...segmentsIn(segmenter, text)].map(({ segment, index }) => [index, segment])
      expect(pieces).toEqual(whole)
    }
  },
)
