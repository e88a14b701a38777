import { GOOD_HTML, GOOD_SITE, sitemapOf } from './good-site.ts'
import { DOCS_DE, FAQ, PRODUCT, TIDES_JA } from './pages.ts'
import type { TestSite } from './test-site.ts'

const URL = GOOD_SITE.url

const inLanguages = (...languages: string[]): string =>
  GOOD_HTML.replace(
    '</head>',
    `${languages
      .map((lang) => {
        const href = lang === 'en' || lang === 'x-default' ? URL : `/${lang}/spring-tides`
        return `<link rel="alternate" hreflang="${lang}" href="${href}">`
      })
      .join('')}</head>`,
  )

const alternate = (lang: string, status: number | null, linksBack: boolean | null) => ({
  url: `https://tides.example/${lang}/spring-tides`,
  lang,
  status,
  contentType: 'text/html',
  linksBack,
})

const updated = (date: string): string =>
  GOOD_HTML.replace('</h1>', `</h1><p>By Ada Marsh · Last updated ${date}</p>`)

/** The sites that test the build or the text of their pages, by the property that each has. */
export const CONTENT_SITES: Readonly<Record<string, Partial<TestSite>>> = {
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
  'writes its canonical address without the host': {
    html: GOOD_HTML.replace(
      `rel="canonical" href="${URL}"`,
      'rel="canonical" href="/blog/spring-tides"',
    ),
  },
  'names its canonical address in a header alone': {
    html: GOOD_HTML.replace(`<link rel="canonical" href="${URL}">`, ''),
    headers: { link: `<${URL}>; rel="canonical"` },
  },
  'contradicts its canonical address in a header': {
    headers: { link: '<https://tides.example/blog/other>; rel="canonical"' },
  },
  'names a canonical address that redirects here': {
    html: GOOD_HTML.replace(`rel="canonical" href="${URL}"`, `rel="canonical" href="${URL}/"`),
    canonical: 301,
  },
  'names another name of itself that is gone': {
    html: GOOD_HTML.replace(`rel="canonical" href="${URL}"`, `rel="canonical" href="${URL}/"`),
    canonical: 410,
  },
  'has a page with the same title': { sameTitle: ['https://tides.example/blog/neap-tides'] },
  'is linked from one of its languages only': {
    html: inLanguages('en', 'de', 'fr', 'x-default'),
    alternates: [alternate('de', 200, true), alternate('fr', 200, false)],
  },
  'is linked with its languages both ways': {
    html: inLanguages('en', 'de', 'fr', 'x-default'),
    alternates: [alternate('de', 200, true), alternate('fr', null, null)],
  },
  'names a language that is gone': {
    html: inLanguages('en', 'de'),
    alternates: [alternate('de', 404, null)],
  },
  'draws a table with bars': {
    html: GOOD_HTML.replace(
      '</article>',
      '<p>Port | High | Low</p><p>Husum | 3.1 | 0.2</p><p>Emden | 3.4 | 0.3</p></article>',
    ),
  },
  'shows another date than its data has': { html: updated('October 3, 2025') },
  'shows the date that its data has': { html: updated('2 October 2026') },
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
  'hides the answers of its FAQ data': {
    html: GOOD_HTML.replace(
      '</head>',
      `<script type="application/ld+json">${JSON.stringify({
        '@type': 'FAQPage',
        mainEntity: [
          {
            '@type': 'Question',
            name: 'What is a spring tide?',
            acceptedAnswer: { '@type': 'Answer', text: '<p>Ask our <b>support</b> team.</p>' },
          },
        ],
      })}</script></head>`,
    ),
  },
  'has broken JSON-LD': { html: GOOD_HTML.replace('"@type":"Article",', '"@type":"Article"') },
  'has JSON-LD about another page': {
    html: GOOD_HTML.replace(
      '"headline":"How spring tides work"',
      '"headline":"Ten cheap summer recipes"',
    ),
  },
  'has no structured data': {
    html: GOOD_HTML.replace(
      /<script.*<\/script>/,
      '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-02-03">',
    ),
  },
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
  'states no date': {
    html: GOOD_HTML.replace(/"date\w+":"[^"]*",/g, ''),
    sitemap: `<urlset><url><loc>${URL}</loc></url><url><loc>https://tides.example/</loc><lastmod>2026-09-12</lastmod></url></urlset>`,
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
Content-Signal: search=no, ai-train=perhaps
User-agent: GPTBot
Disallow: /
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
  'links to nothing from llms.txt': { llmsLink: 404 },
  'links from llms.txt to where no answer comes from': { llmsLink: null },
  'names the long form in llms.txt': {
    llms: '# Tide Notes\n\n- [All pages](https://tides.example/llms-full.txt)\n',
  },
  'has its Markdown served as plain text': { twin: 'text/plain; charset=utf-8' },
  'answers any address with a text': {
    twin: undefined,
    negotiated: { contentType: 'text/plain', vary: 'Accept' },
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
