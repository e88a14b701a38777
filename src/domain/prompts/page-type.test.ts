import { describe, expect, it } from 'vitest'
import { pageTypeOf, statedTypeOf } from './page-type.ts'
import type { TypePage } from './type-page.ts'

const LEAD = 'The leaves are steamed, rolled and dried on the day on which they are picked.'
const NO_EVIDENCE: TypePage['evidence'] = {
  linkedHeadings: 0,
  linkedItems: 0,
  cards: 0,
  linkShare: 0,
  prices: 0,
  buys: 0,
  isPriced: false,
  isManual: false,
}

type Parts = Partial<Omit<TypePage, 'evidence'>> & {
  evidence?: Partial<TypePage['evidence']>
  /** Headings of the second level, each with a text. */
  h2?: readonly string[]
}

const pageWith = ({ evidence, h2 = [], ...rest }: Parts): TypePage => ({
  jsonLdTypes: [],
  ogType: null,
  host: 'tea.example',
  path: '/some/thing',
  title: 'Sencha',
  h1: 'Sencha',
  author: null,
  publishedAt: null,
  wordCount: 400,
  leads: h2.map((heading) => ({ heading, level: 2, text: LEAD })),
  questions: 0,
  codeBlocks: 0,
  orderedItems: 0,
  ...rest,
  evidence: { ...NO_EVIDENCE, ...evidence },
})

const typed = (parts: Parts): string => {
  const { type, typeSource } = pageTypeOf(pageWith(parts))
  return `${type} by ${typeSource}`
}

const POST = { ogType: 'article', publishedAt: '2026-04-02T00:00:00.000Z' }
const LIST = { linkedHeadings: 8, linkShare: 0.4 }
const ENTRIES = [
  'Gyokuro',
  'Kukicha',
  'Bancha',
  'Genmaicha',
  'Hojicha',
  'Matcha',
  'Shincha',
  'Aracha',
]

it('pageTypeOf takes a letter in an archive for no list, and the archive itself for one', () => {
  expect(typed({ path: '/archiv/letter-to-all', wordCount: 80 })).toBe('other by dom')
  expect(typed({ path: '/archiv/', wordCount: 80 })).toBe('listing by path')
  expect(typed({ path: '/tags/oolong', wordCount: 80 })).toBe('listing by path')
})

describe('pageTypeOf, of a recipe wherever it stands', () => {
  it.each([
    [['Ingredients', 'Method']],
    [['Zutaten', 'Zeit', 'ZUBEREITUNG']],
    [['Ingredientes', 'Preparación']],
    [['Ingrédients (4 personnes)', 'Préparation']],
    [['Ingrediënten', 'Bereiding']],
    [['Składniki', 'Sposób przygotowania']],
    [['Ingredienser', 'Gör så här']],
    [['材料（2人分）', '作り方']],
    [['食材', '做法']],
    [['재료', '만드는 법']],
    [['Malzemeler', 'Yapılışı']],
  ])('takes %j for one, also in a journal', (h2) => {
    expect(typed({ h2 })).toBe('recipe by dom')
    expect(typed({ ...POST, h2, author: 'Ann' })).toBe('recipe by dom')
  })

  it('takes measured ingredients for one', () => {
    const text = '200 g flour, 3 tbsp sugar, 1 tsp salt'
    expect(typed({ leads: [{ heading: 'Ingredients', level: 2, text }] })).toBe('recipe by dom')
  })

  it.each([
    [{ h2: ['Ingredients', 'Our farms'] }, 'other by dom'],
    [{ h2: ['Method', 'Results'] }, 'other by dom'],
    [{ h2: ['Ingredients', 'Directions'], evidence: { isPriced: true } }, 'product by dom'],
  ])('takes %j for none', (parts, type) => {
    expect(typed(parts)).toBe(type)
  })
})

describe('pageTypeOf, in a folder of recipes', () => {
  const path = '/recipes/tea-cake/'

  it('needs ingredients, amounts or steps', () => {
    expect(typed({ path })).toBe('other by dom')
    expect(typed({ path, h2: ['Ingredients'] })).toBe('recipe by path')
    expect(typed({ path, orderedItems: 4 })).toBe('recipe by path')
    const text = '2 cups of flour, 20 g of butter, 1 tsp of tea'
    const prose = 'En el mar y el puerto, el viejo cuenta el cuento'
    expect(typed({ path, leads: [{ heading: '', level: 0, text: prose }] })).toBe('other by dom')
    expect(typed({ path, leads: [{ heading: '', level: 0, text }] })).toBe('recipe by path')
  })
})

