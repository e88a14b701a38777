import { GOOD_HTML, GOOD_SITE, sitemapOf } from './good-site.ts'
import { DOCS_DE, FAQ, PRODUCT, TIDES_JA } from './pages.ts'
import type { Site } from './observe.ts'

const URL = GOOD_SITE.url

/** Sites whose pages are built or written in some way, by what that is. */
export const CONTENT_SITES: Readonly<Record<string, Partial<Site>>> = {
  'has neither title nor description': {
    html: GOOD_HTML.replace(/<title>.*<\/title>\n<meta name="desc[^>]*>/, ''),
  },
  'has a title of one word': {
    html: GOOD_HTML.replace(/<title>.*<\/title>/, '<title>Tides</title>'),
  },
  'has no headings, no main and no markup': {
    html: GOOD_HTML.replace(/<\/?(?:main|article|ul)>/g, '')
      .replace(/<h\d>(.*?)<\/h\d>/g, '<p><b>$1</b></p>')
      .replace(/<li>(.*?)<\/li>/g, '<p>• $1</p><p>• Again: $1</p>')
      .replace(/ alt="[^"]*"/, ''),
  },
  'leaves out levels of headings': { html: GOOD_HTML.replaceAll(/(<\/?)h2>/g, '$1h4>') },
  'names the canonical address of another host': {
    html: GOOD_HTML.replace(
      `rel="canonical" href="${URL}"`,
      'rel="canonical" href="https://other.example/t"',
    ),
  },
  'names a canonical address that is gone': {
    html: GOOD_HTML.replace(`rel="canonical" href="${URL}"`, 'rel="canonical" href="/blog/tides"'),
    canonical: 404,
  },
  'names a canonical address that is another page': {
    html: GOOD_HTML.replace(`rel="canonical" href="${URL}"`, 'rel="canonical" href="/blog/tides"'),
    canonical: 200,
  },
  'contradicts its canonical address in a header': {
    headers: { link: '<https://tides.example/blog/other>; rel="canonical"' },
  },
  'says that it is Russian': { html: GOOD_HTML.replace('lang="en"', 'lang="ru"') },
  'says no language, and is linked in others': {
    html: GOOD_HTML.replace(' lang="en"', '').replace(
      '</head>',
      '<link rel="alternate" hreflang="de" href="/de/springtiden"></head>',
    ),
    headers: { 'content-language': 'en' },
  },
  'has links that say nothing': {
    html: GOOD_HTML.replace(
      '</article>',
      '<p><a href="/a">Read more</a> <a href="/b">click here</a></p></article>',
    ),
  },
  'has broken JSON-LD': { html: GOOD_HTML.replace('"@type":"Article",', '"@type":"Article"') },
  'has JSON-LD about another page': {
    html: GOOD_HTML.replace(
      '"headline":"How spring tides work"',
      '"headline":"Ten cheap summer recipes"',
    ),
  },
  'has no structured data': { html: GOOD_HTML.replace(/<script.*<\/script>/, '') },
  'has an article without author and dates': {
    html: GOOD_HTML.replace(/"datePublished".*"author":\{[^}]*\},/, '').replace(
      /,"url":"[^"]*"/,
      '',
    ),
  },
  'was last changed three years ago': {
    html: GOOD_HTML.replace('2026-02-03', '2022-05-01').replace('2026-10-01', '2023-11-01'),
    sitemap: sitemapOf([
      [URL, '2026-11-01'],
      ['https://tides.example/', '2026-09-12'],
    ]),
  },
  'was last changed 18 months ago': {
    html: GOOD_HTML.replace('2026-02-03', '2024-05-01').replace('2026-10-01', '2025-05-01'),
    sitemap: sitemapOf([
      [URL, '2025-05-02'],
      ['https://tides.example/', '2026-09-12'],
    ]),
  },
  'makes claims without support': {
    html: GOOD_HTML.replace(/<a href="https:\/\/www[^>]*>(.*?)<\/a>/, '$1').replace(
      /\d+(?:\.\d+)? (?:%|percent|days)/g,
      'much',
    ),
  },
  'has no sitemap and nothing for agents': {
    robots: 'User-agent: *\nAllow: /\n',
    sitemap: undefined,
    llms: undefined,
    twin: undefined,
    wellKnown: {},
  },
  'does half of what agents look for': {
    robots: `User-agent: *
Allow: /
User-agent: GPTBot
Disallow: /
Content-Signal: search=no, ai-train=perhaps
License: /license.xml
`,
    sitemap: sitemapOf(
      Array.from({ length: 6 }, (_, i) => [`https://tides.example/${i}`, '2026-11-20'] as const),
    ),
    llms: 'Tide Notes explains tides.',
    twin: undefined,
    negotiated: { contentType: 'text/markdown', vary: 'Accept-Encoding' },
    wellKnown: { '/.well-known/mcp.json': 'not yet' },
  },
  'negotiates Markdown': {
    twin: undefined,
    negotiated: { contentType: 'text/markdown', vary: 'Accept-Encoding, Accept' },
  },
  'sells a kettle': PRODUCT,
  'documents an interface in German': DOCS_DE,
  'answers questions': FAQ,
  'is written in Japanese': TIDES_JA,
}
