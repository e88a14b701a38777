import { describe, expect, it } from 'vitest'
import { compilePath, matchesPath, normalisePath, pathOfUrl } from '../index.ts'
import { readVectors } from '../../testing/protocol-vectors.ts'

interface Vector {
  readonly id: string
}

interface PathVector extends Vector {
  readonly pattern: string
  readonly path: string
  readonly expect: { readonly matches: boolean; readonly octets?: number }
}

const { vectors } = readVectors<PathVector>('path')

it.each(vectors.map((vector) => [vector.id, vector] as const))(
  'matches paths by vector %s',
  (_, { pattern, path, expect: expected }) => {
    const compiled = compilePath(pattern)
    const octets = expected.octets === undefined ? {} : { octets: compiled.octets }
    expect({ matches: matchesPath(compiled, normalisePath(path)), ...octets }).toEqual(expected)
  },
)

describe('matchesPath', () => {
  // Each of these compares a thousand times the path or more where stars are tried again and again.
  it.each([
    ['a thousand stars', '/*a'.repeat(1_000) + 'b$', '/a'.repeat(25_000)],
    ['stars that all fit late', '*a'.repeat(1_000) + 'b', 'a'.repeat(50_000)],
    ['a long piece that nearly fits', `*b${'a'.repeat(4_000)}$`, 'a'.repeat(50_000)],
    ['a long piece that nearly fits anywhere', `*${'a'.repeat(2_000)}b*c`, 'a'.repeat(50_000)],
    ['stars alone', '*'.repeat(4_000), 'a'.repeat(50_000)],
  ])('is linear for %s', (_, pattern, path) => {
    const compiled = compilePath(pattern)
    const times = 300
    let matched = 0
    for (let time = 0; time < times; time++) matched += matchesPath(compiled, path) ? 1 : 0
    // With a product of both lengths, these loops would outlast the time limit of a test.
    expect([0, times]).toContain(matched)
  })
})

describe('normalisePath', () => {
  it.each(['\ud800', 'a\udc00b', '%\ud800%', '%', '%4', '%zz', '%%36%31', '%C3%28'])(
    'writes %j once and for all',
    (text) => {
      const once = normalisePath(text)
      expect(once).toMatch(/^(?:[!-~])*$/)
      expect(normalisePath(once)).toBe(once)
    },
  )
})

describe('pathOfUrl', () => {
  it.each([
    ['https://example.com/a?b#c', '/a?b'],
    ['/a?b#c', '/a?b'],
    ['//host/a', '//host/a'],
    ['/\\evil', '//evil'],
    ['http://example.com', '/'],
  ])('reads %s', (url, path) => {
    expect(pathOfUrl(url)).toBe(path)
  })

  it.each([
    '',
    'a',
    'ftp://a/',
    'data:,a',
    'https://',
    `/${'a'.repeat(65_536)}`,
    '/' + 'é'.repeat(20_000),
  ])('knows no path of what is none (%#)', (url) => {
    expect(pathOfUrl(url)).toBeUndefined()
  })
})
