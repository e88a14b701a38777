import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans, type ScanAnswer } from '../../testing/local-scans.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { countOrgRows, inspectOrg } from '../../testing/org-rows.ts'
import { heldPage, page, taggedPage, type WebSite } from '../../testing/web-site.ts'

let service: LocalScans
let scans: LocalScans
let app: TestApp
let web: WebSite
let key: string

beforeAll(async () => {
  service = await LocalScans.start()
})

beforeEach(async () => {
  scans = await service.another()
  ;({ app, web, key } = scans)
})

afterEach(() => scans[Symbol.asyncDispose]())

afterAll(() => service[Symbol.asyncDispose]())

const warningsOf = ({ result }: ScanAnswer) =>
  Object.fromEntries(result.warnings.map(({ code, count }) => [code, count]))

/** Reads the paths of pages in every state. */
const states = () =>
  Object.fromEntries(
    inspectOrg(app.directory, scans.org.id, (db) =>
      db
        .prepare(
          'SELECT p.path, r.state FROM page AS p JOIN page_record AS r ON r.page_num = p.num',
        )
        .raw()
        .all(),
    ) as [string, string][],
  )

describe('a new site', () => {
  it('a new site is scanned at once, and says so', async () => {
    scans.serve({ '/': page('Home', { links: ['/a', '/b'] }), '/a': page('A'), '/b': page('B') })
    const { body } = await app.api('POST', '/sites', { token: key, body: { url: `${web.url}/` } })
    expect(body.data['scanJob']).toMatchObject({ state: 'queued' })
    await app.app.services.jobs.onIdle()
    const scan = await scans.find((body.data['scanJob'] as { id: string }).id)
    expect(scan).toMatchObject({
      siteId: body.data.id,
      kind: 'onboarding',
      trigger: 'api',
      state: 'succeeded',
      phase: 'finalize',
      progress: { discovered: 3, fetched: 3, skipped: 0, failed: 0, percent: 100 },
      result: {
        pages: 3,
        added: 3,
        changed: 0,
        unchanged: 0,
        removed: 0,
        score: expect.any(Number),
      },
      error: null,
      attempts: 1,
    })
    expect(states()).toEqual({ '/': 'active', '/a': 'active', '/b': 'active' })
    expect(countOrgRows(app.directory, scans.org.id, 'scan_url')).toBe(0)
    expect(countOrgRows(app.directory, scans.org.id, 'job')).toBe(0)
  })

  it('a new site is not scanned where that is not wanted', async () => {
    await app.site(key, { url: `${web.url}/`, scan: false })
    await app.app.services.jobs.onIdle()
    expect(web.asked).toEqual([])
  })
})

describe('discovery', () => {
  it('discovery follows robots.txt, sitemaps, indexes of them, and links', async () => {
    const sitemap = '<urlset><url><loc>{site}/in-map</loc></url></urlset>'
    const site = await scans.site({
      '/robots.txt': 'User-agent: *\nDisallow: /private/\nSitemap: {site}/index.xml\n',
      '/index.xml':
        '<sitemapindex><sitemap><loc>{site}/one.xml</loc></sitemap><sitemap><loc>{site}/two.xml.gz</loc></sitemap></sitemapindex>',
      '/one.xml': sitemap,
      '/two.xml.gz': (_, response) =>
        response.end(gzipSync(`<urlset><url><loc>${web.url}/zipped</loc></url></urlset>`)),
      '/': page('Home', { links: ['/linked', '/private/secret', 'https://elsewhere.example/'] }),
      '/in-map': page('In the map'),
      '/zipped': page('Zipped'),
      '/linked': page('Linked', { links: ['/deeper#part', '/linked?utm_source=x'] }),
      '/deeper': page('Deeper'),
      '/private/secret': page('Secret'),
    })
    const scan = await scans.run(site)
    expect(scan.state).toBe('succeeded')
    expect(Object.keys(states()).toSorted()).toEqual([
      '/',
      '/deeper',
      '/in-map',
      '/linked',
      '/zipped',
    ])
    expect(web.paths).not.toContain('/private/secret')
    expect(scan.progress).toMatchObject({ discovered: 6, fetched: 5, skipped: 1 })
    expect(warningsOf(scan)).toEqual({ ROBOTS_DISALLOWED: 1 })
    expect(web.asked.every(({ headers }) => headers['user-agent']?.startsWith('CitableBot/'))).toBe(
      true,
    )
  })

  it('discovery stays within what the owner includes and leaves out what is excluded', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/blog/one', '/blog/two', '/shop/one', '/blog/drafts/x'] }),
      '/blog/one': page('One'),
      '/blog/two': page('Two'),
      '/shop/one': page('Shop'),
      '/blog/drafts/x': page('Draft'),
    })
    const scan = await scans.run(site, {
      include: ['/', '/blog/*'],
      exclude: ['/blog/drafts/*'],
    })
    expect(Object.keys(states()).toSorted()).toEqual(['/', '/blog/one', '/blog/two'])
    expect(scan.progress).toMatchObject({ discovered: 5, fetched: 3, skipped: 2 })
  })

  it('discovery ends at the number of pages that was asked for', async () => {
    const links = Array.from({ length: 30 }, (_, i) => `/p${i}`)
    const site = await scans.site({
      '/': page('Home', { links }),
      ...Object.fromEntries(links.map((link) => [link, page(link)])),
    })
    const scan = await scans.run(site, { maxPages: 10 })
    expect(scan.result['pages']).toBe(10)
    expect(warningsOf(scan)).toEqual({ PAGE_LIMIT: 1 })
  })

  it('more pages than the plan allows need a larger plan', async () => {
    const token = await app.key(await app.org('pro'))
    const site = await app.site(token, { url: `${web.url}/`, scan: false })
    const { status, body } = await app.api('POST', '/scan', {
      token,
      body: { siteId: site, maxPages: 501 },
    })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({
      code: 'PLAN_REQUIRED',
      message:
        'Scans of 501 pages need the Business plan or higher; the plan pro scans at most 500',
      fields: [{ path: 'maxPages', code: 'plan_limit' }],
    })
  })
})

