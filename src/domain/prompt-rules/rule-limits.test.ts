import { expect, it } from 'vitest'
import type { RuleMatch } from './rule-input.ts'
import { conditionSizeOf } from './rule-limits.ts'

type Size = [comparisons: number, characters: number, wildcards: number, wildCharacters: number]

it.each<[RuleMatch, ...Size]>([
  [{}, 0, 0, 0, 0],
  [{ titleContains: 'tea', type: 'docs' }, 2, 7, 0, 0],
  [{ wordCount: { gte: 1, lte: 2 } }, 1, 0, 0, 0],
  [{ path: '/docs/**/v?/*.html' }, 1, 14, 3, 6],
  [{ path: '/{a,b}/*', host: '*.example.com' }, 3, 17, 3, 12],
  [{ any: [{ tag: 'a' }, { not: { any: [{ tag: 'b' }, { path: '/x' }] } }] }, 3, 3, 0, 0],
])(
  'the size of %j is %i comparisons, %i characters, %i wildcards, %i beside them',
  (match, ...size) => {
    const { comparisons, characters, wildcards, wildCharacters } = conditionSizeOf(match)
    expect([comparisons, characters, wildcards, wildCharacters]).toEqual(size)
  },
)