describe('pageTypeOf, by statements', () => {
  it.each([
    [['WebPage', 'NewsArticle'], 'article by jsonld'],
    [['https://schema.org/Product', 'BreadcrumbList'], 'product by jsonld'],
    [['FAQPage', 'Product'], 'product by jsonld'],
    [['FAQPage', 'BlogPosting', 'Person'], 'article by jsonld'],
    [['OfferCatalog', 'Product'], 'category by jsonld'],
    [['LocalBusiness', 'OfferCatalog', 'Offer'], 'other by dom'],
    [['CollectionPage', 'Product'], 'category by jsonld'],
    [['CollectionPage', 'BlogPosting'], 'listing by jsonld'],
    [['SearchResultsPage'], 'listing by jsonld'],
    [['TechArticle', 'Article'], 'docs by jsonld'],
    [['MusicEvent'], 'event by jsonld'],
    [['HowTo'], 'howto by jsonld'],
    [['Recipe', 'Article'], 'recipe by jsonld'],
    [['Organization', 'WebSite', 'constructor'], 'other by dom'],
  ])('reads the JSON-LD types %j as %s', (jsonLdTypes, expected) => {
    expect(typed({ jsonLdTypes })).toBe(expected)
  })

  it('needs questions for a page of them', () => {
    const jsonLdTypes = ['http://schema.org/FAQPage']
    expect(typed({ jsonLdTypes, questions: 2 })).toBe('faq by jsonld')
    expect(typed({ jsonLdTypes, questions: 0 })).toBe('other by dom')
    expect(typed({ path: '/faq#shipping', questions: 2 })).toBe('faq by path')
    expect(typed({ path: '/docs/faq.html', questions: 2 })).toBe('faq by path')
    expect(typed({ path: '/faq' })).toBe('other by dom')
  })

  it('takes a start page for one, whatever its parts are', () => {
    expect(typed({ path: '/', jsonLdTypes: ['FAQPage'], questions: 4 })).toBe('landing by path')
    expect(typed({ path: '/en/', jsonLdTypes: ['CollectionPage'] })).toBe('landing by path')
    expect(typed({ path: '/', evidence: LIST, h2: ENTRIES })).toBe('landing by path')
    expect(typed({ path: '/', jsonLdTypes: ['Product'] })).toBe('product by jsonld')
  })

  it('takes og:type article for one only with a date, or where articles stand', () => {
    expect(typed({ ogType: 'article' })).toBe('other by dom')
    expect(typed(POST)).toBe('article by og')
    expect(typed({ ogType: 'article', path: '/blog/first-flush' })).toBe('article by og')
    expect(typed({ ogType: 'article', path: '/2026/04/first-flush' })).toBe('article by og')
    expect(typed({ ogType: 'article', codeBlocks: 3 })).toBe('docs by dom')
    expect(typed({ ...POST, wordCount: 9 })).toBe('other by dom')
  })

  it.each(['website', 'constructor', 'product'])('hears no type in og:type %s alone', (ogType) => {
    expect(typed({ ogType })).toBe('other by dom')
  })
})

describe('pageTypeOf, by the path', () => {
  it.each([
    ['/', 'landing'],
    ['', 'landing'],
    ['/index.html', 'landing'],
    ['/en-gb/', 'landing'],
    ['/zh-hant/', 'landing'],
    ['/docs/start', 'docs'],
    ['/docs/reference/tags', 'docs'],
    ['/de/guide/install.html', 'docs'],
    ['/blog/2026/my-faq', 'article'],
    ['/2026/11/tea-at-noon', 'article'],
    ['/uji/2026/11/02/tea-at-noon.html', 'article'],
    ['/blog', 'listing'],
    ['/news.html', 'listing'],
    ['/en/tags/oolong/', 'listing'],
    ['/blog/tags/oolong', 'listing'],
    ['/blog/page/6/', 'listing'],
    ['/page/2', 'listing'],
    ['/author/mei/page/3', 'listing'],
    ['/blog/author/mei', 'listing'],
    ['/2026/', 'listing'],
    ['/2026/11/', 'listing'],
    ['/news/archive.html', 'listing'],
    ['/pricing', 'pricing'],
    ['/en/Pricing/?plan=pro', 'pricing'],
    ['/company/impressum', 'legal'],
    ['/cookies-policy/', 'legal'],
    ['/es/politica-de-cookies', 'legal'],
    ['/tea-politica-privacidad/', 'legal'],
  ])('reads %s as %s', (path, expected) => {
    expect(typed({ path, wordCount: 200 })).toBe(`${expected} by path`)
  })

  it('takes a long text about a topic for no list', () => {
    const path = '/topics/tea-in-uji'
    expect(typed({ path, wordCount: 900 })).toBe('other by dom')
    expect(typed({ path, wordCount: 900, evidence: { linkedHeadings: 1 } })).toBe('listing by path')
  })

  it.each(['/to-do/', '/wp-json/', '/p/roadster', '/products', '/products/roadster', '/shop/pots'])(
    'says nothing by %s alone',
    (path) => {
      expect(typed({ path })).toBe('other by dom')
    },
  )

  it('says nothing of a file that was uploaded into a post', () => {
    expect(typed({ path: '/2026/11/tea/attachment/pot-2/', wordCount: 9 })).toBe('other by dom')
  })

  it('needs steps for instructions', () => {
    const path = '/how-to/brew-sencha'
    expect(typed({ path, orderedItems: 4 })).toBe('howto by path')
    expect(typed({ path })).toBe('other by dom')
  })
})

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
    const { publishedAt } = POST
    expect(typed({ publishedAt, author: 'Mei', codeBlocks: 5 })).toBe('article by dom')
    expect(typed({ publishedAt })).toBe('article by dom')
    expect(typed({ publishedAt, wordCount: 60 })).toBe('other by dom')
    expect(typed({ h1: 'Preise', evidence: { prices: 4 } })).toBe('pricing by dom')
    expect(typed({ h1: 'Datenschutzerklärung der Teehaus GmbH' })).toBe('legal by dom')
    expect(typed({ h1: 'What a privacy policy has to say about cookies, tea and guests' })).toBe(
      'other by dom',
    )
    expect(typed({ h1: 'Page not found', wordCount: 40, evidence: { cards: 9 } })).toBe(
      'other by dom',
    )
  })
})

describe('statedTypeOf', () => {
  it('says nothing where the page and its path do not', () => {
    expect(statedTypeOf(pageWith({ codeBlocks: 9 }))).toBeUndefined()
    expect(statedTypeOf(pageWith({ path: '/docs/start' }))?.type).toBe('docs')
  })
})
