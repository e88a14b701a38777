import { expect, it } from 'vitest'
import { SEED } from '../../testing/seed.ts'
import { GlobIndex } from './glob-index.ts'
import { compileGlob, matchesGlob } from './glob.ts'
import { pathText } from './path-text.ts'
import { RandomRules } from './testing/random-rules.ts'

const SEGMENTS = ['a', 'b', 'ab', 'aab', '', 'c%2Fd', 'ü']
const GLOBS = [...SEGMENTS, '*', '**', '?', 'a*', '*b', 'a*b', '?b', '{a,ab}', '{,b}', '{*a,b?}']

it('GlobIndex finds the globs that a path is like, each as if it were the only one', () => {
  const draw = new RandomRules(SEED)
  let hits = 0
  for (let i = 0; i < 100; i++) {
    const globs = [...new Set(Array.from({ length: 40 }, () => draw.path(GLOBS)))]
    const index = new GlobIndex(new Map(globs.map((glob, n) => [glob, n])))
    for (let j = 0; j < 20; j++) {
      const path = pathText(draw.path(SEGMENTS))
      const found = new Set<number>()
      index.search(path, (num) => found.add(num))
      const expected = globs.flatMap((glob, n) => (matchesGlob(compileGlob(glob), path) ? [n] : []))
      expect(
        [...found].toSorted((a, b) => a - b),
        JSON.stringify([globs, path.text]),
      ).toEqual(expected)
      hits += expected.length
    }
  }
  expect(hits).toBeGreaterThan(1_000)
})
