import { describe, expect, it } from 'vitest'
import { ENTRIES, LIST, POST, typed } from './testing/typed-page.ts'

describe('pageTypeOf, by content', () => {
  it('needs a price and a way to buy for a product', () => {
    expect(typed({ evidence: { prices: 1 } })).toBe('other by dom')
    expect(typed({ evidence: { prices: 9 }, path: '/product/sencha' })).toBe('other by dom')
    expect(typed({ evidence: { buys: 1 } })).toBe('other by dom')
    expect(typed({ evidence: { prices: 1, buys: 1 } })).toBe('product by dom')
    expect(typed({ evidence: { prices: 1, buys: 1 }, path: '/p/pot' })).toBe('product by path')
    expect(typed({ evidence: { isPriced: true } })).toBe('product by dom')
    expect(typed({ evidence: { prices: 1 }, ogType: ' Product ' })).toBe('product by og')
  })

  it('tells what a shop sells from a list of pages', () => {
    const goods = { ...LIST, prices: 8 }
    expect(typed({ evidence: goods, h2: ENTRIES })).toBe('category by dom')
    expect(typed({ evidence: goods, h2: ENTRIES, path: '/shop/pots' })).toBe('category by path')
    expect(typed({ evidence: goods, h2: ENTRIES, path: '/tag/pots' })).toBe('category by path')
    expect(typed({ evidence: { prices: 6, buys: 6 } })).toBe('category by dom')
    expect(typed({ evidence: LIST, h2: ENTRIES })).toBe('listing by dom')
    expect(typed({ evidence: LIST, h2: ENTRIES, path: '/shop/pots' })).toBe('listing by dom')
    const prose = { prices: 8, linkedItems: 2 }
    expect(typed({ evidence: prose, path: '/blog/prices-of-tea', ...POST })).toBe('article by og')
  })

  it('takes pages of links for a listing', () => {
    expect(typed({ evidence: { cards: 5 } })).toBe('listing by dom')
    expect(typed({ evidence: { linkedItems: 9, linkShare: 0.8 } })).toBe('listing by dom')
    expect(typed({ evidence: { linkedItems: 9, linkShare: 0.1 } })).toBe('other by dom')
    expect(typed({ evidence: { linkShare: 0.75 } })).toBe('listing by dom')
    expect(typed({ evidence: { linkShare: 0.65 } })).toBe('other by dom')
    expect(typed({ evidence: { linkShare: 0.9 }, wordCount: 30 })).toBe('other by dom')
    expect(typed({ evidence: { cards: 3, linkShare: 0.1 }, h2: ENTRIES })).toBe('other by dom')
    expect(typed({ evidence: { linkedItems: 9, linkShare: 0.8 }, path: '/docs/all' })).toBe(
      'docs by path',
    )
  })

  it('takes a list for one that a theme calls an article, and an article in its folder for one', () => {
    expect(typed({ ogType: 'article', evidence: LIST, h2: ENTRIES })).toBe('listing by dom')
    expect(typed({ ogType: 'article', path: '/tags/5g/', wordCount: 22 })).toBe('listing by path')
    // The date and the author of the first entry.
    const first = { author: 'Mei', publishedAt: POST.publishedAt }
    expect(typed({ ...first, evidence: LIST, h2: ENTRIES })).toBe('listing by dom')
    expect(typed({ ...first, path: '/news.html', wordCount: 1_300 })).toBe('listing by path')
    expect(typed({ ...POST, path: '/tags/tea/about-tea' })).toBe('article by og')
    expect(typed({ ...POST, path: '/blog/ten-teas', evidence: LIST, h2: ENTRIES })).toBe(
      'article by og',
    )
  })

  it('takes headings that ask for questions and answers only where most of them do', () => {
    const asked = ['What is sencha?', 'How is it made?', 'Who drinks it?', 'お茶とは？']
    expect(typed({ h2: asked })).toBe('faq by dom')
    expect(typed({ h2: [...asked, ...ENTRIES] })).toBe('other by dom')
    expect(typed({ h2: asked, evidence: { isManual: true } })).toBe('docs by dom')
    expect(typed({ h2: asked, evidence: { isManual: true }, h1: 'よくある質問' })).toBe(
      'faq by dom',
    )
    expect(typed({ h2: asked.slice(0, 1), h1: 'Häufige Fragen' })).toBe('other by dom')
    expect(typed({ questions: 2, h1: 'FAQ' })).toBe('faq by dom')
  })

  it.each([
    ['How to brew sencha'],
    ['Sencha zubereiten: Anleitung'],
    ['Cómo preparar sencha'],
    ['Comment préparer le sencha'],
    ['Como preparar sencha'],
    ['煎茶の淹れ方と道具の使い方'],
    ['如何泡煎茶'],
    ['Hoe zet je sencha'],
    ['Jak parzyć senchę'],
    ['Hur man brygger sencha'],
    ['센차 우리는 방법'],
    ['Sencha nasıl demlenir'],
  ])('takes %s for instructions only with steps', (h1) => {
    expect(typed({ h1, title: h1 })).toBe('other by dom')
    expect(typed({ h1, title: h1, orderedItems: 3 })).toBe('howto by dom')
    expect(typed({ h1, title: h1, orderedItems: 3, wordCount: 900 })).toBe('other by dom')
  })

  it('counts steps in lists and headings', () => {
    expect(typed({ orderedItems: 9 })).toBe('howto by dom')
    expect(typed({ orderedItems: 3 })).toBe('other by dom')
    expect(typed({ orderedItems: 9, wordCount: 4_000 })).toBe('other by dom')
    expect(typed({ h2: ['第一步 烧水', '步骤二', 'Schritt 3: Gießen'] })).toBe('howto by dom')
    expect(typed({ h2: ['1. Scope', '2. Duties', '3. Law'] })).toBe('other by dom')
  })

  it('falls back on what the text is', () => {
    expect(typed({ codeBlocks: 3 })).toBe('docs by dom')
    expect(typed({ codeBlocks: 1, h1: 'Style guide' })).toBe('docs by dom')
    expect(typed({ host: 'docs.tea.example' })).toBe('docs by dom')
    expect(typed({ title: 'Sencha – Teahouse documentation' })).toBe('docs by dom')
    expect(typed({ title: 'Documentation and its limits' })).toBe('other by dom')
    const { publishedAt } = POST
    expect(typed({ publishedAt, author: 'Mei', codeBlocks: 5 })).toBe('article by dom')
    expect(typed({ publishedAt, codeBlocks: 5 })).toBe('article by dom')
    expect(typed({ publishedAt, codeBlocks: 5, title: 'API reference' })).toBe('docs by dom')
    expect(typed({ publishedAt })).toBe('article by dom')
    expect(typed({ publishedAt, wordCount: 60 })).toBe('other by dom')
    expect(typed({ h1: 'Preise', evidence: { prices: 4 } })).toBe('pricing by dom')
    expect(typed({ h1: 'Datenschutzerklärung der Teehaus GmbH' })).toBe('legal by dom')
    expect(typed({ h1: 'Kullanım Şartları' })).toBe('legal by dom')
    expect(typed({ h1: 'What a privacy policy has to say about cookies, tea and guests' })).toBe(
      'other by dom',
    )
    expect(typed({ h1: 'Page not found', wordCount: 40, evidence: { cards: 9 } })).toBe(
      'other by dom',
    )
  })
})
