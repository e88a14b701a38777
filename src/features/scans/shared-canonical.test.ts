import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
import { page } from '../../testing/web-site.ts'

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

const SHOP = 'Our bakery opens at seven and bakes with flour of the mill across the street.'
const RYE = 'The rye bread rises for a whole night before it is baked for two hours.'
const ALLERGENS = 'The sesame rolls contain sesame and gluten; the oat biscuits contain no milk.'

const named = (title: string, text: string, canonical: string, links: readonly string[] = []) =>
  page(title, { text, links, head: `<link rel="canonical" href="${canonical}">` })

const states = () => pageStates(scans.app.directory, scans.org.id)

/** Reads the texts of the prompts of a site, by the path of their page. */
async function promptsOf(site: string): Promise<Map<string, string>> {
  const { body } = await scans.app.api('GET', `/prompts/${site}`, { token: scans.key })
  const rows = body.data as unknown as { path: string; templates: { rendered: string }[] }[]
  return new Map(rows.map(({ path, templates }) => [path, JSON.stringify(templates)]))
}

/** The canonical address that a template writes on all pages, and the addresses of the pages besides the start page. */
const MISTAKES: readonly [name: string, canonical: string, rye: string, allergens: string][] = [
  ['the start page', '{site}/', '/rye', '/allergens'],
  ['a page that is no start page', '{site}/bakery', '/rye', '/allergens'],
  ['an address without the query that tells pages apart', '{site}/', '/?p=7', '/?p=9'],
  ['an address of another host', 'https://bakery.example/', '/rye', '/allergens'],
]

describe('a canonical address that pages of different text share', () => {
  it.each(MISTAKES)('is ignored and told first: %s', async (_, canonical, rye, allergens) => {
    const links = ['/bakery', rye, allergens]
    const site = await scans.site({
      '/': named('Smith Bakery', SHOP, canonical, links),
      '/bakery': named('Baked by hand', `${SHOP} The ovens are of brick.`, canonical),
      [rye]: named('Rye bread', RYE, canonical),
      [allergens]: named('Allergens', ALLERGENS, canonical),
    })
    for (const run of ['first', 'again']) {
      const { result } = await scans.run(site)
      const all = { '/': 'active', '/bakery': 'active', [rye]: 'active', [allergens]: 'active' }
      expect([run, states()]).toEqual([run, all])
      expect(result.warnings[0]).toMatchObject({ code: 'CANONICAL_SHARED', count: 4 })
    }
    const address = canonical.replace('{site}', scans.web.url)
    const prompts = await promptsOf(site)
    for (const path of [rye, allergens]) expect(prompts.get(path)).toContain(scans.web.url + path)
    const { body } = await scans.app.api('GET', `/sites/${site}/score`, { token: scans.key })
    // @NOTE a wrong shape fails the expectation.
    const { findings } = body.data['site'] as { findings: unknown[] }
    const detail: unknown = expect.stringContaining(`4 pages of different text name ${address}`)
    expect(findings[0]).toMatchObject({ id: 'C4', status: 'fail', pages: 4, detail })
    const key = await scans.app.key(scans.org, ['sites:read', 'analytics:read'])
    const { text } = await askTool(scans.app, 'publisher', 'search', key, { query: 'sesame' })
    expect(JSON.parse(text)).toMatchObject({ results: [{ url: scans.web.url + allergens }] })
  })

  it('is ignored on a site of two pages, and counts again once the pages are one', async () => {
    const site = await scans.site({
      '/shop': named('Smith Bakery', SHOP, '{site}/shop'),
      '/': named('Rye bread', RYE, '{site}/shop', ['/shop']),
    })
    await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/shop': 'active' })
    scans.serve({ '/': named('Smith Bakery', SHOP, '{site}/shop', ['/shop']) })
    await scans.run(site)
    expect(states()).toEqual({ '/': 'redirected', '/shop': 'active' })
  })

  it('counts where a query shows the same page in other ways, and where a text stands twice', async () => {
    const items = (...names: string[]): string =>
      names.map((name) => `${name} loaf of ${name} flour with a crust`).join(', ')
    const views = ['/breads?sort=name', '/breads?flour=rye', '/breads?flour=oat', '/breads?page=2']
    const site = await scans.site({
      '/': page('Home', { links: ['/breads', '/breads/print', ...views] }),
      '/breads': named('Breads', items('rye', 'oat', 'spelt', 'corn'), '{site}/breads'),
      '/breads/print': named('Breads', items('rye', 'oat', 'spelt', 'corn'), '{site}/breads'),
      '/breads?sort=name': named('Breads', items('corn', 'oat', 'rye', 'spelt'), '{site}/breads'),
      '/breads?flour=rye': named('Breads', items('rye'), '{site}/breads'),
      '/breads?flour=oat': named('Breads', items('oat'), '{site}/breads'),
      '/breads?page=2': named('Breads', items('barley', 'teff'), '{site}/breads'),
    })
    const { result } = await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/breads': 'active' })
    expect(result.warnings.map(({ code, count }) => [code, count])).toEqual([
      ['CANONICAL_ELSEWHERE', 5],
    ])
  })
})
