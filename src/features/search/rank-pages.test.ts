import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PassageHit } from '../../../db/search/search-passages.ts'
import { FuzzyTerms, normalizedWords } from './fuzzy-terms.ts'
import { rankPages } from './rank-pages.ts'
import { readQuery } from './search-query.ts'

let nextNum = 1
const hit = (id: string, fields: Partial<PassageHit>): PassageHit => ({
  kind: 'passage',
  num: nextNum++,
  siteNum: 1,
  id,
  path: `/${id}`,
  url: `https://tea.example/${id}`,
  canonicalUrl: null,
  title: null,
  isScanned: true,
  isRead: true,
  contentHash: null,
  pageType: null,
  heading: '',
  text: '',
  score: 1,
  ...fields,
})

const idsOf = (terms: string[], hits: PassageHit[]): string[] =>
  rankPages(terms, hits).map(({ id }) => id)

describe('readQuery', () => {
  it('leaves out words that only join others, and pairs what is beside each other', () => {
    expect(readQuery('How long does the sencha steep?', ['en'])).toMatchObject({
      terms: ['long', 'sencha', 'steep'],
      beginnings: [
        { text: 'long', isWhole: true },
        { text: 'senc', isWhole: false },
        { text: 'stee', isWhole: false },
      ],
      pairs: [
        ['how', 'long'],
        ['long', 'does'],
        ['the', 'sencha'],
        ['sencha', 'steep'],
      ],
    })
  })

  it('keeps joining words where there are no others', () => {
    expect(readQuery('What is it?', ['en']).terms).toEqual(['what', 'is', 'it'])
  })

  it('takes the joining words of the site’s language', () => {
    expect(readQuery('Wie lange zieht der Tee?', ['de']).terms).not.toContain('der')
    expect(readQuery('the war', ['en']).terms).toEqual(['war'])
  })

  it('has letters and digits only, and at most 24 words', () => {
    const { terms, beginnings, pairs } = readQuery(`" OR NEAR(^a* {b}:- ${'x1 y2 '.repeat(90)}`, [])
    for (const word of [...terms, ...beginnings.map(({ text }) => text), ...pairs.flat()]) {
      expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
    }
    expect(pairs.length).toBeLessThan(24)
  })

  it('cuts no letter in half', () => {
    const [beginning] = readQuery('𝒜𝒷𝒸𝒹𝑒𝒻'.normalize('NFC'), ['en']).beginnings
    expect(beginning!.text.isWellFormed()).toBe(true)
  })
})

describe('FuzzyTerms', () => {
  const fuzzy = new FuzzyTerms(['assimilated', 'café', '日本語'])
  const similarity = (word: string, place: number): number =>
    fuzzy.of(word).find(({ index }) => index === place)?.similarity ?? 0

  it('takes the same word for the same, whatever its accents', () => {
    const [cafe = ''] = normalizedWords('CAFÉ')
    expect(similarity(cafe, 1)).toBe(1)
  })

  it('knows other forms and slips of the keyboard, less than the word itself', () => {
    for (const word of ['assimilates', 'assimilted', 'assimilating']) {
      expect(similarity(word, 0)).toBeGreaterThan(0.4)
      expect(similarity(word, 0)).toBeLessThan(1)
    }
  })

  it('knows no other word', () => {
    expect(fuzzy.of('simple')).toEqual([])
    expect(fuzzy.of('')).toEqual([])
  })

  it('passes over words of a text that are similar to none, and no other', () => {
    const words = fc.array(fc.stringMatching(/^[aceilmst9]{1,14}$/), { maxLength: 30 })
    fc.assert(
      fc.property(words, fc.constantFrom(' ', ', ', '\n', '-', "'"), (parts, gap) => {
        const text = ['Assimilate', ...parts, 'x'.repeat(50)].join(gap)
        const kept = fuzzy.candidates(text)
        const known = normalizedWords(text).filter((word) => fuzzy.of(word).length > 0)
        expect(kept).toEqual(expect.arrayContaining(known))
        expect(normalizedWords(text)).toEqual(expect.arrayContaining(kept))
      }),
    )
    expect(fuzzy.candidates('A dog, 1 cow')).toEqual([])
  })
})

