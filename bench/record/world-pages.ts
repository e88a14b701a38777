import { page, type PageHandler } from '../../src/testing/web-site.ts'

/** Pages refer to each other by paths alone, so that their texts are the same wherever they are served. */
const guide = (title: string, text: string, links: readonly string[] = []): string =>
  page(title, {
    text,
    links: ['/', '/guides', ...links],
    head: `<meta name="description" content="${title}, in a few words."><link rel="canonical" href="{site}${pathOf(title)}">`,
  })

const pathOf = (title: string): string => `/guides/${title.toLowerCase().replaceAll(' ', '-')}`

const GUIDES = {
  'Green tea': 'Green tea is steeped at seventy degrees for two minutes. It has less caffeine.',
  'Black tea': 'Black tea takes boiling water and four minutes. Milk goes in last.',
  'White tea': 'White tea is picked in spring. Eighty degrees and five minutes bring it out.',
  'Iced tea': 'Iced tea is brewed twice as strong, poured over ice, and sweetened while it is hot.',
  'Tea kettles':
    'A kettle with a thermometer costs 59 euros. It holds a litre and boils in 3 minutes.',
}

const FAQ = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Questions about tea</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[{"@type":"Question",
"name":"How long does green tea steep?","acceptedAnswer":{"@type":"Answer","text":"Two minutes."}}]}</script></head>
<body><main><h1>Questions about tea</h1><h2>How long does green tea steep?</h2><p>Two minutes, at seventy degrees.</p>
<h2>Can I reuse the leaves?</h2><p>Twice, with a minute more each time.</p></main></body></html>`

const GERMAN = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Tee aus China</title></head>
<body><main><h1>Tee aus China</h1><p>Grüner Tee zieht zwei Minuten lang bei siebzig Grad. Er wird im Frühling gepflückt.</p>
</main></body></html>`

const redirect =
  (location: string): PageHandler =>
  (_, response) =>
    response.writeHead(301, { location }).end()

const fail: PageHandler = (_, response) => response.writeHead(500).end('No')

/** The pages of the site that is scanned: of several types and languages, and some that cannot be read. */
export const WORLD_PAGES: Readonly<Record<string, string | PageHandler>> = {
  '/': page('Coast Tea', {
    text: 'Tea from the coast: guides, kettles and answers, written by people who drink it.',
    links: ['/guides', '/faq', '/tee', '/shop', '/moved', '/gone', '/broken', '/private'],
  }),
  '/guides': page('Guides', { links: [...Object.keys(GUIDES).map(pathOf), '/hidden'] }),
  ...Object.fromEntries(
    Object.entries(GUIDES).map(([title, text]) => [pathOf(title), guide(title, text)]),
  ),
  '/faq': FAQ,
  '/tee': GERMAN,
  '/shop': page('Shop', { text: 'Leaves, cups and kettles. Everything is sent within two days.' }),
  '/moved': redirect('/guides/green-tea'),
  '/broken': fail,
  '/hidden': page('Hidden', { head: '<meta name="robots" content="noindex">' }),
  '/robots.txt': 'User-agent: *\nDisallow: /private\nContent-Usage: ai=n\n',
  '/llms.txt': '# Coast Tea\n\n- [Guides](/guides)\n',
}
