import { describe, expect, it } from 'vitest'
import { SitemapReader, type SitemapEntry, type SitemapLimits } from './sitemap-reader.ts'

function read(text: string, size = text.length, limits: Partial<SitemapLimits> = {}) {
  const reader = new SitemapReader(limits)
  const entries: SitemapEntry[] = []
  for (let at = 0; at < text.length; at += size) {
    entries.push(...reader.push(text.slice(at, at + size)))
  }
  entries.push(...reader.end())
  return { reader, entries, locs: entries.map(({ loc }) => loc) }
}

const urlset = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="/a.xsl"?>
<!DOCTYPE urlset [ <!ENTITY x "<loc>https://evil.example/</loc>"> ]>
<!-- <url><loc>https://a.example/comment</loc></url> -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/i">
  <url>
    <loc>
      https://a.example/?a=1&amp;b=&#50;&#x33;
    </loc>
    <lastmod>2025-03-04</lastmod><changefreq>daily</changefreq>
    <image:image><image:loc>https://a.example/picture.png</image:loc></image:image>
  </url>
  <url><lastmod>2025-03-04T05:06:07+02:00</lastmod><loc><![CDATA[https://a.example/?c=1&d=2]]></loc></url>
  <url><loc>https://a.example/&x;&unknown;</loc><lastmod>yesterday</lastmod></url>
</urlset>`

const urlsetEntries = [
  { kind: 'page', loc: 'https://a.example/?a=1&b=23', lastmod: '2025-03-04T00:00:00.000Z' },
  { kind: 'page', loc: 'https://a.example/?c=1&d=2', lastmod: '2025-03-04T03:06:07.000Z' },
  { kind: 'page', loc: 'https://a.example/&x;&unknown;' },
]

const index = `<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc><lastmod>2025-01-02</lastmod></sitemap>
<sitemap><loc>https://a.example/2.xml</loc></sitemap></sitemapindex>`

const rss = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>A</title>
<link>https://a.example/</link><atom:link href="https://a.example/feed" rel="self"/>
<item><title>One &amp; two</title><link>https://a.example/1</link><pubDate>Tue, 04 Mar 2025 05:06:07 +0200</pubDate></item>
<item><link><![CDATA[https://a.example/2]]></link></item></channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/>
<entry><link rel="edit" href="https://a.example/edit"/><link href='https://a.example/1?a&amp;b'/>
<updated>2025-03-04T05:06:07Z</updated></entry></feed>`

describe('SitemapReader', () => {
  it('returns the pages of a sitemap, whatever surrounds them', () => {
    const { entries, reader } = read(urlset)
    expect(entries).toEqual(urlsetEntries)
    expect(reader).toMatchObject({ format: 'urlset', invalid: 0, isTruncated: false })
  })

  it('reads a sitemap with a namespace prefix', () => {
    const prefixed = '<sm:urlset><sm:url><sm:loc>https://a.example/</sm:loc></sm:url></sm:urlset>'
    expect(read(prefixed).locs).toEqual(['https://a.example/'])
  })

  it('returns the sitemaps of an index', () => {
    const { entries, reader } = read(index)
    expect(entries).toEqual([
      { kind: 'sitemap', loc: 'https://a.example/1.xml.gz', lastmod: '2025-01-02T00:00:00.000Z' },
      { kind: 'sitemap', loc: 'https://a.example/2.xml' },
    ])
    expect(reader.format).toBe('sitemapindex')
  })

  it('reads RSS and Atom feeds', () => {
    expect(read(rss).entries).toEqual([
      { kind: 'page', loc: 'https://a.example/1', lastmod: '2025-03-04T03:06:07.000Z' },
      { kind: 'page', loc: 'https://a.example/2' },
    ])
    expect(read(atom).entries).toEqual([
      { kind: 'page', loc: 'https://a.example/1?a&b', lastmod: '2025-03-04T05:06:07.000Z' },
    ])
    expect([read(rss).reader.format, read(atom).reader.format]).toEqual(['rss', 'atom'])
  })

  it('reads a list of lines', () => {
    const text = '\uFEFF\r\n https://a.example/1 \r\n\r\nnot a url\r\nhttps://a.example/2'
    const { locs, reader } = read(text)
    expect(locs).toEqual(['https://a.example/1', 'https://a.example/2'])
    expect(reader).toMatchObject({ format: 'text', invalid: 1 })
  })

  it.each([
    ['urlset', urlset],
    ['index', index],
    ['RSS', rss],
    ['Atom', atom],
    ['text', 'https://a.example/1\r\nhttps://a.example/2\r\n'],
  ])('reads the same entries from chunks of any size: %s', (_, text) => {
    const whole = read(text).entries
    for (const size of [1, 2, 3, 5, 7, 64]) expect(read(text, size).entries).toEqual(whole)
    for (let at = 1; at < text.length; at++) {
      const reader = new SitemapReader()
      const entries = [reader.push(text.slice(0, at)), reader.push(text.slice(at)), reader.end()]
      expect(entries.flat()).toEqual(whole)
    }
  })

  it.each([
    ['is cut off', '<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.exam', 1],
    [
      'never closes an entry',
      '<urlset><url><loc>https://a.example/1</loc><url><loc>https://a.example/2</loc>',
      2,
    ],
    [
      'has two places in one entry',
      '<url><loc>https://a.example/1</loc><loc>https://a.example/2</loc></url>',
      2,
    ],
    [
      'closes what it never opened',
      '</url></loc><url><loc>https://a.example/1</loc></foo></url>',
      1,
    ],
    ['is a web page', '<!doctype html><title>404</title><a href="/x">x</a><p>Not found', 0],
    ['is empty', '', 0],
    ['has relative places', '<url><loc>/a</loc></url><url><loc>ftp://a.example/</loc></url>', 0],
    [
      'ends in a comment',
      '<url><loc>https://a.example/1</loc></url><!-- <url><loc>https://a.example/2',
      1,
    ],
  ])('returns what can be read of a sitemap that %s', (_, text, count) => {
    expect(read(text).entries).toHaveLength(count)
    expect(read(text, 1).entries).toEqual(read(text).entries)
  })

  it('counts entries without a valid address', () => {
    const long = `https://a.example/${'x'.repeat(3_000)}`
    expect(read(`<url><loc>${long}</loc></url><url><loc>no</loc></url>`).reader.invalid).toBe(2)
  })

  it('stops at its limits, and says so', () => {
    const text = `<urlset>${'<url><loc>https://a.example/1</loc></url>'.repeat(10)}</urlset>`
    const few = read(text, 50, { maxEntries: 3 })
    expect(few.entries).toHaveLength(3)
    expect(few.reader.isTruncated).toBe(true)
    const short = read(text, 50, { maxChars: 130 })
    expect(short.entries).toHaveLength(3)
    expect(short.reader.isTruncated).toBe(true)
    expect(read(text, 50, { maxEntries: 10 }).reader.isTruncated).toBe(false)
  })

  it.each([
    `<${'a'.repeat(2_000_000)}`,
    '<'.repeat(500_000),
    '<!a>'.repeat(300_000),
    '<!--'.repeat(300_000),
    `<![CDATA[${']'.repeat(1_000_000)}`,
    '<url><loc>'.repeat(100_000),
    `<url><loc>${'&amp;'.repeat(300_000)}`,
    `<entry><link ${'href="'.repeat(1_000)}`,
    'x'.repeat(2_000_000),
    `<!DOCTYPE a [${'<!ENTITY b "&a;&a;">'.repeat(50_000)}]>`,
  ])('skips hostile text (%#)', (text) => {
    expect(read(text).entries).toEqual([])
    expect(read(text, 4_096).entries).toEqual([])
  })
})
