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

const list = (scan: unknown, query = '') =>
  scans.app.api('GET', `/scan/${String(scan)}/addresses${query}`, { token: scans.key })

/** Lists the addresses of a scan as paths of the site. */
async function addressesOf(scan: Record<string, unknown>, query = ''): Promise<unknown[]> {
  const { body } = await list(scan['id'], query)
  // @NOTE a list in this envelope; a wrong shape fails the expectation that reads it.
  const items = body.data as unknown as { url: string; targetUrl: string | null }[]
  return items.map(({ url, targetUrl, ...item }) => ({
    path: url.slice(scans.web.url.length),
    ...item,
    ...(targetUrl !== null && { to: targetUrl.replace(scans.web.url, '') }),
  }))
}

const to =
  (location: string): PageHandler =>
  (_, response) =>
    response.writeHead(301, { location }).end()

describe('addresses that became no page', () => {
  it('are listed with the reason of each', async () => {
    const links = [
      '/missing',
      '/old',
      '/away',
      '/loop',
      '/closed',
      '/copy',
      '/hidden',
      '/data',
      '/x',
    ]
    const site = await scans.site({
      '/robots.txt': 'User-agent: *\nDisallow: /closed',
      '/': page('Home', { links: [...links, '/plan.pdf'] }),
      '/old': to('/new'),
      '/new': page('New'),
      '/away': to('https://elsewhere.example/'),
      '/loop': to('/loop'),
      '/copy': page('Copy', { head: '<link rel="canonical" href="/new">' }),
      '/hidden': page('Hidden', { head: '<meta name="robots" content="noindex">' }),
      '/data': (_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b'),
      '/x': page('X'),
    })
    const scan = await scans.run(site, { exclude: ['/x'] })
    const byPath = (await addressesOf(scan)).toSorted((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
    )
    const skipped = { outcome: 'skipped', httpStatus: null }
    expect(byPath).toEqual([
      {
        path: '/away',
        outcome: 'redirected',
        reason: 'REDIRECT_OUT_OF_SCOPE',
        httpStatus: 301,
        to: 'https://elsewhere.example/',
      },
      { path: '/closed', ...skipped, reason: 'ROBOTS_DISALLOWED' },
      { path: '/copy', ...skipped, reason: 'CANONICAL_ELSEWHERE', to: '/new' },
      { path: '/data', outcome: 'skipped', reason: 'NOT_HTML', httpStatus: 200 },
      { path: '/hidden', outcome: 'skipped', reason: 'NOINDEX', httpStatus: 200 },
      { path: '/loop', outcome: 'failed', reason: 'REDIRECT_LOOP', httpStatus: 301 },
      { path: '/missing', outcome: 'failed', reason: 'HTTP_STATUS', httpStatus: 404 },
      { path: '/old', outcome: 'redirected', reason: 'REDIRECT', httpStatus: 301, to: '/new' },
      { path: '/plan.pdf', ...skipped, reason: 'ASSET' },
      { path: '/x', ...skipped, reason: 'EXCLUDED' },
    ])
    const failed = await addressesOf(scan, '?outcome=failed&reason=HTTP_STATUS')
    expect(failed).toMatchObject([{ path: '/missing' }])
  })

  it('come page by page, and those of other organizations are unknown', async () => {
    const links = Array.from({ length: 7 }, (_, i) => `/missing-${i}`)
    const scan = await scans.run(await scans.site({ '/': page('Home', { links }) }))
    const first = await list(scan['id'], '?limit=5')
    expect(first.body.data).toHaveLength(5)
    const cursor = encodeURIComponent(String(first.body.meta['nextCursor']))
    const second = await list(scan['id'], `?limit=5&cursor=${cursor}`)
    expect(second.body.data).toHaveLength(2)
    expect(second.body.meta['nextCursor']).toBeNull()
    expect((await list('job_none')).status).toBe(404)
    expect((await list(scan['id'], '?outcome=lost')).status).toBe(422)
    await using other = await service.another()
    const foreign = await other.app.api('GET', `/scan/${String(scan['id'])}/addresses`, {
      token: other.key,
    })
    expect(foreign.status).toBe(404)
  })

  it('those that a bound left are listed with the bound, and old lists are forgotten', async () => {
    const links = ['/a', '/b', '/c']
    const site = await scans.site({
      '/': page('Home', { links }),
      ...Object.fromEntries(links.map((path) => [path, page(path)])),
    })
    const first = await scans.run(site, { maxPages: 2 })
    expect(await addressesOf(first)).toMatchObject([
      { path: '/b', outcome: 'skipped', reason: 'PAGE_LIMIT' },
      { path: '/c', outcome: 'skipped', reason: 'PAGE_LIMIT' },
    ])
    for (let i = 0; i < 4; i += 1) await scans.run(site)
    expect(await addressesOf(first)).toHaveLength(2)
    await scans.run(site)
    expect(await addressesOf(first)).toEqual([])
  })
})

describe('the tool that shows a site', () => {
  it('says what its last scan warned of, and the first addresses that became no page', async () => {
    const site = await scans.site({ '/': page('Home', { links: ['/missing', '/plan.pdf'] }) })
    await scans.run(site)
    const { structured } = await askTool(scans.app, 'publisher', 'get_site', scans.key, { site })
    expect(structured).toMatchObject({
      scanWarnings: [
        { code: 'HTTP_STATUS', count: 1 },
        { code: 'ASSET', count: 1 },
      ],
      notPages: [
        { url: `${scans.web.url}/missing`, outcome: 'failed', reason: 'HTTP_STATUS' },
        { url: `${scans.web.url}/plan.pdf`, outcome: 'skipped', reason: 'ASSET' },
      ],
      untrusted: expect.arrayContaining(['notPages', 'scanWarnings']),
    })
  })
})

describe('files that are no pages', () => {
  it('are not asked for where their name says so, and not read beyond their headers otherwise', async () => {
    const files = ['/plan.pdf', '/a.zip', '/kiln.JPG', '/film.mp4?hd=1']
    let sent = 0
    const film: PageHandler = (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      const piece = Buffer.alloc(65_536)
      const send = (): void => {
        sent += piece.length
        // A megabyte is far more than fits into buffers on the way, and far less than the film.
        if (sent > 64_000_000) response.end()
        else if (response.write(piece)) setImmediate(send)
        else response.once('drain', send)
      }
      send()
    }
    const site = await scans.site({
      '/': page('Home', { links: [...files, '/film', '/File:kiln.jpg', '/node.js'] }),
      '/film': film,
      '/File:kiln.jpg': page('A picture of a kiln'),
      '/node.js': page('All about a runtime'),
    })
    const scan = await scans.run(site)
    expect(scan.result.warnings).toEqual(
      expect.arrayContaining([
        { code: 'ASSET', count: 4 },
        { code: 'NOT_HTML', count: 1 },
      ]),
    )
    expect(scan.result).toMatchObject({ pages: 3 })
    expect(scan.progress).toMatchObject({ fetched: 3, skipped: 5, failed: 0 })
    expect(scans.web.paths.filter((path) => files.includes(path))).toEqual([])
    expect(sent).toBeLessThan(32_000_000)
    // The warning comes again in the next scan, which does not read the page that links to them again.
    const again = await scans.run(site)
    expect(again.result.warnings).toEqual(expect.arrayContaining([{ code: 'ASSET', count: 4 }]))
  })
})