describe('rankPages', () => {
  const terms = ['sencha', 'steep']

  it('puts the page first that says it in one sentence', () => {
    const spread = hit('spread', { text: 'Sencha is green. Black tea may steep.' })
    const together = hit('together', { text: 'Let sencha steep. Then drink.' })
    expect(idsOf(terms, [spread, together])).toEqual(['together', 'spread'])
  })

  it('heeds what the index found rare', () => {
    const strong = hit('strong', { text: 'Let sencha steep.', score: 9 })
    const weak = hit('weak', { text: 'Let sencha steep.', score: 3 })
    expect(idsOf(terms, [weak, strong])).toEqual(['strong', 'weak'])
  })

  it('takes each page once, by its best passage', () => {
    const pages = rankPages(terms, [
      hit('tea', { text: 'Let sencha steep.', score: 5 }),
      hit('tea', { text: 'Sencha.', score: 2 }),
    ])
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatchObject({ value: 2, coverage: 1 })
  })

  it('lets a page without text stand by its title, and one with text by its text', () => {
    const title = { kind: 'title', title: 'Steep sencha' } as const
    const text = hit('text', { text: 'How to steep sencha, and when. More of it.', score: 4 })
    expect(
      idsOf(terms, [
        text,
        hit('unread', { ...title, title: 'Sencha', isScanned: false }),
        hit('read', { ...title, title: 'Sencha' }),
      ]),
    ).toEqual(['text', 'unread', 'read'])
  })

  it('finds a page by its path', () => {
    expect(rankPages(['pricing'], [hit('pricing', { kind: 'title' })])[0]!.coverage).toBe(1)
  })

  it('prefers the page that is called by what is looked for', () => {
    const aside = hit('aside', { title: 'Visiting Uji', text: 'Let sencha steep.', score: 1.2 })
    const about = hit('about', { title: 'Sencha', text: 'Sencha may steep.', score: 1 })
    expect(idsOf(terms, [aside, about])).toEqual(['about', 'aside'])
  })

  it('heeds in a title the words that few of the pages have', () => {
    const brewed = (id: string, title: string) => hit(id, { title, text: 'Let sencha steep.' })
    const hits = [brewed('a', 'Steep'), brewed('b', 'Sencha'), hit('c', { text: 'Steep hills.' })]
    expect(idsOf(terms, hits)).toEqual(['b', 'a', 'c'])
  })

  it('puts a list behind the page that it names', () => {
    const text = 'Let sencha steep.'
    const page = hit('page', { title: 'Steeping sencha | Tea', text: 'Let sencha steep. More.' })
    const lists = [
      hit('blog', { heading: 'Steeping sencha', text, score: 1.3 }),
      hit('typed', { pageType: 'category', text, score: 1.3 }),
      hit('listed', { pageType: 'listing', text, score: 1.3 }),
      hit('third', { path: '/blog/page/3', text, score: 1.3 }),
    ]
    for (const list of lists) expect(idsOf(terms, [list, page])).toEqual(['page', list.id])
    const own = hit('own', { title: 'Steeping sencha', heading: 'Steeping sencha', text })
    expect(rankPages(terms, [own])[0]!.value).toBeGreaterThan(2)
  })

  it('takes one page of those with the same text, under the shortest address', () => {
    const copy = { text: 'Let sencha steep.', contentHash: 'ab' }
    const copies = [
      hit('tea', { ...copy, url: 'https://tea.example/tea?from=mail', score: 9 }),
      hit('tea-2', { ...copy, url: 'https://tea.example/tea' }),
      hit('other', { text: 'Sencha. Steep.', contentHash: 'cd' }),
      hit('elsewhere', { ...copy, siteNum: 2 }),
    ]
    expect(idsOf(terms, copies)).toEqual(['tea-2', 'elsewhere', 'other'])
  })

  it('shows the text from the best sentence on', () => {
    const [page] = rankPages(terms, [
      hit('tea', { text: `Green tea is old. Let sencha steep. ${'It is worth it. '.repeat(9)}` }),
    ])
    expect(page!.excerpt).toMatch(/^Let sencha steep\. It is/)
    expect(rankPages(terms, [hit('sencha', { kind: 'title' })])[0]!.excerpt).toBe('')
  })

  it('bears any text', () => {
    const texts = [
      '',
      '.'.repeat(1e5),
      'a'.repeat(1e6),
      ' \n'.repeat(1e5),
      '\uD800',
      'ﷺ'.repeat(5e3),
    ]
    const hits = texts.map((text, i) => hit(String(i), { text, heading: text.slice(0, 99) }))
    expect(rankPages(terms, hits)).toHaveLength(texts.length)
    expect(rankPages(terms, [])).toEqual([])
  })
})
