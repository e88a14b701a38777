import { describe, expect, it } from 'vitest'
import { chooseOriginal, groupSamePages, type SameText } from './choose-original.ts'

const LONG = 900

let nums = 0
const at = (path: string, fields: Partial<SameText> = {}): SameText => ({
  num: (nums += 1),
  path,
  title: 'Kilns',
  h1: null,
  chars: LONG,
  canonicalPath: undefined,
  ...fields,
})

const pathsOf = (groups: readonly (readonly SameText[])[]): string[][] =>
  groups.map((group) => group.map(({ path }) => path))

describe('addresses of one text', () => {
  it('are one page where the text is long, whatever their titles', () => {
    const same = [at('/a', { title: 'Kilns' }), at('/b', { title: 'Kilns, page 2' })]
    expect(pathsOf(groupSamePages(same, 20))).toEqual([['/a', '/b']])
  })

  it('are one page of a short text only with the same title and first heading', () => {
    const short = { chars: 30 }
    const same = [
      at('/a', short),
      at('/b', short),
      at('/c', { ...short, title: 'Glazes' }),
      at('/d', { ...short, h1: 'Another' }),
      at('/e', { chars: 0, title: null }),
      at('/f', { chars: 0, title: null }),
    ]
    expect(pathsOf(groupSamePages(same, 20))).toEqual([['/a', '/b'], ['/c'], ['/d']])
  })

  it('are pages of their own where most pages of the site have the text', () => {
    const same = Array.from({ length: 12 }, (_, i) => at(`/${i}`, { title: `Kiln ${i}` }))
    expect(groupSamePages(same, 20)).toHaveLength(12)
    expect(groupSamePages(same, 24)).toHaveLength(1)
  })
})

describe('the address that is kept', () => {
  const kept = (...pages: [SameText, ...SameText[]]): string => chooseOriginal(pages).path

  it('is the one that most of them name as canonical', () => {
    const names = (canonicalPath: string) => ({ canonicalPath })
    expect(kept(at('/a'), at('/kilns/long', names('/kilns/long')), at('/b'))).toBe('/kilns/long')
    expect(
      kept(at('/a', names('/a')), at('/b/c', names('/b/c')), at('/d?x=1', names('/b/c'))),
    ).toBe('/b/c')
  })

  it('else has no query, then is in the fewest folders, then is the shortest, then the first by its characters', () => {
    expect(kept(at('/?p=1'), at('/kilns/electric'))).toBe('/kilns/electric')
    expect(kept(at('/kilns/electric'), at('/kilns'))).toBe('/kilns')
    expect(kept(at('/m/k1'), at('/electric-kilns.html'))).toBe('/electric-kilns.html')
    expect(kept(at('/b'), at('/a'))).toBe('/a')
    expect(kept(at('/a'), at('/b'))).toBe('/a')
  })
})
