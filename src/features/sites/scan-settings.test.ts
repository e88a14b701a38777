import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { page, WebSite } from '../../testing/web-site.ts'

let app: TestApp
let org: TestOrg
let key: string
let web: WebSite

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
})

beforeEach(async () => {
  org = await app.org()
  key = await app.key(org)
  web = await WebSite.start({
    '/': page('Home', { links: ['/blog/one', '/blog/drafts/x', '/shop'] }),
    '/blog/one': page('One'),
    '/blog/drafts/x': page('Draft'),
    '/shop': page('Shop'),
  })
})

afterEach(() => web[Symbol.asyncDispose]())

afterAll(() => app[Symbol.asyncDispose]())

const BLOG = { include: ['/', '/blog/*'], exclude: ['/blog/drafts/*'], maxPages: 20 }

const create = (scan: unknown, token = key) =>
  app.api('POST', '/sites', { token, body: { url: `${web.url}/`, scan } })
const change = (id: string, scan: unknown, token = key) =>
  app.api('PUT', `/sites/${id}`, { token, body: { scan } })
const get = async (id: string) => (await app.api('GET', `/sites/${id}`, { token: key })).body.data

const now = () => new Date(app.clock.now()).toISOString()

/** Writes a time as tools tell it of a site in UTC. */
const inUtc = (at: number) => new Date(at).toISOString().replace('.000Z', '+00:00')

/** Starts a scan with these fields; returns its options and the paths that it requested. */
async function scanned(siteId: string, fields: Record<string, unknown> = {}) {
  web.asked.length = 0
  const { body } = await app.api('POST', '/scan', { token: key, body: { siteId, ...fields } })
  await app.app.services.jobs.onIdle()
  const pages = web.paths.filter((path) => /^\/(blog|shop|$)/.test(path))
  return { options: body.data['options'], paths: [...new Set(pages)].toSorted() }
}

