import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SiteDb } from '../../../../db/site-db.ts'
import { parseAllowedNetworks } from '../../../net/address-policy.ts'
import { GuardedClient } from '../../../net/guarded-client.ts'
import { TestApp } from '../../../testing/start-test-app.ts'
import { page, WebSite, type PageHandler } from '../../../testing/web-site.ts'
import { crawl } from './crawl.ts'
import { readBodies } from './read-body.ts'
import { CrawlScope } from './crawl-scope.ts'
import { readTally, type ScanTally } from './tally.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let web: WebSite
let client: GuardedClient
let site: SiteDb

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
})

beforeEach(async () => {
  web = await WebSite.start({})
  const allowed = parseAllowedNetworks('127.0.0.0/8')
  client = new GuardedClient({ policy: { schemes: 'any', ports: 'service', allowed } })
  const org = await app.org()
  const id = await app.site(await app.key(org), { url: `${web.url}/` })
  site = (await app.app.services.context.tenant(org.id).sites.find(id))!
})

afterEach(async () => {
  await client[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

afterAll(() => app[Symbol.asyncDispose]())

/** Answers with a page, after moving the clock. */
const after =
  (step: { hours?: number; seconds?: number }, html: string): PageHandler =>
  (_, response) => {
    app.clock.advance(step)
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  }

/** Crawls, one request at a time, for at most an hour since the scan began. */
async function crawlFor(startedAt = app.clock.now()): Promise<ScanTally> {
  const { scans } = site
  const at = app.clock.now()
  const options = JSON.stringify({ maxPages: 100 })
  const id = app.app.services.context.newId('job')
  await scans.insert({ id, kind: 'rescan', origin: 'api', options, requestedBy: '{}', at })
  const { num } = (await scans.active())!
  await scans.update(num, { state: 'running', started_at: startedAt })
  const tally = readTally('{}')
  const { context } = app.app.services
  const parts = {
    client,
    store: scans,
    pages: site.pageStates,
    readBody: async (body: Parameters<typeof readBodies>[0][number]) =>
      (await readBodies([body]))[0],
    isExcluded: () => false,
    placeSelector: null,
    settings: {
      userAgent: 'CitableBot/1.0',
      concurrency: 1,
      timeoutMs: 10_000,
      maxPages: 100,
      maxDurationMs: HOUR_MS,
    },
    elapsed: app.clock.elapsed,
    now: app.clock.now,
    newPageId: () => context.newId('pg'),
    changed: () => undefined,
    progressed: async () => {},
    signal: new AbortController().signal,
  }
  const scope = new CrawlScope(site.row.url, { include: [], exclude: [] })
  await crawl(parts, (await scans.active())!, scope, tally, site.row.url)
  return tally
}

const LINKS = ['/a', '/b', '/c', '/d']

describe('the time limit of a scan', () => {
  it('the time limit ends a scan with what it has', async () => {
    web.pages.set('/', page('Home', { links: LINKS }))
    web.pages.set('/a', page('A'))
    web.pages.set('/b', after({ hours: 1 }, page('B')))
    web.pages.set('/c', page('C'))
    expect(await crawlFor()).toMatchObject({ pages: 3, warnings: { TIME_LIMIT: 1 } })
    expect(web.paths).not.toContain('/c')
  })

  it('the time limit is not reached because the clock jumps', async () => {
    const jumping =
      (days: number, html: string): PageHandler =>
      (_, response) => {
        app.clock.jump({ days })
        response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      }
    web.pages.set('/', page('Home', { links: LINKS }))
    for (const [i, link] of LINKS.entries()) {
      web.pages.set(link, jumping(i % 2 === 0 ? 1 : -1, page(link)))
    }
    expect(await crawlFor()).toMatchObject({ pages: 5, warnings: {} })
  })

  it('the time limit runs while sitemaps are read', async () => {
    web.pages.set('/robots.txt', 'Sitemap: {site}/one.xml\nSitemap: {site}/two.xml')
    web.pages.set('/', page('Home', { links: LINKS }))
    web.pages.set('/one.xml', after({ hours: 1 }, '<urlset/>'))
    expect(await crawlFor()).toMatchObject({ pages: 0, warnings: { TIME_LIMIT: 1 } })
    expect(web.paths).toEqual(['/robots.txt', '/', '/one.xml'])
  })

  it('a resumed run that is too late has a minute left', async () => {
    web.pages.set('/', page('Home', { links: LINKS }))
    for (const link of LINKS) web.pages.set(link, after({ seconds: 30 }, page(link)))
    const tally = await crawlFor(app.clock.now() - 5 * HOUR_MS)
    expect(tally).toMatchObject({ pages: 3, warnings: { TIME_LIMIT: 1 } })
  })
})
