import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans, type ScanAnswer } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
import { page, taggedPage } from '../../testing/web-site.ts'

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

/** Writes a page that names another address as its own. */
const copyOf = (path: string, title = `Copy of ${path}`): string =>
  page(title, { head: `<link rel="canonical" href="{site}${path}">` })

const warningsOf = ({ result }: ScanAnswer) =>
  Object.fromEntries(result.warnings.map(({ code, count }) => [code, count]))
const states = () => pageStates(scans.app.directory, scans.org.id)
const timesAsked = (path: string) => scans.web.paths.filter((asked) => asked === path).length

describe('a page with a canonical address elsewhere', () => {
  it('the duplicate is no page, and leads to its canonical address', async () => {
    const sorted = ['/list?sort=a', '/list?sort=b', '/list?sort=c']
    const site = await scans.site({
      '/': page('Home', { links: sorted }),
      ...Object.fromEntries(sorted.map((path) => [path, copyOf('/list')])),
      '/list': page('List', { head: '<link rel="canonical" href="{site}/list">' }),
    })
    const scan = await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/list': 'active' })
    expect(scan.result).toMatchObject({ pages: 2, added: 2 })
    expect(scan.progress).toMatchObject({ discovered: 5, fetched: 2, skipped: 3, failed: 0 })
    expect(warningsOf(scan)).toEqual({ CANONICAL_ELSEWHERE: 3 })
    expect([...sorted, '/list'].map(timesAsked)).toEqual([1, 1, 1, 1])
  })

  it('the links of a duplicate are followed', async () => {
    const second = page('List', {
      links: ['/deep'],
      head: '<link rel="canonical" href="{site}/list">',
    })
    const site = await scans.site({
      '/': page('Home', { links: ['/list?page=2'] }),
      '/list?page=2': second,
      '/list': page('List'),
      '/deep': page('Deep'),
    })
    await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/list': 'active', '/deep': 'active' })
  })

  it('a page stays a page where its canonical address fails, is closed, or is another site', async () => {
    const site = await scans.site({
      '/robots.txt': 'User-agent: *\nDisallow: /closed',
      '/': page('Home', { links: ['/a', '/b', '/c', '/d'] }),
      '/a': copyOf('/missing'),
      '/b': copyOf('/closed'),
      '/c': page('C', { head: '<link rel="canonical" href="https://elsewhere.example/c">' }),
      '/d': copyOf('/unlisted'),
      '/unlisted': page('Unlisted', { head: '<meta name="robots" content="noindex">' }),
    })
    const scan = await scans.run(site)
    expect(states()).toEqual({
      '/': 'active',
      '/a': 'active',
      '/b': 'active',
      '/c': 'active',
      '/d': 'active',
      '/unlisted': 'noindex',
    })
    expect(scan.result).toMatchObject({ pages: 5, added: 5 })
    expect(warningsOf(scan)).toMatchObject({ CANONICAL_ELSEWHERE: 3, HTTP_STATUS: 1, NOINDEX: 1 })
  })

  it('two pages that name each other are both pages, in each scan', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a', '/b'] }),
      '/a': copyOf('/b'),
      '/b': copyOf('/a'),
    })
    for (const news of [{ added: 3 }, { unchanged: 3 }, { unchanged: 3 }]) {
      const scan = await scans.run(site)
      expect(states()).toEqual({ '/': 'active', '/a': 'active', '/b': 'active' })
      expect(scan.result).toMatchObject({ pages: 3, ...news })
    }
  })

  it('a page is a duplicate where several steps lead to a page', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a'] }),
      '/a': copyOf('/b'),
      '/b': copyOf('/old'),
      '/old': (_, response) => response.writeHead(301, { location: '/new' }).end(),
      '/new': page('New'),
    })
    await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/new': 'active' })
  })

  it('a page is no duplicate of a start page that every page names', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a', '/?lang=en'] }),
      '/a': copyOf('/'),
      '/?lang=en': copyOf('/'),
    })
    const scan = await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/a': 'active' })
    expect(warningsOf(scan)).toEqual({ CANONICAL_SHARED: 2, CANONICAL_ELSEWHERE: 2 })
  })

  it('a duplicate is asked for again by the next scan where no page was found in its place', async () => {
    const held = taggedPage(copyOf('/late').replace('{site}', scans.web.url))
    const site = await scans.site({ '/': page('Home', { links: ['/a'] }), '/a': held })
    expect((await scans.run(site)).result).toMatchObject({ pages: 2 })
    scans.serve({ '/late': page('Late') })
    expect((await scans.run(site)).result).toMatchObject({ pages: 2, added: 1, unchanged: 1 })
    expect(states()).toEqual({ '/': 'active', '/a': 'redirected', '/late': 'active' })
  })

  it('a page that becomes a duplicate leaves what is offered, with where it went', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a', '/b'] }),
      '/a': page('A'),
      '/b': page('B'),
    })
    await scans.run(site)
    scans.serve({ '/a': copyOf('/b') })
    expect((await scans.run(site)).result).toMatchObject({ pages: 2, unchanged: 2 })
    expect(states()).toMatchObject({ '/a': 'redirected', '/b': 'active' })
    const target = inspectOrg(scans.app.directory, scans.org.id, (db) =>
      db
        .prepare('SELECT target_url FROM page_record JOIN page ON num = page_num WHERE path = ?')
        .pluck()
        .get('/a'),
    )
    expect(target).toBe(`${scans.web.url}/b`)
    scans.serve({ '/a': page('A') })
    expect((await scans.run(site)).result).toMatchObject({ pages: 3, added: 0, unchanged: 3 })
    expect(states()).toMatchObject({ '/a': 'active' })
  })
})
