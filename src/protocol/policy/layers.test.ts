import { describe, expect, it } from 'vitest'
import {
  compilePolicy,
  evaluateLayers,
  readPolicy,
  type LayersAnswer,
  type LayersQuestion,
} from '../index.ts'
import { readVectors } from '../../testing/protocol-vectors.ts'

interface Vector {
  readonly id: string
}

interface LayersVector extends Vector, LayersQuestion {
  readonly policy: string
  readonly expect: Partial<LayersAnswer>
}

const { vectors, documents } = readVectors<LayersVector>('layers')

function compiled(document: unknown) {
  const read = readPolicy(document)
  if (!read.ok) throw new Error(read.problems.map(({ path, message }) => path + message).join())
  return compilePolicy(read.value)
}

it.each(vectors.map((vector) => [vector.id, vector] as const))(
  'combines the layers of vector %s',
  (_, { policy, target, agents, use, url, signals, expect: expected }) => {
    const answer = evaluateLayers(compiled(documents[policy]), {
      target,
      agents,
      use,
      url,
      signals,
    })
    const layers = answer.layers.map(({ layer, decision, rule, reason }) => ({
      layer,
      decision,
      rule,
      reason,
    }))
    expect({ ...answer, layers: expected.layers && layers }).toEqual({
      layers: undefined,
      ...expected,
    })
  },
)

describe('evaluateLayers', () => {
  const ask = (signals: LayersQuestion['signals']) =>
    evaluateLayers(compiled({ rules: [] }), {
      target: 'chatgpt',
      agents: { user: ['ChatGPT-User'], train: ['GPTBot'] },
      use: 'train-ai',
      url: `/${'a'.repeat(50_000)}`,
      signals,
    }).decision

  it.each([
    ['a header above its bound', { askPolicy: `${'a=y,'.repeat(3_000)}b=y` }],
    ['a header of separators', { contentUsage: ',;='.repeat(2_000) }],
    ['nested lists', { contentUsage: `a=${'('.repeat(8_000)}` }],
    ['an endless string', { contentUsage: `a="${'\\'.repeat(8_000)}` }],
    [
      'hostile patterns',
      { robotsTxt: `User-agent: *\n${`Allow: /${'*a'.repeat(500)}b\n`.repeat(90)}` },
    ],
    [
      'lone surrogates',
      { robotsTxt: '\ud800: \udfff\nUser-agent: *\nContent-Usage: /\ud800 \udc00' },
    ],
    ['a file without lines', { robotsTxt: 'a'.repeat(600_000) }],
    ['a deep file', { tdmRep: '['.repeat(200_000) }],
    ['a large file', { tdmRep: `[${' '.repeat(600_000)}]` }],
  ])('knows nothing by %s', (_, signals) => {
    expect(ask(signals)).toBe('unknown')
  })

  it('does not read a line of robots.txt that its bound cuts', () => {
    const start = 'User-agent: *\nContent-Usage: train-ai=n\n'
    const robotsTxt = `${start}${'#'.repeat(512_000 - start.length - 12)}\nDisallow: /bbb`
    expect(ask({ robotsTxt })).toBe('deny')
    expect(ask({ robotsTxt: robotsTxt.replace('train-ai=n', 'train-ai=y') })).toBe('allow')
  })

  it('shows a rule by its beginning', () => {
    const { layers } = evaluateLayers(compiled({}), {
      target: 'a',
      use: 'answer',
      url: `/${'a'.repeat(3_000)}`,
      signals: { robotsTxt: `User-agent: *\nDisallow: /${'a'.repeat(3_000)}` },
    })
    expect(layers.map(({ rule }) => String(rule).length)).toEqual([4, 200, 4, 4])
  })
})
