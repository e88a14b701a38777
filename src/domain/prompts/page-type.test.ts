import { describe, expect, it } from 'vitest'
import { pageTypeOf, type PageTypeSignals } from './page-type.ts'

const page = (
  over: Partial<PageTypeSignals> & { dom?: Partial<PageTypeSignals['signals']> } = {},
) => {
  const { dom, ...rest } = over
  const { type, typeSource } = pageTypeOf({
    jsonLdTypes: [],
    ogType: null,
    path: '/some/thing',
    ...rest,
    signals: {
      codeBlocks: 0,
      pricePattern: false,
      questionHeadings: 0,
      orderedSteps: false,
      ...dom,
    },
  })
  return `${type} by ${typeSource}`
}

describe('pageTypeOf', () => {
  it.each([
    [['WebPage', 'NewsArticle'], 'article by jsonld'],
    [['https://schema.org/Product', 'BreadcrumbList'], 'product by jsonld'],
    [['http://schema.org/FAQPage'], 'faq by jsonld'],
    [['FAQPage', 'Product'], 'product by jsonld'],
    [['FAQPage', 'BlogPosting', 'Person'], 'article by jsonld'],
    [['OfferCatalog', 'Product'], 'category by jsonld'],
    [['CollectionPage', 'BlogPosting'], 'listing by jsonld'],
    [['SearchResultsPage'], 'listing by jsonld'],
    [['TechArticle', 'Article'], 'docs by jsonld'],
    [['MusicEvent'], 'event by jsonld'],
    [['HowTo'], 'howto by jsonld'],
    [['Recipe', 'Article'], 'recipe by jsonld'],
    [['Organization', 'WebSite', 'constructor'], 'other by dom'],
  ])('reads the JSON-LD types %j as %s', (jsonLdTypes, expected) => {
    expect(page({ jsonLdTypes })).toBe(expected)
  })

  it.each([
    ['article', 'article by og'],
    [' Product ', 'product by og'],
    ['website', 'other by dom'],
    ['constructor', 'other by dom'],
  ])('reads og:type %j as %s', (ogType, expected) => {
    expect(page({ ogType })).toBe(expected)
  })

  it.each([
    ['/', 'landing'],
    ['', 'landing'],
    ['/index.html', 'landing'],
    ['/en-gb/', 'landing'],
    ['/docs/start', 'docs'],
    ['/de/guide/install.html', 'docs'],
    ['/blog/2026/my-faq', 'article'],
    ['/blog', 'listing'],
    ['/en/tags/oolong/', 'listing'],
    ['/shop/teapots', 'category'],
    ['/2026/11/tea-at-noon', 'article'],
    ['/pricing', 'pricing'],
    ['/en/Pricing/?plan=pro', 'pricing'],
    ['/p/roadster', 'product'],
    ['/products', 'category'],
    ['/products/roadster', 'product'],
    ['/faq#shipping', 'faq'],
    ['/company/impressum', 'legal'],
    ['/how-to/tie-a-knot', 'howto'],
  ])('reads the path %s as %s', (path, expected) => {
    expect(page({ path })).toBe(`${expected} by path`)
  })

  it.each([
    [{ codeBlocks: 3, orderedSteps: true }, 'docs by dom'],
    [{ codeBlocks: 2, questionHeadings: 3, pricePattern: true }, 'faq by dom'],
    [{ orderedSteps: true, pricePattern: true }, 'howto by dom'],
    [{ pricePattern: true }, 'product by dom'],
    [{}, 'other by dom'],
  ])('reads the content %j as %s', (dom, expected) => {
    expect(page({ dom })).toBe(expected)
  })

  it('trusts the page more than its path, and its path more than its content', () => {
    const dom = { codeBlocks: 9 }
    expect(page({ jsonLdTypes: ['Recipe'], ogType: 'article', path: '/faq', dom })).toBe(
      'recipe by jsonld',
    )
    expect(page({ ogType: 'article', path: '/faq', dom })).toBe('article by og')
    expect(page({ path: '/faq', dom })).toBe('faq by path')
    expect(page({ dom })).toBe('docs by dom')
  })
})
