import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { page, type PageHandler } from '../../testing/web-site.ts'

let service: LocalScans
let scans: LocalScans

beforeAll(async () => {
  service = await LocalScans.start()
})

beforeEach(async () => {
  scans = await service.another()
})

afterEach(() => scans[Symbol.asyncDispose]())

afterAll(() => service[Symbol.asyncDispose]())

const TEXTS = {
  green: 'Green tea steeps for two minutes in water of seventy degrees, never in boiling water.',
  kettle: 'A cast iron kettle is dried after each use and gets no soap, which takes its skin off.',
  spring: 'The first harvest of spring is the sweetest; leaves of autumn make roasted tea.',
  matcha:
    'Matcha is whisked with a brush of bamboo in a bowl that was warmed before, until it foams.',
  german: 'Grüner Tee zieht zwei Minuten in Wasser von siebzig Grad, und niemals in kochendem.',
}
type Text = keyof typeof TEXTS

/** A page about one of the texts, which may name another address as canonical. */
const about = (text: Text, { canonical = '', title = `About ${text}`, more = '' } = {}): string =>
  page(title, {
    text: TEXTS[text] + more,
    ...(canonical !== '' && { head: `<link rel="canonical" href="{site}${canonical}">` }),
  })

type Pages = Readonly<Record<string, string | PageHandler>>

/** Makes a site whose start page links to all others, and scans it. */
async function scanned(pages: Pages): Promise<string> {
  const links = Object.keys(pages).map((path) => path.replaceAll('&', '&amp;'))
  const site = await scans.site({ '/': page('Home', { links, text: TEXTS.matcha }), ...pages })
  await scans.run(site)
  return site
}

async function read<T>(path: string): Promise<T> {
  const { body } = await scans.app.api('GET', path, { token: scans.key })
  // @NOTE a wrong shape fails the expectation that reads it.
  return body.data as unknown as T
}

const ask = (site: string, ...paths: string[]) =>
  scans.app.collect(
    site,
    paths.map((path) => ({
      kind: 'question',
      url: scans.web.url + path,
      target: 'chatgpt',
      question: 'How long does green tea steep?',
    })),
  )

/** The questions of each path, as a query counts them and as the list of pages does. */
async function questionsByPath(site: string): Promise<Record<string, number>> {
  const query = `/analytics/${site}/ai?range=7d&dimensions=path&metrics=questions`
  const { rows } = await read<{ rows: [string, number][] }>(query)
  const pages = await read<{ path: string; questions28d: number }[]>(`/pages/${site}?limit=100`)
  const listed = pages.filter((one) => one.questions28d > 0)
  const counted = Object.fromEntries(rows)
  expect(Object.fromEntries(listed.map((one) => [one.path, one.questions28d]))).toEqual(counted)
  return counted
}

const configured = async (site: string, path: string) => {
  type Config = { page: { path: string } | null; query: string[] }
  return read<Config>(`/sites/${site}/config?path=${encodeURIComponent(path)}`)
}

const MANY = Array.from({ length: 32 }, (_, i) => `a${i}`).join('&')

/** Sites whose pages a query tells apart, each with addresses that readers come by and the pages that these are. */
const SITES: Readonly<
  Record<string, { pages: Pages; learned: string[]; are: Readonly<Record<string, string>> }>
