import { describe, expect, it } from 'vitest'
import { pageWithBody, readHtml, SENTENCE } from './testing/read-html.ts'

describe('robots directives of a page', () => {
  it('are read from meta elements and from headers', () => {
    const { robots } = readHtml(
      '<meta name=robots content="NOINDEX , max-snippet: 50"><meta name=GPTBot content="none"><meta name=viewport content=noindex>',
      {
        headers: {
          'x-robots-tag': ['bingbot: nosnippet, noindex', 'unavailable_after: 2025-01-01'],
        },
      },
    )
    expect(robots).toMatchObject({
      meta: ['robots: noindex, max-snippet:50', 'gptbot: none'],
      header: ['bingbot: nosnippet, noindex', 'robots: unavailable_after:2025-01-01'],
      isNoindex: true,
      isNofollow: false,
      isNosnippet: false,
      maxSnippet: 50,
      noindexBots: ['gptbot', 'bingbot'],
      nosnippetBots: ['bingbot'],
    })
  })

  it('apply to all bots only when all are addressed', () => {
    const facts = readHtml('<p>x', { headers: { 'x-robots-tag': 'googlebot: noindex' } })
    expect(facts.isNoindex).toBe(false)
    expect(readHtml('<p>x', { headers: { 'x-robots-tag': 'nofollow, noindex' } })).toMatchObject({
      isNoindex: true,
      isNofollow: true,
    })
  })
})

describe('the encoding of a page', () => {
  const text = (bytes: Uint8Array, contentType: string | null = null) => {
    const { title, charset, charsetSource } = readHtml(bytes, { contentType })
    return [title, charset, charsetSource]
  }
  const sjis = Buffer.concat([
    Buffer.from('<meta charset="Shift_JIS"><title>'),
    Buffer.from([0x92, 0xaa, 0x8e, 0xac]),
    Buffer.from('</title>'),
  ])
  const latin = Buffer.from('<title>Caf\xe9</title>', 'latin1')

  it('is taken from the header, the markup or the byte order mark', () => {
    expect(text(latin, 'text/html; charset=ISO-8859-1')).toEqual(['Café', 'windows-1252', 'header'])
    expect(text(sjis)).toEqual(['潮汐', 'shift_jis', 'meta'])
    expect(text(Buffer.from('\uFEFF<title>é</title>'), 'text/html; charset=latin1')).toEqual([
      'é',
      'utf-8',
      'bom',
    ])
    expect(text(Buffer.from('\uFEFF<title>é</title>', 'utf16le'))).toEqual(['é', 'utf-16le', 'bom'])
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><title>'
    expect(text(Buffer.concat([Buffer.from(old), Buffer.from([0xcd, 0xcf, 0xd2, 0xc5])]))).toEqual([
      'море',
      'koi8-r',
      'meta',
    ])
  })

  it('is UTF-8 when unknown, with U+FFFD for invalid bytes, unless no character is that', () => {
    const broken = Buffer.concat([
      Buffer.from('<title>é'),
      Buffer.from([0xe9]),
      Buffer.from('</title>'),
    ])
    expect(text(broken)).toEqual(['é\uFFFD', 'utf-8', 'default'])
    expect(text(latin, 'text/html; charset=klingon')).toEqual(['Café', 'windows-1252', 'default'])
    expect(text(Buffer.from('<!-- <meta charset=koi8-r> --><title>é'))[1]).toBe('utf-8')
    expect(text(Buffer.from('<meta charset=utf-16><title>é'))).toEqual(['é', 'utf-8', 'meta'])
  })

  /** A title in bytes, behind markup in ASCII. */
  const titled = (bytes: readonly number[], before = ''): Buffer =>
    Buffer.concat([Buffer.from(`${before}<title>`), Buffer.from(bytes), Buffer.from('</title>')])

  it.each([
    ['windows-1252', [0x49, 0x74, 0x92, 0x73, 0x80, 0x85, 0x8e, 0x9f, 0xe9], 'It’s€…ŽŸé'],
    ['ISO-8859-1', [0x93, 0x61, 0x94, 0x96, 0x62], '“a”–b'],
    ['us-ascii', [0x82, 0x61, 0x97, 0x99], '‚a—™'],
    ['"Latin1"', [0x8a, 0x9a, 0x9c, 0xfc], 'Ššœü'],
    ['cp1252', [0x95, 0x8c], '•Œ'],
    ['iso-8859-9', [0x80, 0xfd, 0xfe], '€ış'],
    ['iso-8859-15', [0xa4, 0xbd], '€œ'],
    ['iso-8859-16', [0xa4, 0xba, 0xfe], '€șț'],
    ['windows-1251', [0xcc, 0xee, 0xf0, 0xe5], 'Море'],
    ['windows-1255', [0xca, 0xe0], '\u05BAא'],
    ['koi8-u', [0xae, 0xa4], 'ўє'],
    ['gb2312', [0xa2, 0xe3, 0xba, 0xa3], '€海'],
    ['big5', [0x9d, 0xb1, 0xae, 0xfc, 0xf9, 0xd8], '𨭬海裏'],
    ['euc-kr', [0xb9, 0xd9, 0x94, 0xee, 0x8c, 0x63], '바뷁똠'],
    ['x-sjis', [0x8a, 0x43, 0xb1], '海ｱ'],
  ])('%s is read as browsers read it', (label, bytes, title) => {
    const name = label.replaceAll('"', '')
    expect(text(titled(bytes), `text/html; charset=${label}`)[0]).toBe(title)
    expect(text(titled(bytes, `<meta charset="${name}">`))[0]).toBe(title)
    expect(text(titled(bytes, `<?xml version="1.0" encoding='${name}'?>`))[0]).toBe(title)
  })

  it('does not count where the bytes say otherwise', () => {
    const said = (label: string) => `text/html; charset=${label}`
    const cut = Buffer.from('<title>harbour “Übersee”</title>x“').subarray(0, -1)
    for (const label of ['windows-1252', 'latin1', 'iso-8859-15', 'windows-1251']) {
      expect(text(cut, said(label)), label).toEqual(['harbour “Übersee”', 'utf-8', 'header'])
    }
    const wide = '<!doctype html><title>Größe</title>'
    expect(text(Buffer.from(wide, 'utf16le'))).toEqual(['Größe', 'utf-16le', 'bytes'])
    expect(text(Buffer.from(wide, 'utf16le').swap16(), said('utf-8'))).toEqual([
      'Größe',
      'utf-16be',
      'bytes',
    ])
    expect(text(Buffer.from(wide), said('utf-16'))).toEqual(['Größe', 'utf-8', 'default'])
    // The header comes before the markup, and a mark before both.
    const both = titled([0xe9], '<meta charset="koi8-r">')
    expect(text(both, said('windows-1252'))).toEqual(['é', 'windows-1252', 'header'])
  })
})

