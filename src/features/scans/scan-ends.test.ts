import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { countRows } from '../../testing/stored-events.ts'
import { heldPage, page, WebSite } from '../../testing/web-site.ts'

let app: TestApp
let org: TestOrg
let key: string
let web: WebSite

const OPEN = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', SCAN_TIMEOUT_MS: '2000' }

beforeEach(async () => {
  app = await TestApp.start({ environment: OPEN })
  org = await app.org()
  key = await app.key(org)
  web = await WebSite.start({})
})

afterEach(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

function serve(pages: Parameters<typeof WebSite.start>[0]): void {
  for (const [path, body] of Object.entries(pages)) web.pages.set(path, body)
}

const addSite = (fields: Record<string, unknown> = {}) =>
  app.site(key, { url: `${web.url}/`, ...fields })

/** The site's only scan, after it ended. */
async function scanned(site: string, body: Record<string, unknown> = {}) {
  const { body: started } = await app.api('POST', '/scan', {
    token: key,
    body: { siteId: site, ...body },
  })
  await app.app.services.jobs.onIdle()
  return scanOf(String(started.data.id))
}

async function scanOf(id: string) {
  const { body } = await app.api('GET', `/scan/${id}`, { token: key })
  return body.data as Record<string, unknown> & {
    state: string
    progress: Record<string, number>
    result: { warnings: { code: string; count: number }[] } & Record<string, number>
    error: { code: string; retryable: boolean } | null
  }
}

const siteWith = async (pages: Parameters<typeof WebSite.start>[0]) => {
  serve(pages)
  return addSite({ scan: false })
}

describe('a scan that finds nothing', () => {
  const failure = async (site: string) => {
    const { state, error } = await scanned(site)
    return [state, error?.code, error?.retryable]
  }

  it('of a site that nobody serves', async () => {
    const site = await addSite({ scan: false })
    await web[Symbol.asyncDispose]()
    expect(await failure(site)).toEqual(['failed', 'UNREACHABLE', true])
  })

  it('of a site that robots.txt closes, or whose robots.txt breaks', async () => {
    const site = await siteWith({
      '/robots.txt': 'User-agent: CitableBot\nDisallow: /\n',
      '/': page('Home'),
    })
    expect(await failure(site)).toEqual(['failed', 'ROBOTS_DISALLOWED', true])
    serve({ '/robots.txt': (_, response) => response.writeHead(503).end() })
    expect(await failure(site)).toEqual(['failed', 'ROBOTS_DISALLOWED', true])
    expect(web.paths).not.toContain('/')
  })

  it('of a start page that is an error, or no page', async () => {
    const site = await siteWith({ '/': (_, response) => response.writeHead(500).end() })
    expect(await failure(site)).toEqual(['failed', 'HTTP_STATUS', true])
    serve({ '/': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end() })
    expect(await failure(site)).toEqual(['failed', 'NOT_HTML', true])
  })
})

describe('progress', () => {
  it('comes as server-sent events until the end, and only to who may see it', async () => {
    const site = await siteWith({ '/': page('Home', { links: ['/a'] }), '/a': page('A') })
    const { body } = await app.api('POST', '/scan', { token: key, body: { siteId: site } })
    const address = `${app.url}/api/v1/scan/${String(body.data.id)}`
    const watch = (token: string, headers: Record<string, string> = {}) =>
      fetch(address, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
      })
    const response = await watch(key)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events = (await response.text()).split('\n\n').filter((text) => text.startsWith('id:'))
    const ids = events.map((text) => Number(/^id: (\d+)/.exec(text)?.[1]))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(events.at(-1)).toContain('event: done')
    expect(events.at(-1)).toContain('"state":"succeeded"')
    const again = await (await watch(key, { 'last-event-id': String(ids.at(-1)) })).text()
    expect(again.match(/event: /g)).toHaveLength(1)

    const stranger = await watch(await app.key(await app.org()))
    expect(stranger.status).toBe(404)
    expect(await stranger.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    const weak = await watch(await app.key(org, ['org:read']))
    expect(await weak.json()).toMatchObject({ error: { code: 'INSUFFICIENT_SCOPE' } })
  })
})

describe('canceling', () => {
  it('ends a scan with what it has, and leaves one that ended as it is', async () => {
    const slow = heldPage(page('Slow'))
    const links = Array.from({ length: 20 }, (_, i) => `/slow${i}`)
    const site = await siteWith({
      '/': page('Home', { links }),
      ...Object.fromEntries(links.map((link) => [link, slow.answer])),
    })
    const { body } = await app.api('POST', '/scan', { token: key, body: { siteId: site } })
    const id = String(body.data.id)
    await slow.asked
    expect((await app.api('DELETE', `/scan/${id}`, { token: key })).status).toBe(200)
    slow.release()
    await app.app.services.jobs.onIdle()
    const scan = await scanOf(id)
    expect(scan.state).toBe('canceled')
    expect(scan.result['pages']).toBeLessThan(20)
    expect(countRows(app.directory, 'scan_url')).toBe(0)
    await app.api('DELETE', `/scan/${id}`, { token: key })
    expect(await scanOf(id)).toEqual(scan)
  })
})