describe('a scanned page', () => {
  it('a page that redirects leads on, within the site', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/old', '/loop', '/out'] }),
      '/old': (_, response) => response.writeHead(301, { location: '/new' }).end(),
      '/new': page('New'),
      '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
      '/out': (_, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    })
    const scan = await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/new': 'active' })
    expect(warningsOf(scan)).toEqual({ REDIRECT_LOOP: 1, REDIRECT_OUT_OF_SCOPE: 1 })
  })

  it('a page that cannot be read is a counted warning, never a failed scan', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/500', '/pdf', '/empty', '/never', '/bomb', '/404', '/cut'] }),
      '/500': (_, response) => response.writeHead(500).end('boom'),
      '/pdf': (_, response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
      '/empty': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
      '/never': () => {
        // The scanner's own time limit ends it.
      },
      '/bomb': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(64 << 20, 0x61))),
      '/cut': (request) => request.socket.destroy(),
    })
    const scan = await scans.run(site)
    expect(scan.state).toBe('succeeded')
    expect(warningsOf(scan)).toEqual({
      HTTP_STATUS: 2,
      NOT_HTML: 1,
      EMPTY_PAGE: 1,
      TIMEOUT: 1,
      TOO_LARGE: 1,
      UNREACHABLE: 1,
    })
  })

  it('a page that asks not to be indexed is known, and nothing of it is kept', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/header', '/meta'] }),
      '/header': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'noindex' })
          .end(page('Unlisted header')),
      '/meta': page('Unlisted meta', { head: '<meta name="robots" content="noindex">' }),
    })
    const scan = await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/header': 'noindex', '/meta': 'noindex' })
    expect(warningsOf(scan)).toEqual({ NOINDEX: 2 })
    const kept = inspectOrg(app.directory, scans.org.id, (db) =>
      db
        .prepare("SELECT COUNT(*) FROM page_record WHERE state = 'noindex' AND record IS NOT NULL")
        .pluck()
        .get(),
    )
    expect(kept).toBe(0)
  })
})

describe('scanning again', () => {
  it('a second scan asks whether a page changed, and tells what did', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a', '/b', '/c'] }),
      '/a': taggedPage(page('A')),
      '/b': page('B'),
      '/c': page('C'),
    })
    expect((await scans.run(site)).result).toMatchObject({ pages: 4, added: 4 })
    scans.serve({ '/b': page('B', { text: 'Something else altogether, written this morning.' }) })
    web.pages.delete('/c')
    const second = await scans.run(site)
    expect(second.result).toMatchObject({
      pages: 3,
      added: 0,
      changed: 1,
      unchanged: 2,
      removed: 0,
    })
    expect(states()).toMatchObject({ '/c': 'active' })
    expect((await scans.run(site)).result).toMatchObject({ removed: 1 })
    expect(states()).toMatchObject({ '/c': 'gone' })
  })

  it('a second request joins the scan that is under way', async () => {
    const home = heldPage(page('Home'))
    const site = await scans.site({ '/': home.answer })
    const first = await scans.start(site)
    expect(first).toMatchObject({ status: 202, body: { meta: { deduplicated: false } } })
    const second = await scans.start(site)
    expect(second).toMatchObject({
      status: 202,
      body: { data: { id: first.body.data.id }, meta: { deduplicated: true } },
    })
    expect((await scans.start(site, { force: false })).body.error?.code).toBe('CONFLICT')
    home.release()
    await app.app.services.jobs.onIdle()
    expect(countOrgRows(app.directory, scans.org.id, 'scan')).toBe(1)
  })
})
