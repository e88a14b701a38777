import { describe, expect, it } from 'vitest'
import { SEED } from '../../testing/seed.ts'
import { AhoCorasick } from './aho-corasick.ts'
import { RandomRules } from './testing/random-rules.ts'

function found(needles: readonly string[], text: string): number[] {
  const finder = new AhoCorasick(needles.map((needle, n) => [needle, n]))
  const numbers: number[] = []
  finder.search(text, (values) => numbers.push(...values))
  return numbers.toSorted((a, b) => a - b)
}

describe('AhoCorasick', () => {
  it.each([
    [['tea', 'te', 'a', 'team'], 'tea', [0, 1, 2]],
    [['tea', 'tea', 'cup'], 'a tea', [0, 1]],
    [['abc', 'abd', 'ab', 'b'], 'xabd', [1, 2, 3]],
    [['aab'], 'aaab', [0]],
    [['', 'x'], 'x', [1]],
    [['abcd', 'bc', 'c'], 'abce', [1, 2]],
    [['a'], '', []],
    [['\u{1F600}', '\u{1F601}'], 'x\u{1F601}', [1]],
  ])('finds %j in %s', (needles, text, numbers) => {
    expect(found(needles, text)).toEqual(numbers)
  })

  it('finds needles anew in each text', () => {
    const finder = new AhoCorasick([['tea', 'tea']])
    const values: string[] = []
    for (const text of ['tea', 'cup', 'tea tea']) {
      finder.search(text, (some) => values.push(...some))
    }
    expect(values).toEqual(['tea', 'tea'])
  })

  it('finds needles just where they are, each once', () => {
    const draw = new RandomRules(SEED)
    const text = (length: number) =>
      Array.from({ length: draw.below(length) }, () => draw.of(['a', 'b', 'c'])).join('')
    for (let i = 0; i < 300; i++) {
      const needles = Array.from({ length: 20 }, () => text(8)).filter(Boolean)
      const hay = text(30)
      const expected = needles.flatMap((needle, n) => (hay.includes(needle) ? [n] : []))
      expect(found(needles, hay), JSON.stringify([needles, hay])).toEqual(expected)
    }
  })
})