> = {
  'a forum': {
    pages: { '/viewtopic.php?t=1': about('green'), '/viewtopic.php?t=2': about('kettle') },
    learned: ['t'],
    are: {
      '/viewtopic.php?t=1': '/viewtopic.php?t=1',
      '/viewtopic.php?t=2&sid=d41d8cd98f00b204e9800998ecf8427e&utm_source=x': '/viewtopic.php?t=2',
      '/viewtopic.php?sort=new&t=1#p3': '/viewtopic.php?t=1',
      '/viewtopic.php?t=99': '/viewtopic.php',
      '/viewtopic.php?t=anna%40example.com': '/viewtopic.php',
    },
  },
  'a blog on its start page': {
    pages: { '/?p=7': about('green'), '/?p=9': about('kettle') },
    learned: ['p'],
    are: { '/?p=7': '/?p=7', '/?fbclid=abc&p=9': '/?p=9', '/?p=8': '/', '/': '/' },
  },
  'articles of which one is known': {
    pages: { '/article.php?id=1': about('green') },
    learned: ['id'],
    are: { '/article.php?id=1': '/article.php?id=1', '/article.php?id=2': '/article.php' },
  },
  'a list in several parts, and ways to sort it': {
    pages: {
      '/list': about('green', { title: 'Teas' }),
      '/list?page=2': about('kettle', { title: 'Teas' }),
      '/list?sort=name': about('green', { title: 'Teas', more: ' Sorted.' }),
    },
    learned: ['page'],
    are: {
      '/list?page=2&sort=name': '/list?page=2',
      '/list?sort=price': '/list',
      '/list': '/list',
    },
  },
  languages: {
    pages: { '/tea': about('green'), '/tea?lang=de': about('german') },
    learned: ['lang'],
    are: { '/tea?lang=de': '/tea?lang=de', '/tea?lang=fr': '/tea', '/tea?LANG=de': '/tea' },
  },
  'two parameters, of which one is enough': {
    pages: {
      '/show?f=2&t=1': about('green'),
      '/show?f=2&t=5': about('kettle'),
      '/show?f=3&t=6': about('spring'),
    },
    learned: ['t'],
    are: {
      '/show?f=2&t=1': '/show?f=2&t=1',
      '/show?t=5&f=2': '/show?f=2&t=5',
      '/show?t=6': '/show?f=3&t=6',
      '/show?f=2': '/show',
    },
  },
  'addresses with more parameters than a page has': {
    pages: {
      '/f?id=1': about('green'),
      '/f?id=2': about('kettle'),
      [`/f?${MANY}&z=1`]: about('spring'),
      [`/f?${MANY}&z=2`]: about('german'),
    },
    learned: ['id'],
    are: { '/f?id=2&z=1': '/f?id=2', '/f?z=1': '/f', [`/f?${MANY}&z=2`]: `/f?${MANY}&z=2` },
  },
  'parameters that work together': {
    pages: {
      '/m?a=1&b=1': about('green'),
      '/m?a=1&b=2': about('kettle'),
      '/m?a=2&b=1': about('spring'),
    },
    learned: ['a', 'b'],
    are: { '/m?b=2&a=1&c=3': '/m?a=1&b=2', '/m?a=2&b=1': '/m?a=2&b=1', '/m?a=2&b=2': '/m' },
  },
  'canonical addresses without a part of the query': {
    pages: {
      '/c?id=1&ref=nav': about('green', { canonical: '/c?id=1' }),
      '/c?id=1': about('green', { canonical: '/c?id=1' }),
      '/c?id=2': about('kettle', { canonical: '/c?id=2' }),
    },
    learned: ['id'],
    are: { '/c?id=1&ref=nav': '/c?id=1', '/c?ref=mail&id=2': '/c?id=2', '/c?ref=nav': '/c' },
  },
  'canonical addresses of another path': {
    pages: {
      '/green': about('green', { canonical: '/green' }),
      '/print/green': about('green', { canonical: '/green' }),
      '/item.php?id=7': about('green', { canonical: '/green' }),
    },
    learned: [],
    are: { '/print/green': '/green', '/item.php?id=7': '/green', '/green?id=7': '/green' },
  },
  'a canonical address that pages of different text share': {
    pages: {
      '/s?id=1': about('green', { canonical: '/' }),
      '/s?id=2': about('kettle', { canonical: '/' }),
      '/s?id=3': about('spring', { canonical: '/' }),
    },
    learned: ['id'],
    are: { '/s?id=1': '/s?id=1', '/s?id=3': '/s?id=3', '/': '/' },
  },
  'one text under several addresses': {
    pages: {
      '/salt': about('green', { more: TEXTS.spring.repeat(5) }),
      '/salt?view=print': about('green', { more: TEXTS.spring.repeat(5) }),
      '/Salt/': about('green', { more: TEXTS.spring.repeat(5) }),
    },
    learned: [],
    are: { '/salt?view=print': '/salt', '/Salt/': '/salt', '/salt': '/salt', '/SALT': '/SALT' },
  },
  'session ids in the links': {
    pages: {
      '/v?sid=d41d8cd98f00b204e9800998ecf8427e&t=1': about('green'),
      '/v?sid=0cc175b9c0f1b6a831c399e269772661&t=2': about('kettle'),
    },
    learned: ['t'],
    are: {
      '/v?t=1': '/v?sid=d41d8cd98f00b204e9800998ecf8427e&t=1',
      '/v?sid=92eb5ffee6ae2fec3ad71c777531578f&t=2': '/v?sid=0cc175b9c0f1b6a831c399e269772661&t=2',
    },
  },
  'what readers search for': {
    pages: {
      '/search': about('spring', {
        more: '<form action="/search"><input type="search" name="q"><select name="in"></form>',
      }),
      '/search?q=tea&in=all': about('green'),
      '/search?q=iron&in=shop': about('kettle'),
      '/post': about('german', { more: '<form method="post"><input name="in"></form>' }),
    },
    learned: ['in'],
    are: {
      '/search?q=tea&in=all': '/search?q=tea&in=all',
      '/search?in=shop': '/search?q=iron&in=shop',
      '/search?q=anna+schmidt': '/search',
    },
  },
  'filters of a shop': {
    pages: {
      '/shop': about('green'),
      '/shop?colour=red': about('kettle'),
      '/shop?colour=red&size=m': about('spring'),
      '/shop?brand=a': about('german'),
    },
    learned: ['colour', 'size', 'brand'],
    are: {
      '/shop?size=m&colour=red': '/shop?colour=red&size=m',
      '/shop?colour=red&sort=price': '/shop?colour=red',
      '/shop?brand=a&gclid=x': '/shop?brand=a',
      '/shop?brand=b&colour=red': '/shop',
    },
  },
  'names and values that are encoded': {
    pages: {
      '/w?title=Gr%C3%BCner_Tee': about('green'),
      '/w?title=Kettles%20of%20iron': about('kettle'),
      '/w?filter%5Bkind%5D=black': about('spring'),
    },
    learned: ['title', 'filter[kind]'],
    are: {
      '/w?title=Gr%c3%bcner_Tee': '/w?title=Gr%C3%BCner_Tee',
      '/w?title=Kettles+of+iron': '/w?title=Kettles%20of%20iron',
      '/w?filter[kind]=black&utm_medium=x': '/w?filter%5Bkind%5D=black',
    },
  },
}

