import { array, assert, constantFrom, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AttributeCounter } from './attribute-counter.ts'
import { readPage, type ParsedPage } from './read-page.ts'
import { hasHugeTag, simplifyMarkup } from './simplify-markup.ts'

const read = (bytes: Uint8Array) =>
  readPage(bytes, { url: 'https://a.example/', contentType: null, headers: {} })

const SIZE = 400_000
const fill = (part: string) => part.repeat(Math.floor(SIZE / part.length))
const series = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('')
const attributes = series(80_000, (i) => `a${i} `)

/** Expects the limits that hold for every page, with any bytes. */
function expectWithinBounds(facts: ParsedPage): void {
  expect(facts.isShell && facts.mainText.length > 200).toBe(false)
  expect(facts.title?.length ?? 0).toBeLessThanOrEqual(300)
  expect(facts.headings.length).toBeLessThanOrEqual(100)
  expect(facts.links.length).toBeLessThanOrEqual(5_000)
  expect(facts.sections.length).toBeLessThanOrEqual(500)
  expect(facts.sections.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
    600_000,
  )
  expect(facts.textStart ?? 0).toBeLessThanOrEqual(1)
  expect(facts.mainText.isWellFormed()).toBe(true)
  expect(facts.mainText).not.toContain('\0')
}

describe('readPage on hostile pages', () => {
  it.each(
    Object.entries({
      'is nested without end': fill('<div>'),
      'nests and closes what it never opened': fill('<div></x>'),
      'has a tag of very many attributes': `<div ${attributes}>text`,
      'hides such a tag behind a quote': `<div =">"><div ${attributes}>">text`,
      'hides such a tag behind a comment': `<!-- <a b=" --><div ${attributes}>">text`,
      'hides such a tag in a script that is none': `<svg><style><div ${attributes}></style>`,
      'has many tags of many attributes': series(60, () => `<div ${series(900, (i) => `a${i} `)}>`),
      'multiplies formatting': `<p>${series(400, (i) => `<font size=${i}>`)}</p>${fill('<p>x')}`,
      'misplaces everything in a table': `<table>${fill('<a>x')}`,
      'adopts and adopts': fill('<b><div></b>'),
      'is one tag that never ends': `<a href="${'x'.repeat(SIZE)}`,
      'is white space': fill(' '),
      'is a title of white space': `<title>${fill(' ')}</title><h1>${fill(' ')}`,
      'is one letter': fill('<'),
      'is one word': `<p>${fill('x')}`,
      'is headings': fill('<h2>x</h2>'),
      'is deep data': `<script type="application/ld+json">${'['.repeat(150_000)}</script>`,
      'is data that nests': `<script type="application/ld+json">${'{"@graph":'.repeat(15_000)}</script>`,
      'is hidden': fill('<i hidden>x'),
      'is links to headings': `<h2>${fill('<a href=#>x</a>')}`,
      'is links beside a heading': `<div><h2 id=x>x</h2>${fill('<a href=#x>x</a>')}`,
      'is panels that their controls open': fill('<p hidden id=a aria-controls=a>x'),
      'is lists of tabs': fill('<div role=tablist>'),
      'is lists of tabs side by side': fill('<p role=tablist><b role=tab>x'),
      'is buttons that ask': fill('<button>x?'),
      'is articles in comments': fill('<div class=comments><article>x'),
      'has a class for each element': series(8_000, (i) => `<div class="related-${i}">x</div>`),
      'is bodies': series(30_000, (i) => `<body a${i}=1>`),
    }),
  )('reads a page that %s within its limits', (_, html) => {
    const facts = read(Buffer.from(html))
    expectWithinBounds(facts)
    expect(facts.htmlBytes).toBe(Buffer.byteLength(html))
  })

  it('keeps the structure of a page that nests too deep', () => {
    const facts = read(
      Buffer.from(
        `<title>Deep</title><script>x</script><script type="application/ld+json">{"@type":"Article"}</script>${'<span>'.repeat(2_000)}<h1 id="x" onclick="y">Tides</h1><p>Up <a href="/a">and</a> <b>down</b>.</p>`,
      ),
    )
    expect(facts).toMatchObject({
      title: 'Deep',
      jsonLd: { types: ['Article'], errors: [] },
      headings: [{ level: 1, text: 'Tides', id: 'x' }],
      mainText: 'Tides\nUp and down .',
    })
    expect(facts.links.map(({ url }) => url)).toEqual(['https://a.example/a'])
  })

  it('keeps the text of a page whose structure nests too deep', () => {
    const facts = read(
      Buffer.from(`${'<ul><li>'.repeat(2_000)}Tides <script>no</script>&lt;up&gt; <<b>div>`),
    )
    expect(facts.mainText).toBe('Tides <up> < div>')
  })
})

describe('reading arbitrary bytes', () => {
  const piece = constantFrom(
    '<',
    '>',
    '"',
    "'",
    '=',
    '/',
    '!--',
    '-->',
    ' ',
    '\0',
    '\uD83D',
    'é',
    '潮',
    '&#0;',
    '&#xD800;',
    '<p>',
    '</p>',

    '<div class="',
    '<table>',
    '<td>',
    '<a href=/>',
    '</a>',
    '<h1>',
    '<main>',
    '<svg>',
    '<title>',
    '<script>',
    '<pre>',

    '<template>',
    '<select>',
    '<b>',
    '</b>',
    'text',
    '<body>',
    '<html lang=',
    '<meta name=robots content=',
    'noindex',
  )

  it('never throws, and gives the same facts each time', () => {
    assert(
      property(array(piece, { maxLength: 60 }), (pieces) => {
        const bytes = Buffer.from(pieces.join(''))
        const facts = read(bytes)
        expectWithinBounds(facts)
        expect(read(bytes)).toEqual(facts)
      }),
      { numRuns: 300 },
    )
    assert(property(uint8Array({ maxLength: 400 }), (bytes) => expectWithinBounds(read(bytes))))
  })

  it('simplifies them to markup with none but the kept tags', () => {
    assert(
      property(array(piece, { maxLength: 60 }), (pieces) => {
        const simple = simplifyMarkup(pieces.join(''), new Set(['p', 'a']))
        expect(
          simple.replaceAll(/<\/?(?:p|a)(?: (?:href|id|name|content)=(?:"[^"]*"|'[^']*'))*>/g, ''),
        ).not.toMatch(/<[a-z/!?]/i)
      }),
      { numRuns: 300 },
    )
  })
})

describe('AttributeCounter', () => {
  const count = (html: string) => {
    const counter = new AttributeCounter()
    for (const char of html) {
      counter.read(char.charCodeAt(0))
      if (char === '<') counter.begin()
    }
    return counter.max
  }

  it.each([
    ['<a>', 0],
    ['<a b>', 1],
    ['<a b c=d e="f g" h=\'i j\'k/l m = n>', 7],
    ['<a ="b c">', 2],
    ['<a b="> c d" e>', 2],
    ['<a b=c"d e>', 2],
    ['<a b/="c d">', 3],
  ])('counts the attributes of %s as %i', (html, expected) => {
    expect(count(html)).toBe(expected)
  })

  it('counts in every reading of misleading markup, and raises no alarm for honest text', () => {
    expect(count(`<!-- <a b=" --><i ${series(50, (i) => `a${i} `)}>">`)).toBeGreaterThanOrEqual(50)
    expect(hasHugeTag(`<p>${fill('a < b ')}</p>`)).toBe(false)
    expect(hasHugeTag(fill('<a href="x" class=\'y z\'>link</a> '))).toBe(false)
  })
})
