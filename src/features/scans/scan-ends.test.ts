import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
import { heldPage, page, type WebSite } from '../../testing/web-site.ts'

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

describe('a scan that finds nothing', () => {
  const failure = async (site: string) => {
    const { state, error } = await scans.run(site)
    return [state, error?.code, error?.retryable]
  }

  it('a scan of a site that nobody serves fails', async () => {
    const site = await scans.site()
    await web[Symbol.asyncDispose]()
    expect(await scans.run(site)).toMatchObject({
      state: 'failed',
      error: {
        code: 'UNREACHABLE',
        message: 'The site refuses connections on this port',
        retryable: true,
      },
    })
  })

  it('a scan of a site that robots.txt closes, or whose robots.txt breaks, fails', async () => {
    const site = await scans.site({
      '/robots.txt': 'User-agent: CitableBot\nDisallow: /\n',
      '/': page('Home'),
    })
    expect(await failure(site)).toEqual(['failed', 'ROBOTS_DISALLOWED', false])
    scans.serve({ '/robots.txt': (_, response) => response.writeHead(503).end() })
    expect(await failure(site)).toEqual(['failed', 'ROBOTS_DISALLOWED', true])
    expect(web.paths).not.toContain('/')
  })

  it('a scan of a start page that is an error, or no page, fails', async () => {
    const site = await scans.site({ '/': (_, response) => response.writeHead(500).end() })
    expect(await failure(site)).toEqual(['failed', 'HTTP_STATUS', true])
    scans.serve({
      '/': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(),
    })
    expect(await failure(site)).toEqual(['failed', 'NOT_HTML', false])
  })
})

describe('canceling a scan', () => {
  it('canceling ends a scan with what it has, and leaves one that ended as it is', async () => {
    const slow = heldPage(page('Slow'))
    const links = Array.from({ length: 20 }, (_, i) => `/slow${i}`)
    const site = await scans.site({
      '/': page('Home', { links }),
      ...Object.fromEntries(links.map((link) => [link, slow.answer])),
    })
    const { body } = await scans.start(site)
    const id = String(body.data.id)
    await slow.asked
    expect((await app.api('DELETE', `/scan/${id}`, { token: key })).status).toBe(200)
    slow.release()
    await app.app.services.jobs.onIdle()
    const scan = await scans.find(id)
    expect(scan.state).toBe('canceled')
    expect(scan.result['pages']).toBeLessThan(20)
    await app.api('DELETE', `/scan/${id}`, { token: key })
    expect(await scans.find(id)).toEqual(scan)
    const told = inspectOrg(app.directory, scans.org.id, (db) =>
      db.prepare("SELECT target_id, detail FROM audit_entry WHERE action = 'scan.cancel'").all(),
    )
    expect(told).toEqual([{ target_id: site, detail: JSON.stringify({ scan: id }) }])
  })

  it('canceling does not wait for a site that is silent', async () => {
    const silent = heldPage('')
    const names = Array.from({ length: 50 }, (_, i) => `/map${i}.xml`)
    const site = await scans.site({
      '/': page('Home'),
      '/robots.txt': names.map((name) => `Sitemap: {site}${name}`).join('\n'),
      ...Object.fromEntries(names.map((name) => [name, silent.answer])),
    })
    const { body } = await scans.start(site)
    await silent.asked
    await app.api('DELETE', `/scan/${String(body.data.id)}`, { token: key })
    await app.app.services.jobs.onIdle()
    expect(await scans.find(String(body.data.id))).toMatchObject({ state: 'canceled' })
    expect(web.paths.filter((path) => path.startsWith('/map'))).toHaveLength(1)
  })

  it('canceling ends a scan that writes prompts', async () => {
    const links = Array.from({ length: 200 }, (_, i) => `/p${i}`)
    const site = await scans.site({
      '/': page('Home', { links }),
      ...Object.fromEntries(links.map((link) => [link, page(link)])),
    })
    const { body } = await scans.start(site)
    const id = String(body.data.id)
    using watch = app.app.services.context.signals.watch(id)
    const isPrompting = () =>
      inspectOrg(app.directory, scans.org.id, (db) =>
        db.prepare('SELECT phase FROM scan').pluck().get(),
      ) === 'prompts'
    while (!isPrompting()) await watch.next(1_000, new AbortController().signal)
    await app.api('DELETE', `/scan/${id}`, { token: key })
    await app.app.services.jobs.onIdle()
    const scan = await scans.find(id)
    expect(scan).toMatchObject({ state: 'canceled', result: { pages: 201, score: null } })
  })

  it('canceling ends a waiting scan at once, and lets the next one begin', async () => {
    const busy = heldPage(page('Busy'))
    const site = await scans.site({ '/': busy.answer })
    for (const plan of ['business', 'business'] as const) {
      // Two scans run at a time.
      const token = await app.key(await app.org(plan))
      const siteId = await app.site(token, { url: `${web.url}/` })
      await app.api('POST', '/scan', { token, body: { siteId } })
    }
    await busy.asked
    const { body } = await scans.start(site)
    const answer = await app.api('DELETE', `/scan/${String(body.data.id)}`, { token: key })
    expect(answer.body.data).toMatchObject({ state: 'canceled', result: { pages: 0 } })
    const next = await scans.start(site)
    expect(next.body.meta['deduplicated']).toBe(false)
    busy.release()
    await app.app.services.jobs.onIdle()
    expect(await scans.find(String(body.data.id))).toMatchObject({ state: 'canceled' })
    expect(await scans.find(String(next.body.data.id))).toMatchObject({ state: 'succeeded' })
  })
})