const leads =
  (status: number, to: string): PageHandler =>
  (_, response) =>
    response.writeHead(status, { location: to }).end()

describe('the pages of a site', () => {
  it.each(Object.entries(SITES))(
    'have one address for collecting, widget, filters and lists: %s',
    async (_, { pages, learned, are }) => {
      const site = await scanned(pages)
      const { learnedQueryParameters } = await read<Record<string, unknown>>(`/sites/${site}`)
      expect(learnedQueryParameters).toEqual(learned)
      const { body } = await ask(site, ...Object.keys(are))
      expect(body.data).toMatchObject({ accepted: Object.keys(are).length })
      const counts: Record<string, number> = {}
      for (const path of Object.values(are)) counts[path] = (counts[path] ?? 0) + 1
      expect(await questionsByPath(site)).toEqual(counts)
      for (const [address, path] of Object.entries(are)) {
        const config = await configured(site, address)
        expect([address, config.page?.path, config.query]).toEqual([address, path, learned])
        const asked = await askTool(scans.app, 'publisher', 'list_questions', scans.key, {
          path: scans.web.url + address,
        })
        // @NOTE rows of this tool have the path fourth.
        const rows = asked.structured['rows'] as string[][]
        expect([address, ...new Set(rows.map((row) => row[3]))]).toEqual([address, path])
      }
    },
  )

  it('keep the addresses that lead to them for good, and no others, until a scan finds otherwise', async () => {
    const site = await scanned({
      '/green': about('green'),
      '/old': leads(301, '/older?x=1'),
      '/older?x=1': leads(308, '/green'),
      '/account': leads(302, '/green'),
      '/away': leads(301, 'https://elsewhere.example/'),
      '/copy': about('green', { canonical: '/green' }),
    })
    const paths = ['/old', '/older?x=1', '/account', '/away', '/copy']
    await ask(site, ...paths)
    expect(await questionsByPath(site)).toEqual({ '/green': 3, '/account': 1, '/away': 1 })
    // An address that this scan does not see keeps its page. An address that is now a page of its own counts as one,
    // also for collecting, which knew it as an address of another page.
    scans.serve({
      '/': page('Home', { links: ['/green', '/copy', '/old'] }),
      '/copy': about('kettle'),
      '/old': leads(301, '/copy'),
    })
    await scans.run(site)
    await ask(site, ...paths)
    expect(await questionsByPath(site)).toEqual({
      '/green': 4,
      '/copy': 2,
      '/account': 2,
      '/away': 2,
    })
    // Without its page an address leads nowhere.
    scans.serve({ '/green': leads(410, '/'), '/': page('Home', { links: ['/copy'] }) })
    for (const _ of [1, 2]) await scans.run(site)
    await ask(site, '/older?x=1')
    expect(await questionsByPath(site)).toMatchObject({ '/green': 4, '/older': 1 })
  })
})
