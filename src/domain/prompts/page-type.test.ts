import { describe, expect, it } from 'vitest'
import { statedTypeOf } from './page-type.ts'
import { ENTRIES, LIST, pageWith, POST, typed } from './testing/typed-page.ts'

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

  it('takes a chapter that a blog’s generator calls a post for documentation', () => {
    const jsonLdTypes = ['BlogPosting']
    expect(typed({ jsonLdTypes, path: '/docs/sencha' })).toBe('docs by path')
    expect(typed({ jsonLdTypes, path: '/tea/sencha' })).toBe('article by jsonld')
  })

  it('needs questions for a page of them', () => {
    const jsonLdTypes = ['http://schema.org/FAQPage']
    expect(typed({ jsonLdTypes, questions: 2 })).toBe('faq by jsonld')
    expect(typed({ jsonLdTypes, questions: 0 })).toBe('other by dom')
    expect(typed({ path: '/faq#shipping', questions: 2 })).toBe('faq by path')
    expect(typed({ path: '/docs/faq.html', questions: 2 })).toBe('faq by path')
    expect(typed({ path: '/faq' })).toBe('other by dom')
    expect(typed({ jsonLdTypes, questions: 1, h1: 'What is sencha?' })).toBe('faq by jsonld')
    expect(typed({ jsonLdTypes, questions: 1 })).toBe('other by dom')
    const evidence = { linkShare: 0.9 }
    expect(typed({ path: '/faq', evidence })).toBe('listing by dom')
    expect(typed({ path: '/faq', evidence, questions: 4 })).toBe('faq by path')
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

  it('takes a post for one whose own words stand above the headings of others', () => {
    const cards = ENTRIES.map((heading) => ({ heading, level: 2, text: '' }))
    const own = { heading: 'Sencha', level: 2, text: 'Steamed and rolled. '.repeat(12) }
    const parts = { ...POST, evidence: LIST }
    expect(typed({ ...parts, leads: [own, ...cards] })).toBe('article by og')
    expect(typed({ ...parts, leads: [{ ...own, text: 'Steamed.' }, ...cards] })).toBe(
      'listing by dom',
    )
    expect(typed({ ...parts, publishedAt: null, leads: [own, ...cards] })).toBe('listing by dom')
    expect(typed({ ...parts, leads: [...cards, own] })).toBe('listing by dom')
  })

  it.each(['website', 'constructor', 'product'])('hears no type in og:type %s alone', (ogType) => {
    expect(typed({ ogType })).toBe('other by dom')
  })
})

describe('pageTypeOf, by the path', () => {
  it('takes a page in a folder of members for a profile where it is called by a name', () => {
    const named = { path: '/medlemmar/ada-ferris/', title: 'Ada Ferris - Tea', h1: null }
    expect(typed({ ...named, ...POST })).toBe('profile by path')
    expect(typed({ ...named, path: '/team/' })).toBe('other by dom')
    expect(typed({ path: '/team/rules', title: 'Our rules', h1: 'Our rules' })).toBe('other by dom')
  })

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

describe('statedTypeOf', () => {
  it('says nothing where the page and its path do not', () => {
    expect(statedTypeOf(pageWith({ codeBlocks: 9 }))).toBeUndefined()
    expect(statedTypeOf(pageWith({ path: '/docs/start' }))?.type).toBe('docs')
  })
})

describe('pageTypeOf, of a page that states questions and answers', () => {
  const stated = { jsonLdTypes: ['Service', 'FAQPage'], questions: 3 }

  it.each([
    [{ ...stated, h2: ENTRIES }, 'other by dom'],
    [{ ...stated, h2: ['How long?', 'Which cup?', 'Our teas'] }, 'faq by jsonld'],
    [{ ...stated, h2: ENTRIES, title: 'Frequently asked questions' }, 'faq by jsonld'],
    [{ ...stated, h2: ENTRIES, path: '/help/faq/' }, 'faq by jsonld'],
    [{ ...stated, h2: ENTRIES, h1: 'What is sencha?' }, 'faq by jsonld'],
    [stated, 'faq by jsonld'],
  ])('goes by what most of it is: %j', (parts, type) => {
    expect(typed(parts)).toBe(type)
  })
})

describe('pageTypeOf, in a folder of profiles', () => {
  it.each([
    [{ path: '/people/ada-ferris' }, 'profile by path'],
    [{ path: '/guide/profiles.html' }, 'docs by path'],
    [{ path: '/app/profiles.html' }, 'other by dom'],
    [{ path: '/profiles/export', evidence: { isManual: true } }, 'docs by dom'],
  ])('takes %j for %s', (parts, type) => {
    expect(typed(parts)).toBe(type)
  })
})
