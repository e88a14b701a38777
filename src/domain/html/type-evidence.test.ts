import { describe, expect, it } from 'vitest'
import { pageKind } from '../ai-score/check-input.ts'
import { readHtml, pageWithBody, SENTENCE } from './testing/read-html.ts'

const URL_OF_PAGE = 'https://pots.example/some/page'
const PROSE = `<p>${SENTENCE.repeat(8)}</p>`

const evidenceOf = (body: string, url = URL_OF_PAGE) =>
  readHtml(pageWithBody(`<main>${body}</main>`), { url }).typeEvidence

const kindOf = (body: string, { url = URL_OF_PAGE, head = '' } = {}) =>
  pageKind(
    readHtml(
      `<!doctype html><html lang="en"><head>${head}</head><body><main>${body}</main></body>`,
      {
        url,
      },
    ),
    url,
  )

const entry = (i: number): string =>
  `<article><h2><a href="/notes/${i}">Note ${i}</a></h2><p>${SENTENCE}…</p></article>`
const entries = (of: (i: number) => string, count: number): string =>
  Array.from({ length: count }, (_, i) => of(i)).join('')

describe('readTypeEvidence', () => {
  it('finds the heading of a card that is one link, however deep', () => {
    const card = (i: number): string =>
      `<a href="/notes/${i}"><div><div><div><h5>Note ${i}</h5></div></div></div></a>`
    expect(evidenceOf(entries(card, 4))).toMatchObject({ linkedHeadings: 4 })
  })

  it('takes no tiles for cards that lead to no page', () => {
    const tile = (href: string) => `<article><h3>Call</h3><a href="${href}">us</a></article>`
    expect(evidenceOf(entries(() => tile('tel:+4930'), 3)).cards).toBe(0)
    expect(evidenceOf(entries((i) => tile(`/notes/${i}`), 3)).cards).toBe(3)
  })

  it('finds an offer by a price and what buys, in many languages', () => {
    for (const label of [
      'Add to cart',
      'Buy now',
      'In den Warenkorb',
      'Añadir al carrito',
      'Ajouter au panier',
      'Adicionar ao carrinho',
      'カートに入れる',
      '加入购物车',
      'In winkelwagen',
      'Dodaj do koszyka',
      'Lägg i varukorgen',
      '장바구니 담기',
      'Sepete ekle',
    ]) {
      const button = `<button type="submit"><span>${label}</span></button>`
      expect(kindOf(`<h1>Iron pot</h1><p>€ 39</p>${PROSE}${button}`), label).toBe('product')
    }
    const link = '<a href="/basket/add?id=3">Take it</a>'
    expect(kindOf(`<h1>Iron pot</h1><p>39 €</p>${PROSE}${link}`)).toBe('product')
    const form = '<form action="/cart/add"><input type="submit" value="OK"></form>'
    expect(kindOf(`<h1>Iron pot</h1><p>39 €</p>${PROSE}${form}`)).toBe('product')
    const value = '<input type="submit" value="Comprar ahora">'
    expect(kindOf(`<h1>Iron pot</h1><p>39 €</p>${PROSE}${value}`)).toBe('product')
  })

  it('takes a price that the page states for its own', () => {
    const head = '<meta property="product:price:amount" content="39">'
    expect(kindOf(`<h1>Iron pot</h1>${PROSE}`, { head })).toBe('product')
    const offer = '<span itemprop="price" content="39">39</span>'
    expect(kindOf(`<h1>Iron pot</h1>${offer}${PROSE}`)).toBe('product')
  })

  it.each([
    `<p>Let $1 + $2 = $3 be the sum, and $1x$ the first of them.</p>${PROSE}`,
    `<p>awk '{print $6,$1,$2,$15}'</p><button>Add to cart</button>${PROSE}`,
    `<pre>SELECT add_pot($1, $2)</pre>${PROSE}`,
    `<p>The pots were sold for $40,000 in 1911, and people still buy now and then.</p>${PROSE}`,
    `<p>In den Warenkorb gehört, was 39 € kostet.</p>${PROSE}`,
  ])('takes no amount alone for an offer: %s', (body) => {
    expect(kindOf(`<h1>On pots</h1>${body}`)).toBe('other')
  })

  it('tells a list of goods from a list of notes', () => {
    const goods = (i: number): string =>
      `<li><a href="/pots/${i}"><h3>Pot ${i}</h3></a><p>${i}9.00 €</p></li>`
    expect(kindOf(`<h1>Pots</h1><ul>${entries(goods, 6)}</ul>`)).toBe('category')
    expect(kindOf(`<h1>Notes</h1>${entries(entry, 6)}`)).toBe('listing')
    expect(
      kindOf(`<h1>Notes</h1>${entries(entry, 1)}`, { url: 'https://pots.example/tag/a/' }),
    ).toBe('listing')
    const head = '<meta property="og:type" content="article">'
    expect(kindOf(`<h1>Notes</h1>${entries(entry, 6)}`, { head })).toBe('listing')
  })

  it('counts what leads to other pages of the site', () => {
    const linked = (href: string) => `<h2><a href="${href}">A part</a></h2>${PROSE}`
    const count = (href: string) => evidenceOf(linked(href)).linkedHeadings
    expect(count('/other')).toBe(1)
    expect(count('https://www.pots.example/other')).toBe(1)
    expect(count('#part')).toBe(0)
    expect(count(`${URL_OF_PAGE}#part`)).toBe(0)
    expect(count('https://elsewhere.example/')).toBe(0)
    const tags = ['dip', 'soup', 'vegan', 'quick'].map((tag) => `<a href="/tag/${tag}">${tag}</a>`)
    expect(evidenceOf(`<h3>1 May | ${tags.join(', ')}</h3>`).linkedHeadings).toBe(1)
    expect(evidenceOf('<a href="/b"><div><h3>Part</h3></div></a>').linkedHeadings).toBe(1)
    const items = '<li><a href="/a">One</a></li><li>Much about <a href="/b">two</a></li>'
    expect(evidenceOf(`<ul>${items}</ul>`)).toMatchObject({ linkedItems: 1 })
  })

  it('does not take a text with links, or with sources and contents, for a list or for steps', () => {
    const parts = (i: number): string => `<h2>Part ${i}</h2>${PROSE}`
    const link = (i: number): string => `<li><a href="/s/${i}">Source ${i}</a></li>`
    const contents = `<ol>${entries(link, 9)}</ol>`
    expect(kindOf(`<h1>On pots</h1>${contents}${entries(parts, 4)}`)).toBe('other')
    const step = (i: number): string => `<li>Pour ${i} cups of water into the pot.</li>`
    expect(kindOf(`<h1>On pots</h1><ol>${entries(step, 6)}</ol>`)).toBe('howto')
  })

  it('hears of programs that make documentation', () => {
    const head = (name: string, content: string) => `<meta name="${name}" content="${content}">`
    const kindBy = (name: string, content: string, more = '') =>
      kindOf(`<h1>On pots</h1>${PROSE}`, { head: head(name, content) + more })
    expect(kindBy('generator', 'VuePress 1.5.0')).toBe('docs')
    expect(kindBy('Generator', 'mkdocs-1.6')).toBe('docs')
    expect(kindBy('generator', 'WordPress 6.5')).toBe('other')
    const plain = head('docusaurus_tag', 'default')
    expect(kindBy('generator', 'Docusaurus v3.1', plain)).toBe('other')
    expect(kindBy('docusaurus_tag', 'docs-default-current')).toBe('docs')
  })

  it('reads a hostile page quickly', () => {
    const deep = `${'<article><a href="/x">$1 '.repeat(2_000)}${'</a></article>'.repeat(2_000)}`
    const wide = entries((i) => `<li><a href="/${i}">buy ${i} $9</a><button>Buy</button>`, 20_000)
    const began = performance.now()
    expect(evidenceOf(`<ul>${wide}</ul>`)).toMatchObject({ prices: 20, buys: 20 })
    expect(evidenceOf(deep).linkShare).toBeLessThanOrEqual(1)
    expect(performance.now() - began).toBeLessThan(4_000)
  })
})
