import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pageWithBody, readHtml, SENTENCE } from './testing/read-html.ts'

describe('readPage on an article', () => {
  const html = `<!doctype html><html lang="en_GB"><head>
<title> Tides &amp;\n time </title><meta name="description" content="About tides">
<link rel="canonical" href="/tides#top"><link rel="alternate" type="text/markdown" href="tides.md">
<link rel="alternate" hreflang="de" href="https://a.example/de/tides"><link rel=license href="/licence">
<meta property="og:type" content="article"><meta property="og:site_name" content="A"><meta property="og:image" content="/t.png">
<meta name="author" content="Somebody Else"><meta property="article:modified_time" content="2025-04-01">
<script type="Application/LD+JSON; charset=utf-8">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"A"},
{"@type":["NewsArticle"],"headline":"Tides","author":[{"@type":"Person","name":"Jo Doe"},{"name":"Al"}],"datePublished":"2025-03-04T05:06:07+01:00"}]}</script>
<script type="application/ld+json">{"@type":}</script></head>
<body><header><nav><a href="/">Home</a><a href="/b/#c">B</a></nav><h2>Menu</h2></header>
<main><article><header><h1>Tides</h1><p class="byline">By Jo</p></header><p>${SENTENCE}<a href="https://b.example/source" rel="nofollow">Source</a></p>
<h2 id="why">Why <b>they</b> come<a href="#why">#</a></h2><ul><li>Moon</li><li>Sun</li></ul><ol><li>Look</li></ol>
<table><tr><th>Place</th><td>Oban</td></tr></table><pre><code>a = 1
  b = 2</code></pre><img src=a alt="A"><img src=b><script>var text = "no"</script>
<aside>Ask us</aside><div style="display: none">Hidden</div></article></main>
<footer><p>${SENTENCE.repeat(3)}</p></footer></body></html>`
  const facts = readHtml(html, { headers: { 'last-modified': 'Tue, 04 Mar 2025 05:06:07 GMT' } })

  it('reads its title, its language and its canonical address', () => {
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

  it('reads author and dates from the best source', () => {
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

  it('reads the text under its headings, without boilerplate', () => {
    expect(facts.sections).toEqual([
      { heading: 'Tides', level: 1, id: null, text: `By Jo\n${SENTENCE}Source` },
      {
        heading: 'Why they come',
        level: 2,
        id: 'why',
        text: 'Moon\nSun\nLook\nPlace Oban\na = 1\n  b = 2\nAsk us',
      },
    ])
    expect(facts.mainText).toBe(
      `Tides\nBy Jo\n${SENTENCE}Source\n\nWhy they come\nMoon\nSun\nLook\nPlace Oban\na = 1\n  b = 2\nAsk us`,
    )
    expect(facts.contentHash).toBe(createHash('sha256').update(facts.mainText).digest('hex'))
    expect(facts.headings).toEqual([
      { level: 2, text: 'Menu', id: null },
      { level: 1, text: 'Tides', id: null },
      { level: 2, text: 'Why they come', id: 'why' },
    ])
  })

  it('counts the images, lists and tables of its text', () => {
    expect(facts).toMatchObject({
      lists: 2,
      tables: 1,
      images: 2,
      imagesWithAlt: 1,
      outboundLinks: 1,
      hasLandmark: true,
      isShell: false,
      htmlBytes: Buffer.byteLength(html),
    })
    expect(facts.wordCount).toBe(33)
    expect(facts.textStart).toBeGreaterThan(0)
    expect(facts.textStart).toBeLessThan(0.1)
  })

  it('reads its links, each once and without fragment', () => {
    expect(facts.links.map(({ url, isNofollow }) => [url, isNofollow])).toEqual([
      ['https://a.example/', false],
      ['https://a.example/b/', false],
      ['https://b.example/source', true],
    ])
    expect(facts.links[2]).toMatchObject({ text: 'Source', rel: 'nofollow' })
  })
})

describe('the main text of a page', () => {
  it('is where the paragraphs are, when there are no landmarks', () => {
    const menu = Array.from(
      { length: 200 },
      (_, i) => `<li><a href="/${i}">Entry number ${i} of a menu</a></li>`,
    )
    const facts = readHtml(
      pageWithBody(`<div class="top"><ul>${menu.join('')}</ul></div>
<div id="page"><div class="content"><h1>Tides</h1><div><p>${SENTENCE.repeat(3)}</p></div><div><p>${SENTENCE.repeat(3)}</p></div></div>
<div class="right"><p>A short teaser for something else entirely.</p></div></div>`),
    )
    expect(facts.mainText).toBe(`Tides\n${SENTENCE.repeat(3).trim()}\n${SENTENCE.repeat(3).trim()}`)
    expect(facts.links).toHaveLength(200)
    expect(facts.textStart).toBeGreaterThan(0.5)
    expect(facts.hasLandmark).toBe(false)
  })

  it('is the list itself on a page that is a list of links', () => {
    const facts = readHtml(
      pageWithBody(
        '<nav><a href=/>x</a></nav><main><ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul></main>',
      ),
    )
    expect(facts.mainText).toBe('One\nTwo')
  })

  it.each([
    '<div><p>This site sets cookies to make it better.</p><button>OK</button></div>',
    '<div role="dialog"><p>Subscribe to our letter, it comes every week.</p></div>',
    '<form><p>Your name and your address, please, and a comment.</p></form>',
    '<div hidden><p>Not to be seen by anybody who reads the page.</p></div>',
    '<div aria-hidden="true"><p>Not to be heard by anybody either, at all.</p></div>',
    '<noscript><p>Please switch on scripts to see this page as it is.</p></noscript>',
    '<template><p>A template for something that is not there yet.</p></template>',
  ])('leaves out %s', (extra) => {
    const text = `<h1>Tides</h1><p>${SENTENCE.repeat(2)}</p>`
    expect(readHtml(pageWithBody(extra + text)).mainText).toBe(
      `Tides\n${SENTENCE.repeat(2).trim()}`,
    )
    expect(readHtml(pageWithBody(`<main>${text}${extra}</main>`)).mainText).toBe(
      `Tides\n${SENTENCE.repeat(2).trim()}`,
    )
  })

  it.each([
    ['<form id="aspnetForm">', '</form>'],
    ['<div class="sidebar cookie-banner">', '</div>'],
  ])('stays inside %s', (open, close) => {
    expect(
      readHtml(pageWithBody(`${open}<h1>Cookies</h1><p>${SENTENCE}</p>${close}`)).mainText,
    ).toBe(`Cookies\n${SENTENCE.trim()}`)
  })

  it('has its words counted in every script', () => {
    const words = (text: string) => readHtml(pageWithBody(`<main>${text}</main>`)).wordCount
    expect(words("It’s a well-known rock’n’roll song, isn't it?")).toBe(8)
    expect(words('潮汐は月の引力で起こる。')).toBe(11)
    expect(words('Höhe über dem Meer – 3 m')).toBe(6)
    expect(words('Прилив и отлив')).toBe(3)
    expect(words('น้ำขึ้นน้ำลง')).toBeGreaterThan(1)
    expect(words('👍 ok')).toBe(1)
  })

  it('has its share that may not be quoted measured', () => {
    expect(
      readHtml(pageWithBody(`<main><div data-nosnippet><p>${SENTENCE}</p></div></main>`))
        .nosnippetShare,
    ).toBe(1)
    expect(readHtml(pageWithBody(`<main><p>${SENTENCE}</p></main>`)).nosnippetShare).toBe(0)
  })
})

describe('isShell of a page that scripts render', () => {
  it.each([
    ['<div id="root"></div><script src=/a.js></script>', true],
    ['<div id="__next"><p>Loading…</p></div><noscript>You need scripts.</noscript>', true],
    ['<app-root></app-root>', true],
    [`<div id="root"><main><p>${SENTENCE.repeat(5)}</p></main></div>`, false],
    ['<p>Short page.</p>', false],
    ['', false],
  ])('is told by the empty root element: %s', (html, isShell) => {
    expect(readHtml(pageWithBody(html)).isShell).toBe(isShell)
  })
})

describe('the headings of a page', () => {
  const headingsOf = (body: string) =>
    readHtml(`<body>${body}</body>`).headings.map(({ text }) => text)

  it('are not those of its menu, side column and footer', () => {
    const beside =
      '<nav><h2>Menu</h2></nav><aside><h4>Latest</h4></aside><footer><h5>Legal</h5></footer>'
    expect(headingsOf(`<main><h1>Tides</h1><h2>Ebb</h2></main>${beside}`)).toEqual(['Tides', 'Ebb'])
  })

  it('are those of a column in its text, and others where there are none', () => {
    expect(headingsOf('<main><aside><h2>Tides</h2></aside></main>')).toEqual(['Tides'])
    expect(headingsOf('<h1>Tides</h1><aside><h2>Ebb</h2></aside>')).toEqual(['Tides', 'Ebb'])
  })
})
