import { describe, expect, it } from 'vitest'
import { pageWithBody, readHtml } from '../html/testing/read-html.ts'
import { pageTypeOf } from './page-type.ts'

/** Returns the type of a page, and where the type comes from. */
function typed(html: string, path = '/some/thing'): string {
  const url = `https://tea.example${path}`
  const { statedType: stated, isDated } = readHtml(html, { url })
  const { type, typeSource } = pageTypeOf({ path, stated, isDated })
  return `${type} by ${typeSource}`
}

const data = (...things: object[]): string =>
  `<script type="application/ld+json">${JSON.stringify(things)}</script>`
const DAY = '<meta property="article:published_time" content="2026-04-02">'
const OG = '<meta property="og:type" content="article">'
const CARD =
  '<article><header><time datetime="2026-04-02">2 April</time></header><h2>Tea</h2></article>'
const TEXT = '<h1>Tea</h1><p>The leaves are steamed.</p>'
const POST = { '@type': 'BlogPosting', headline: 'Tea', datePublished: '2026-04-02' }

describe('the type of a page, by what it states', () => {
  it.each([
    ['a post of its structured data', data(POST), 'article by jsonld'],
    [
      'no article for the microdata of a theme without a day',
      '<div itemscope itemtype="http://schema.org/Article"></div>',
      'other by dom',
    ],
    ['no list of posts', data(POST, { ...POST, headline: 'Mate' }), 'other by dom'],
    ['one post that two programs state', data(POST, POST), 'article by jsonld'],
    [
      'a recipe rather than the post that it is',
      data(POST, { '@type': ['Recipe', 'Thing'], name: 'Tea' }),
      'recipe by jsonld',
    ],
    [
      'nothing that a layout states of another page',
      data({ '@type': 'Event', name: 'Fair', url: 'https://tea.example/fair' }),
      'other by dom',
    ],
    [
      'an event at its own address, on another host of the site',
      data({ '@type': 'Event', name: 'Fair', url: 'https://www.tea.example/some/thing/' }),
      'event by jsonld',
    ],
    ['no questions for those at its end', data({ '@type': 'FAQPage' }), 'other by dom'],
    [
      'a product by microdata',
      '<div itemscope itemtype="http://schema.org/Product"></div>',
      'product by dom',
    ],
    [
      'no product for several',
      '<p itemscope itemtype="http://schema.org/Product"><p itemscope itemtype="http://schema.org/Product">',
      'other by dom',
    ],
    ['an article of Open Graph with a day', OG + DAY, 'article by og'],
    ['no article of Open Graph without one', OG, 'other by dom'],
    ['no article for the days of a list', `${OG}${CARD}${CARD}`, 'other by dom'],
    [
      'an entry of microformats with its day',
      '<div class="post h-entry"><time class="dt-published">May</time></div>',
      'article by dom',
    ],
    ['no entry without a day', '<div class="h-entry"></div>', 'other by dom'],
    [
      'documentation by the program that made it',
      '<meta name="docusaurus_tag" content="docs-default-current">',
      'docs by dom',
    ],
    ['no list for an error', '<title>404 Not found</title>', 'other by dom'],
  ])('is %s', (_, markup, expected) => {
    expect(typed(pageWithBody(markup + TEXT))).toBe(expected)
  })

  it('does not make a post of a start page', () => {
    expect(typed(pageWithBody(data(POST) + TEXT), '/')).toBe('landing by path')
    expect(typed(pageWithBody(TEXT), '/de/index.html')).toBe('landing by path')
  })
})

describe('the type of a page, by its path', () => {
  it.each([
    ['/tag/green', 'listing'],
    ['/blog/', 'listing'],
    ['/blog/page/2', 'listing'],
    ['/nyheter', 'listing'],
    ['/archives/green-tea', 'other'],
    ['/archives/', 'listing'],
    ['/tag/green/how-to-brew', 'other'],
    ['/author/jo', 'other'],
    ['/blog/green-tea', 'other'],
    ['/docs/brewing/green.html', 'docs'],
    ['/docs/tags/green', 'listing'],
    ['/tutorials/brew', 'howto'],
    ['/product-category/green', 'category'],
    ['/product/sencha', 'product'],
    ['/products/sencha', 'other'],
    ['/faq', 'faq'],
    ['/preise', 'pricing'],
    ['/privacy-policy', 'legal'],
    ['/policies/refunds', 'legal'],
    ['/cookie-policy-eu', 'legal'],
    ['/blog/how-we-wrote-our-privacy-policy', 'other'],
    ['/2018/06/17/tea/attachment/12', 'other'],
    [`/${'a/'.repeat(5_000)}`, 'other'],
  ])('of %s is %s', (path, type) => {
    expect(typed(pageWithBody(TEXT), path).split(' ', 1)[0]).toBe(type)
  })

  it.each([
    ['/blog/green-tea', 'article'],
    ['/actualites/2026/the-vert', 'article'],
    ['/2026/04/green-tea', 'article'],
    ['/shop/green-tea', 'other'],
    ['/blog/', 'listing'],
  ])('of %s, with its day, is %s', (path, type) => {
    expect(typed(pageWithBody(DAY + TEXT), path).split(' ', 1)[0]).toBe(type)
  })
})