describe('addresses of a page', () => {
  it('are resolved against its base, and only http(s) is kept', () => {
    const { links, canonicalUrl } = readHtml(
      `<base href="/base/"><link rel=canonical href="javascript:1"><a href="x">1</a><a href="//b.example/y">2</a>
<a href="mailto:a@b">3</a><a href="javascript:x">4</a><a href="http://[">5</a><a href="?q=1#f">6</a><a href="/a/../b">7</a><a href=" /c ">8</a><a>9</a>
<div hidden><a href="/unfolds">10</a></div>`,
    )
    expect(links.map(({ url }) => url)).toEqual([
      'https://a.example/base/x',
      'https://b.example/y',
      'https://a.example/base/?q=1',
      'https://a.example/b',
      'https://a.example/c',
      'https://a.example/unfolds',
    ])
    expect(canonicalUrl).toBeNull()
  })

  it('are those of its head and of the first base that has an address', () => {
    const written =
      '<link rel="canonical alternate" type="text/markdown" hreflang="de" href="/other">'
    const bases = '<base target="_blank"><base href="/docs/v3/"><base href="/late/">'
    const { canonicalUrl, markdownUrl, hreflang, links } = readHtml(
      `<head>${bases}<title>A</title></head><main><a href="next">next</a>${written}</main>`,
    )
    expect([canonicalUrl, markdownUrl, hreflang]).toEqual([null, null, []])
    expect(links.map(({ url }) => url)).toEqual(['https://a.example/docs/v3/next'])
    const inHead = readHtml(`<title>A</title>${written}<p>Text`)
    expect(inHead.canonicalUrl).toBe('https://a.example/other')
  })

  it.each([
    [' https://a.example/c', true],
    ['HTTP://a.example/c', true],
    ['//a.example/c', false],
    ['/c', false],
    ['https:c', false],
    ['?https://a.example/c', false],
    ['ftp://a.example/c', null],
    ['', null],
  ])('tell whether the canonical address %j is absolute: %j', (href, isWhole) => {
    const { isCanonicalAbsolute } = readHtml(`<link rel=canonical href="${href}">`)
    expect(isCanonicalAbsolute).toBe(isWhole)
    const link = `<${href}>; rel=canonical`
    expect(readHtml('<p>x', { headers: { link } }).isCanonicalAbsolute).toBe(isWhole)
  })

  it('are also read from the Link header', () => {
    const link =
      '<https://a.example/c,d>; rel="canonical", </p.md>; rel=alternate; type="text/markdown"'
    expect(readHtml('<p>x', { headers: { link } })).toMatchObject({
      canonicalUrl: 'https://a.example/c,d',
      canonicalHeaderUrl: 'https://a.example/c,d',
      isCanonicalAbsolute: true,
      canonicals: 0,
      markdownUrl: 'https://a.example/p.md',
    })
  })
})

describe('authorship of a page', () => {
  it.each([
    ['<meta name=author content="Jo Doe">', 'Jo Doe', 'meta'],
    ['<p>By <a rel="author" href=/jo>Jo Doe</a>', 'Jo Doe', 'link'],
    ['<span class="post byline">By Jo Doe</span>', 'Jo Doe', 'byline'],
    ['<span itemprop=author>Jo Doe</span>', 'Jo Doe', 'byline'],
    [
      '<script type="application/ld+json"><!-- {"@type":"Article","author":"Jo Doe"} --></script>',
      'Jo Doe',
      'jsonld',
    ],
    [`<p class=author>${SENTENCE.repeat(3)}`, null, null],
  ])('names the author in %s', (html, author, authorSource) => {
    expect(readHtml(html)).toMatchObject({ author, authorSource })
  })

  it('takes the date of the article header, not that of a comment', () => {
    const time = '<time datetime="2025-03-04">4 March</time>'
    expect(
      readHtml(pageWithBody(`<article><header>${time}</header><p>x</article>`)).publishedAt,
    ).toBe('2025-03-04T00:00:00.000Z')
    expect(readHtml(pageWithBody(`<article><p>x ${time}</article>`)).publishedAt).toBeNull()
  })

  it('comes with the type of the product that the page is about', () => {
    const product = {
      '@type': 'https://schema.org/Product',
      name: 'Lamp',
      offers: { '@type': 'Offer', price: 9 },
    }
    expect(
      readHtml(`<script type="application/ld+json">${JSON.stringify([product])}</script>`).jsonLd,
    ).toMatchObject({
      types: ['Product'],
      blocks: [[product]],
    })
  })
})
