import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { searchFor } from '../../testing/search-tools.ts'
import { page } from '../../testing/web-site.ts'

const SHARED = 'how bridges and roads are paid for by contracts between cities and builders'

// Many pages have all the common words, in one sentence; the one that is meant has one of them and the rare word.
const PAGES = {
  '/bridges': page('Bridges', { text: `We tell ${SHARED}, and who bears the risk of each.` }),
  '/roads': page('Roads', { text: `Read here ${SHARED}. The risk is shared.` }),
  '/cities': page('Cities', { text: `A city asks ${SHARED}, at which risk and price.` }),
  '/builders': page('Builders', { text: `Builders explain ${SHARED}, and the risk and price.` }),
  '/partners': page('Partners', {
    text: 'Many countries use PPPs. A bank lends to them at a price. Long loans are cheap.',
  }),
  '/tunnels': page('Tunnels', {
    text: 'A zibbler drills through rock. Contracts come afterwards.',
  }),
  '/quarters': page('Quarters', {
    text: 'Quarrels end in a quarter. Quartz sand is what cities buy.',
  }),
  '/states': page('States', {
    text: 'Rules of the U.S.A. are strict. Each state has its own price.',
  }),
  '/models': page('Models', { text: 'We tried GPT-3 and then GPT-4o. The answers were longer.' }),
  '/older': page('Older models', {
    text: 'GPT-3 was first, and 4 others came. The risk was small.',
  }),
  '/health': page('Health', { text: 'COVID-19 closed offices in 19 cities. Roads were empty.' }),
  '/virus': page('A virus', { text: 'COVID-22 is a name that nobody uses, and 19 is a number.' }),
  '/dates': page('Dates', { text: 'A date is written as in ISO-8601, or is misread by builders.' }),
  '/office': page('Office', { text: 'The bus stops here. Read the news about our new offices.' }),
  '/cloud': page('Cloud', { text: 'AWS and DNS are where it runs; GPS and CSS are on the map.' }),
  '/cpp': page('Languages', { text: 'Our library is for C++ and Rust. Price on request.' }),
  '/vitamins': page('Vitamins', { text: 'Vitamin C is in lemons. Net weight: a pound.' }),
  '/dotnet': page('Runtimes', {
    text: 'It runs on .NET and on Java. See docs.example.net for roads.',
  }),
  '/more': page('More', { text: 'Read more at www.example.net and in part C of the contracts.' }),
  '/map': page('Map', { text: 'The gp and the cs, the aw and the dn: letters on a plan of us.' }),
}

let scans: LocalScans
let site: string

beforeAll(async () => {
  scans = await LocalScans.start()
  site = await scans.site({ ...PAGES, '/': page('Start', { links: Object.keys(PAGES) }) })
  await scans.run(site)
  const asked = [
    'Which contracts do cities and builders sign for roads and bridges?',
    'What risk do builders bear in contracts with cities?',
    'Can a bank refuse VAPs?',
    'Do loans have a subsidy?',
  ]
  await scans.app.collect(
    site,
    asked.map((question) => ({ kind: 'question', url: '/roads', question, target: 'claude' })),
  )
})
afterAll(() => scans[Symbol.asyncDispose]())

const SERVERS = ['publisher', 'data']

async function firstPath(query: string, server: string): Promise<string> {
  const [first] = await searchFor(scans.app, scans.key, query, server)
  return new URL(first!.url).pathname
}

describe.each(SERVERS)(
  'a sentence with an ordinary word that one page alone has once, on %s',
  (server) => {
    it.each([
      ['How do builders of bridges and roads share the risk when rock is met?', '/tunnels'],
      ['How are bridges and roads paid for by cities, and who drills for builders?', '/tunnels'],
      [
        'At which price and risk do cities and builders pay for bridges and roads of quartz?',
        '/quarters',
      ],
    ])('%s: it is among the first two', async (query, path) => {
      const found = await searchFor(scans.app, scans.key, query, server)
      const pages = found.filter(({ id }) => id.startsWith('page:'))
      expect(pages.slice(0, 2).map(({ url }) => new URL(url).pathname)).toContain(path)
    })
  },
)

describe.each(SERVERS)('search for what one page alone has, on %s', (server) => {
  it.each([
    ['PPP bridges roads contracts cities builders risk', '/partners'],
    ['PPPs bridges roads contracts cities builders risk', '/partners'],
    ['ppp contracts between cities and builders', '/partners'],
    ['How do PPPs pay for bridges and roads between cities?', '/partners'],
    ["What is a PPP's risk in contracts between cities and builders?", '/partners'],
    ['PPP’s risk', '/partners'],
    ['P.P.P. contracts between cities and builders', '/partners'],
    ['zibbler roads contracts cities builders risk', '/tunnels'],
    ['ZIBBLER roads contracts cities builders risk', '/tunnels'],
    ['zibblers roads contracts cities builders risk', '/tunnels'],
    ['zibler roads contracts cities builders risk', '/tunnels'],
    ['quartz bridges roads contracts builders', '/quarters'],
    ['U.S.A. contracts between cities and builders', '/states'],
    ['USA contracts between cities and builders', '/states'],
    ['usa contracts cities builders roads', '/states'],
    ['GPT-4o bridges roads contracts builders', '/models'],
    ['gpt4o bridges roads contracts builders', '/models'],
    ['How do cities and builders use GPT-4o for contracts?', '/models'],
    ['COVID-19 contracts between builders risk price', '/health'],
    ['covid19 contracts builders risk price', '/health'],
    ['Which contracts between cities and builders follow ISO-8601?', '/dates'],
    ['ISO 8601 contracts cities roads builders', '/dates'],
    ['bus contracts cities roads builders', '/office'],
    ['buses contracts cities roads builders', '/office'],
    ['news contracts cities roads builders', '/office'],
    ['AWS contracts cities roads builders', '/cloud'],
    ['DNS contracts cities roads builders', '/cloud'],
    ['GPS contracts cities roads builders', '/cloud'],
    ['C++ contracts cities roads builders', '/cpp'],
    ['How do builders use .NET for contracts?', '/dotnet'],
    ['zibbelr roads contracts cities builders risk', '/tunnels'],
    ['css contracts cities roads builders', '/cloud'],
  ])('puts it first for %s', async (query, path) => {
    expect(await firstPath(query, server)).toBe(path)
  })

  it('does not take a word for the plural of another', async () => {
    expect(await firstPath('PP contracts between cities and builders', server)).not.toBe(
      '/partners',
    )
  })
})

describe('search for what one question alone has', () => {
  it.each([
    ['VAP contracts cities builders roads bridges', 'VAPs'],
    ['Which contracts do cities and builders sign for a VAP?', 'VAPs'],
    ['subsidies contracts cities builders roads bridges', 'subsidy'],
  ])('puts it first for %s', async (query, word) => {
    const [first] = await searchFor(scans.app, scans.key, query)
    expect(first).toMatchObject({ id: expect.stringMatching(/^question:/) })
    expect(first!.title).toContain(word)
  })

  it('shows no question to those who read numbers alone', async () => {
    const found = await searchFor(scans.app, scans.key, 'VAP contracts cities roads', 'data')
    expect(JSON.stringify(found)).not.toContain('VAP')
  })
})