describe('the scan settings of a site', () => {
  it('scan settings are kept with the site, and hold for its first scan', async () => {
    const { status, body } = await create(BLOG)
    expect(status).toBe(201)
    expect(body.data['scan']).toEqual({ schedule: 'off', ...BLOG })
    await app.app.services.jobs.onIdle()
    expect(web.paths).toContain('/blog/one')
    expect(web.paths).not.toContain('/shop')
    expect(web.paths).not.toContain('/blog/drafts/x')
  })

  it('scan settings hold for later scans, where they are not given bounds of their own', async () => {
    const { body } = await create({ now: false, ...BLOG })
    const id = String(body.data.id)
    expect(countOrgRows(app.directory, org.id, 'scan')).toBe(0)
    expect(await scanned(id, { include: [], maxPages: 7 })).toEqual({
      options: { include: [], exclude: BLOG.exclude, maxPages: 7 },
      paths: ['/', '/blog/one', '/shop'],
    })
    expect(await scanned(id)).toEqual({ options: BLOG, paths: ['/', '/blog/one'] })
    expect((await get(id))['scan']).toEqual({ schedule: 'off', ...BLOG })
  })

  it('scan settings change field by field, and null is what the plan allows', async () => {
    const { body } = await create({ now: false, ...BLOG })
    const id = String(body.data.id)
    const changed = await change(id, { exclude: [], maxPages: null })
    expect(changed.body.data).toMatchObject({
      scan: { schedule: 'off', include: BLOG.include, exclude: [], maxPages: null },
      version: 2,
    })
    const { options } = await scanned(id)
    expect(options).toEqual({ include: BLOG.include, exclude: [], maxPages: 5_000 })
    const again = await change(id, changed.body.data['scan'])
    expect(again.body.data['scan']).toEqual(changed.body.data['scan'])
    const [, , entry] = auditEntries(app.directory, org.id).filter((one) => one.target_id === id)
    expect(entry?.['action']).toBe('scan.start')
  })

  it.each([
    [{ include: ['blog'] }, 'scan.include[0]'],
    [{ exclude: ['/a*b*c*d*e*f*g'] }, 'scan.exclude[0]'],
    [{ exclude: Array.from({ length: 51 }, (_, i) => `/${i}`) }, 'scan.exclude'],
    [{ maxPages: 0 }, 'scan.maxPages'],
    [{ maxPages: 50_001 }, 'scan.maxPages'],
    [{ schedule: 'hourly' }, 'scan.schedule'],
  ])('scan settings refuse %j', async (scan, path) => {
    const id = await app.site(key)
    for (const answer of [await create(scan), await change(id, scan)]) {
      expect(answer.status).toBe(422)
      expect(answer.body.error?.fields).toMatchObject([{ path }])
    }
    expect((await change(id, { night: true })).body.error?.fields).toMatchObject([
      { path: 'scan.night', code: 'unknown_field' },
    ])
  })

  it('the refusal names the plan that reaches as far, once nothing else is wrong', async () => {
    const id = await app.site(key)
    const message =
      'Scans of 5001 pages need the Enterprise plan; the plan business scans at most 5000'
    const refused = (path: string) => ({
      code: 'PLAN_REQUIRED',
      message,
      fields: [{ path, location: 'body', code: 'plan_limit', message }],
    })
    for (const answer of [await create({ maxPages: 5_001 }), await change(id, { maxPages: 5_001 })])
      expect([answer.status, answer.body.error]).toMatchObject([403, refused('scan.maxPages')])
    const start = (body: unknown) => app.api('POST', '/scan', { token: key, body })
    const scan = await start({ siteId: id, maxPages: 5_001 })
    expect([scan.status, scan.body.error]).toMatchObject([403, refused('maxPages')])

    const narrowed = { maxPages: 5_001, include: ['blog'] }
    const faults = [
      await create(narrowed),
      await change(id, narrowed),
      await start({ siteId: id, ...narrowed }),
      await app.api('PUT', `/sites/${id}`, {
        token: key,
        body: { aliases: ['no host'], scan: { maxPages: 5_001 } },
      }),
      await app.api('POST', '/sites', {
        token: key,
        body: { domain: 'no host', scan: { maxPages: 5_001 } },
      }),
    ]
    const paths = faults.map(({ status, body }) => [status, body.error?.fields[0]?.path])
    expect(paths).toEqual([
      [422, 'scan.include[0]'],
      [422, 'scan.include[0]'],
      [422, 'include[0]'],
      [422, 'aliases[0]'],
      [422, 'domain'],
    ])
    expect((await start({ siteId: 'site_nowhere', maxPages: 5_001 })).status).toBe(404)
  })

  it('scan settings keep to a plan that became smaller', async () => {
    const { body } = await create({ now: false, maxPages: 5_000 })
    const id = String(body.data.id)
    await app.changePlan(org, 'pro')
    const later = await app.key(org)
    const { status } = await change(id, { maxPages: 5_000, exclude: ['/x'] }, later)
    expect(status).toBe(200)
    expect((await scanned(id)).options).toMatchObject({ maxPages: 500, exclude: ['/x'] })
  })
})

describe('the counts of a site', () => {
  it('the counts of a site are those of its last good scan, over REST and MCP', async () => {
    const { body } = await create(true)
    const id = String(body.data.id)
    await app.app.services.jobs.onIdle()
    const stats = {
      pages: 4,
      prompts: 4,
      lastScanAt: now(),
      nextScanAt: null,
      aiScore: expect.any(Number),
    }
    expect((await get(id))['stats']).toEqual(stats)

    web.pages.set('/robots.txt', 'User-agent: *\nDisallow: /\n')
    app.clock.advance({ hours: 1 })
    await scanned(id)
    expect((await get(id))['stats']).toEqual(stats)
    const { structured } = await askTool(app, 'publisher', 'get_site', key, { site: id })
    expect(structured).toMatchObject({
      scan: { schedule: 'off' },
      // The tool tells times in the site's zone, with the offset.
      stats: { ...stats, lastScanAt: inUtc(Date.parse(stats.lastScanAt)) },
      data: { pages: 4 },
      lastScan: { state: 'failed', finishedAt: inUtc(app.clock.now()) },
    })
  })
})
