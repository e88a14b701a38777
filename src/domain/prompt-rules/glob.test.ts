import { describe, expect, it } from 'vitest'
import { compileGlob, globProblem, matchesGlob } from './glob.ts'
import { pathText } from './path-text.ts'

const matches = (glob: string, path: string): boolean =>
  matchesGlob(compileGlob(glob), pathText(path))

describe('a glob', () => {
  it.each([
    ['/pricing', '/pricing'],
    ['/', '/'],
    ['/blog/*', '/blog/tea'],
    ['/blog/*', '/blog/.well-known'],
    ['/blog/2024-*', '/blog/2024-'],
    ['/blog/*-*-guide', '/blog/a-b-c-guide'],
    ['/a*b*c', '/abc'],
    ['/docs/**', '/docs'],
    ['/docs/**', '/docs/'],
    ['/docs/**', '/docs/a/b/c.html'],
    ['/**', '/'],
    ['**', '/any/thing'],
    ['**/index.html', '/index.html'],
    ['**/index.html', '/a/b/index.html'],
    ['/a/**/z', '/a/z'],
    ['/a/**/z', '/a/b/z/z'],
    ['/a/**/m/**/z', '/a/m/n/m/z'],
    ['/a/**/**/z', '/a/z'],
    ['/**/m/x/**/z', '/m/x/z'],
    ['/**/m/x/**/z', '/m/m/x/z'],
    ['/**/m/x/**/z', '/m/x/m/x/y/z'],
    ['/**/m/x/**/z', '/1/2/m/x/z'],
    ['/**/m/x/**/z', '/1/2/3/m/x/z/z'],
    ['/?/{abc,abc,d}', '/x/d'],
    ['/**/b/*', '/b/b/c'],
    ['/v?/x', '/v2/x'],
    ['/?', '/😀'],
    ['/*?', '/😀'],
    ['/{en,de}/about', '/de/about'],
    ['/pricing{,/}', '/pricing'],
    ['/pricing{,/}', '/pricing/'],
    ['/{a,b/{c,d}}/x', '/b/d/x'],
    ['{/a,/b}/**', '/b/c'],
    ['/{a}', '/a'],
    ['/a,b', '/a,b'],
    ['/a\\*b', '/a*b'],
    ['/\\{x\\,y\\}', '/{x,y}'],
    ['/[abc]', '/[abc]'],
    ['/a.c', '/a.c'],
    ['/größe/*', '/gr%C3%B6%c3%9Fe/x'],
    ['/gr%c3%b6%C3%9fe/*', '/größe/x'],
    ['/50%25/*', '/50%25/x'],
    ['/%ff/*', '/%FF/x'],
    ['/a%2fb', '/a%2Fb'],
    ['*.example.com', 'www.example.com'],
    ['*.example.com', 'a.b.example.com'],
  ])('%s matches %s', (glob, path) => {
    expect(matches(glob, path)).toBe(true)
  })

  it.each([
    ['/pricing', '/pricing/'],
    ['/pricing', '/Pricing'],
    ['/blog/*', '/blog'],
    ['/blog/*', '/blog/'],
    ['/blog/*', '/blog/a/b'],
    ['/blog/2024-*', '/blog/2023-x'],
    ['/ab*ba', '/aba'],
    ['/docs/**', '/docs2'],
    ['/docs/**', '/doc'],
    ['**/index.html', '/xindex.html'],
    ['/a/**/z', '/a/b'],
    ['/a/**/z', '/az'],
    ['/a/**/m/**/z', '/a/z/m'],
    ['/a/**/b/**/b', '/a/b'],
    ['/**/b/*', '/b'],
    ['/v?/x', '/v/x'],
    ['/v?/x', '/v//x'],
    ['/??', '/😀'],
    ['/*??', '/😀'],
    ['/{en,de}/about', '/fr/about'],
    ['/a\\*b', '/axb'],
    ['/[abc]', '/a'],
    ['/a.c', '/abc'],
    ['/a/b', '/a%2Fb'],
    ['/%2A', '/x'],
    ['*.example.com', 'example.com'],
  ])('%s does not match %s', (glob, path) => {
    expect(matches(glob, path)).toBe(false)
  })

  it.each([
    ['', /empty/],
    ['/a{b', /never closed/],
    ['/a{b,{c}', /never closed/],
    ['/a}b', /has no \{/],
    ['/a\\', /escapes nothing/],
    ['/a**', /stands alone/],
    ['/**b/c', /stands alone/],
    ['/***', /stands alone/],
    ['/{*,a}*b', /stands alone/],
    [`/${'{a,b}'.repeat(6)}`, /at most 32/],
    [`/{${'a,'.repeat(40)}b}`, /at most 32/],
    [`/${'{'.repeat(250)}`, /never closed/],
    [`/${'a'.repeat(256)}`, /at most 256/],
  ])('%s is refused', (glob, problem) => {
    expect(globProblem(glob)).toMatch(problem)
    expect(() => compileGlob(glob)).toThrow(SyntaxError)
  })

  it('gives up where a backtracking matcher would not', () => {
    const long = 'a'.repeat(1_000)
    expect(matches('*a*a*a*b', long)).toBe(false)
    expect(matches(`*${'a*'.repeat(100)}b*`, long)).toBe(false)
    expect(matches(`${'a?*'.repeat(80)}b*a`, `${long}ca`)).toBe(false)
    expect(matches(`${'**/a/'.repeat(40)}b/**`, 'a/'.repeat(1_000))).toBe(false)
    expect(matches('*a*a*a*b', `${long}b`)).toBe(true)
  })

  it('looks at the beginning of an endless path', () => {
    expect(matches('/docs/**', `/docs/${'a/'.repeat(100_000)}`)).toBe(true)
  })
})
