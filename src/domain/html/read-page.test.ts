import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { body, read, sentence } from './testing/read-html.ts'

describe('an article', () => {
  const html = `<!doctype html><html lang="en_GB"><head>
<title> Tides &amp;\n time </title><meta name="description" content="About tides">
<link rel="canonical" href="/tides#top"><link rel="alternate" type="text/markdown" href="tides.md">
<link rel="alternate" hreflang="de" href="https://a.example/de/tides"><link rel=license href="/licence">
<meta property="og:type" content="article"><meta property="og:site_name" content="A"><meta property="og:image" content="/t.png">
<meta name="author" content="Somebody Else"><meta property="article:modified_time" content="2025-04-01">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"A"},
{"@type":["NewsArticle"],"headline":"Tides","author":[{"@type":"Person","name":"Jo Doe"},{"name":"Al"}],"datePublished":"2025-03-04T05:06:07+01:00"}]}</script>
<script type="application/ld+json">{"@type":}</script></head>
<body><header><nav><a href="/">Home</a><a href="/b/#c">B</a></nav><h2>Menu</h2></header>
<main><article><header><h1>Tides</h1><p class="byline">By Jo</p></header><p>${sentence}<a href="https://b.example/source" rel="nofollow">Source</a></p>
<h2 id="why">Why <b>they</b> come<a href="#why">#</a></h2><ul><li>Moon</li><li>Sun</li></ul><ol><li>Look</li></ol>
<table><tr><th>Place</th><td>Oban</td></tr></table><pre><code>a = 1
  b = 2</code></pre><img src=a alt="A"><img src=b><script>var text = "no"</script>
<aside>Read more</aside><div style="display: none">Hidden</div></article></main>
<footer><p>${sentence.repeat(3)}</p></footer></body></html>`
  const facts = read(html, { headers: { 'last-modified': 'Tue, 04 Mar 2025 05:06:07 GMT' } })

  it('has a name, a language and its own address', () => {
    expect(facts).toMatchObject({
      title: 'Tides & time',
      titles: 1,
      description: 'About tides',
      h1: 'Tides',
      language: 'en-GB',
      canonicalUrl: 'https://a.example/tides',
      isCanonicalAbsolute: false,
      canonicals: 1,
      markdownUrl: 'https://a.example/docs/tides.md',
      hreflang: [{ lang: 'de', url: 'https://a.example/de/tides' }],
      licenseUrl: 'https://a.example/licence',
      og: { type: 'article', title: null, siteName: 'A', imageUrl: 'https://a.example/t.png' },
    })
  })

  it('has an author and dates, from the best source', () => {
    expect(facts).toMatchObject({
      author: 'Jo Doe, Al',
      authorSource: 'jsonld',
      publishedAt: '2025-03-04T04:06:07.000Z',
      modifiedAt: '2025-04-01T00:00:00.000Z',
      modifiedSource: 'meta',
    })
    expect(facts.jsonLd.types).toEqual(['WebSite', 'NewsArticle'])
    expect(facts.jsonLd.errors).toHaveLength(1)
    expect(facts.jsonLd.blocks).toHaveLength(1)
  })

  it('has its text under its headings, without what surrounds it', () => {
    expect(facts.sections).toEqual([
      { heading: 'Tides', level: 1, id: null, text: `By Jo\n${sentence}Source` },
      {
        heading: 'Why they come',
        level: 2,
        id: 'why',
        text: 'Moon\nSun\nLook\nPlace Oban\na = 1\n  b = 2',
      },
    ])
    expect(facts.mainText).toBe(
      `Tides\nBy Jo\n${sentence}Source\n\nWhy they come\nMoon\nSun\nLook\nPlace Oban\na = 1\n  b = 2`,
    )
    expect(facts.contentHash).toBe(createHash('sha256').update(facts.mainText).digest('hex'))
    expect(facts.headings).toEqual([
      { level: 2, text: 'Menu', id: null },
      { level: 1, text: 'Tides', id: null },
      { level: 2, text: 'Why they come', id: 'why' },
    ])
  })

  it('has counts of what is in the text', () => {
    expect(facts).toMatchObject({
      lists: 2,
      orderedItems: 1,
      tables: 1,
      codeBlocks: 1,
      images: 2,
      imagesWithAlt: 1,
      outboundLinks: 1,
      hasLandmark: true,
      isShell: false,
      htmlBytes: Buffer.byteLength(html),
    })
    expect(facts.wordCount).toBe(31)
    expect(facts.textStart).toBeGreaterThan(0)
    expect(facts.textStart).toBeLessThan(0.1)
  })

  it('has links, each once and without fragment', () => {
    expect(facts.links.map(({ url, isNofollow }) => [url, isNofollow])).toEqual([
      ['https://a.example/', false],
      ['https://a.example/b/', false],
      ['https://b.example/source', true],
    ])
    expect(facts.links[2]).toMatchObject({ text: 'Source', rel: 'nofollow' })
  })
})

