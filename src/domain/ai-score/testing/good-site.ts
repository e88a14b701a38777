import type { TestSite } from './test-site.ts'

const URL = 'https://tides.example/blog/spring-tides'

const JSON_LD = {
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: 'How spring tides work',
  datePublished: '2026-02-03',
  dateModified: '2026-10-01',
  author: { '@type': 'Person', name: 'Ada Marsh', url: 'https://tides.example/people/ada' },
  publisher: { '@type': 'Organization', name: 'Tide Notes', url: 'https://tides.example/' },
}

const SECTIONS: readonly (readonly [string, string])[] = [
  [
    'What is a spring tide?',
    `A spring tide is the tide with the largest range of the month. Sun and moon pull along one line twice a month, at
     new moon and at full moon, and their pulls add up. High water stands about 20 % higher than on an average day, and
     low water falls as much lower, so that sandbanks lie bare which are covered at other times.`,
  ],
  [
    'Why is the range larger at full moon?',
    `The range is larger at full moon because the sun then pulls on the line of the moon from the other side. Water is
     drawn out on both sides of the earth by both of them. The sun has 46 percent of the tidal force of the moon, which
     is why the effect can be seen on every gauge along the coast.`,
  ],
  [
    'How is a table of tides read?',
    `A table of tides gives the times and heights of high and low water of each day, for one harbour. Heights are
     counted from the lowest level that the tide is expected to reach, so that the depth on a chart and the height in
     the table add up to the depth of the water. Between two times the water rises by the rule of twelfths: in the first
     hour by one twelfth of the range, in the second by two, in the third and fourth by three each, and then as it
     began. A strong wind from the sea may raise the level above what the table says.`,
  ],
  [
    'When do spring tides come?',
    `Spring tides come one to two days after new moon and full moon, since the water needs time to answer. Between two
     spring tides lie about 14.8 days. The highest of a year fall close to the equinoxes in March and in September, when
     the sun stands above the equator, and harbours publish warnings before these days.`,
  ],
]

const INTRODUCTION = `Spring tides work by the pull of moon and sun along one line. Twice a month both stand in line
  with the earth, and the sea rises and falls further than usual. This page explains when that happens, how much higher
  the water stands, and how to read the tables that harbours print, with figures from gauges in the North Sea.`

/** The page of a site that does everything well. */
export const GOOD_HTML = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<title>How spring tides work | Tide Notes</title>
<meta name="description" content="Why the sea rises further after new and full moon, when it happens, and how to read a table of tides.">
<link rel="canonical" href="${URL}">
<script type="application/ld+json">${JSON.stringify(JSON_LD)}</script></head>
<body><header><a href="/">Tide Notes</a></header>
<main><article><h1>How spring tides work</h1><p>${INTRODUCTION}</p>
${SECTIONS.map(([heading, text]) => `<h2>${heading}</h2><p>${text}</p>`).join('\n')}
<p>The figures are those of the <a href="https://www.admiralty.example/tides">hydrographic office</a>.</p>
<ul><li>New moon: spring tide</li><li>Half moon: neap tide</li></ul>
<img src="/range.png" alt="Range of the tide over one month">
</article></main><footer><a href="/imprint">Imprint</a></footer></body></html>`

const ROBOTS = `User-agent: *
Allow: /
Disallow: /private/
Content-Signal: search=yes, ai-input=yes, ai-train=no
User-agent: GPTBot
User-agent: ClaudeBot
User-agent: Google-Extended
User-agent: Applebot-Extended
User-agent: CCBot
Disallow: /
License: https://tides.example/license.xml
Sitemap: https://tides.example/sitemap.xml
`

export const sitemapOf = (entries: readonly (readonly [loc: string, lastmod?: string])[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries
    .map(([loc, day]) => `<url><loc>${loc}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`)
    .join('')}</urlset>`

/** A site that passes every check; tests change single properties of it. */
export const GOOD_SITE: TestSite = {
  url: URL,
  html: GOOD_HTML,
  status: 200,
  headers: {},
  redirects: [],
  ttfbMs: 120,
  robots: ROBOTS,
  sitemap: sitemapOf([
    [URL, '2026-10-01'],
    ['https://tides.example/', '2026-09-12'],
  ]),
  llms: '# Tide Notes\n\n> Tides, explained.\n\n- [Spring tides](https://tides.example/blog/spring-tides)\n',
  twin: 'text/markdown; charset=utf-8',
  negotiated: undefined,
  wellKnown: { '/.well-known/api-catalog': '{"linkset":[]}' },
  tdmRep: undefined,
  canonical: undefined,
  llmsLink: 200,
  alternates: [],
  parity: null,
  sameTitle: [],
}