describe('main text', () => {
  it('without landmarks is where the paragraphs are', () => {
    const menu = Array.from(
      { length: 200 },
      (_, i) => `<li><a href="/${i}">Entry number ${i} of a menu</a></li>`,
    )
    const facts = read(
      body(`<div class="top"><ul>${menu.join('')}</ul></div>
<div id="page"><div class="content"><h1>Tides</h1><div><p>${sentence.repeat(3)}</p></div><div><p>${sentence.repeat(3)}</p></div></div>
<div class="right"><p>A short teaser for something else entirely.</p></div></div>`),
    )
    expect(facts.mainText).toBe(`Tides\n${sentence.repeat(3).trim()}\n${sentence.repeat(3).trim()}`)
    expect(facts.links).toHaveLength(200)
    expect(facts.textStart).toBeGreaterThan(0.5)
    expect(facts.hasLandmark).toBe(false)
  })

  it('of a list of links is that list', () => {
    const facts = read(
      body(
        '<nav><a href=/>x</a></nav><main><ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul></main>',
      ),
    )
    expect(facts.mainText).toBe('One\nTwo')
  })

  it.each([
    '<div id="onetrust-banner-sdk"><p>We value your privacy and use small files.</p></div>',
    '<div class="cookie-banner"><p>This site sets cookies to make it better.</p></div>',
    '<div role="dialog"><p>Subscribe to our letter, it comes every week.</p></div>',
    '<div class="sidebar"><p>Other things that we have written about.</p></div>',
    '<form><p>Your name and your address, please, and a comment.</p></form>',
    '<div hidden><p>Not to be seen by anybody who reads the page.</p></div>',
    '<div aria-hidden="true"><p>Not to be heard by anybody either, at all.</p></div>',
    '<noscript><p>Please switch on scripts to see this page as it is.</p></noscript>',
    '<template><p>A template for something that is not there yet.</p></template>',
  ])('leaves out %s', (extra) => {
    const text = `<h1>Tides</h1><p>${sentence.repeat(2)}</p>`
    expect(read(body(extra + text)).mainText).toBe(`Tides\n${sentence.repeat(2).trim()}`)
    expect(read(body(`<main>${text}${extra}</main>`)).mainText).toBe(
      `Tides\n${sentence.repeat(2).trim()}`,
    )
  })

  it.each([
    ['<form id="aspnetForm">', '</form>'],
    ['<div class="with sidebar">', '</div>'],
    ['<div class="recipe-cookies">', '</div>'],
  ])('stays inside %s', (open, close) => {
    expect(read(body(`${open}<h1>Cookies</h1><p>${sentence}</p>${close}`)).mainText).toBe(
      `Cookies\n${sentence.trim()}`,
    )
  })

  it('counts words of every script', () => {
    const words = (text: string) => read(body(`<main>${text}</main>`)).wordCount
    expect(words("It’s a well-known rock’n’roll song, isn't it?")).toBe(8)
    expect(words('潮汐は月の引力で起こる。')).toBe(11)
    expect(words('Höhe über dem Meer – 3 m')).toBe(6)
    expect(words('Прилив и отлив')).toBe(3)
    expect(words('น้ำขึ้นน้ำลง')).toBeGreaterThan(1)
    expect(words('👍 ok')).toBe(1)
  })

  it('knows what may not be quoted', () => {
    expect(
      read(body(`<main><div data-nosnippet><p>${sentence}</p></div></main>`)).nosnippetShare,
    ).toBe(1)
    expect(read(body(`<main><p>${sentence}</p></main>`)).nosnippetShare).toBe(0)
  })
})

describe('a page that scripts would make', () => {
  it.each([
    ['<div id="root"></div><script src=/a.js></script>', true],
    ['<div id="__next"><p>Loading…</p></div><noscript>You need scripts.</noscript>', true],
    ['<app-root></app-root>', true],
    [`<div id="root"><main><p>${sentence.repeat(5)}</p></main></div>`, false],
    ['<p>Short page.</p>', false],
    ['', false],
  ])('is told by its empty root: %s', (html, isShell) => {
    expect(read(body(html)).isShell).toBe(isShell)
  })
})
