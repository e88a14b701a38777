import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { countRows } from '../../testing/stored-events.ts'
import { heldPage, page, type WebSite } from '../../testing/web-site.ts'

let scans: LocalScans
let app: TestApp
let web: WebSite
let key: string

beforeEach(async () => {
  scans = await LocalScans.start()
  ;({ app, web, key } = scans)
})

afterEach(() => scans[Symbol.asyncDispose]())

describe('a scan that finds nothing', () => {
  const failure = async (site: string) => {
    const { state, error } = await scans.run(site)
    return [state, error?.code, error?.retryable]
  }

  it('of a site that nobody serves', async () => {
    const site = await scans.site()
    await web[Symbol.asyncDispose]()
    expect(await failure(site)).toEqual(['failed', 'UNREACHABLE', true])
  })

  it('of a site that robots.txt closes, or whose robots.txt breaks', async () => {
    const site = await scans.site({
      '/robots.txt': 'User-agent: CitableBot\nDisallow: /\n',
      '/': page('Home'),
    })
    expect(await failure(site)).toEqual(['failed', 'ROBOTS_DISALLOWED', true])
    scans.serve({ '/robots.txt': (_, response) => response.writeHead(503).end() })
    expect(await failure(site)).toEqual(['failed', 'ROBOTS_DISALLOWED', true])
    expect(web.paths).not.toContain('/')
  })

  it('of a start page that is an error, or no page', async () => {
    const site = await scans.site({ '/': (_, response) => response.writeHead(500).end() })
    expect(await failure(site)).toEqual(['failed', 'HTTP_STATUS', true])
    scans.serve({
      '/': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(),
    })
    expect(await failure(site)).toEqual(['failed', 'NOT_HTML', true])
  })
})

describe('progress', () => {
  it('comes as server-sent events until the end, and only to who may see it', async () => {
    const site = await scans.site({ '/': page('Home', { links: ['/a'] }), '/a': page('A') })
    const { body } = await scans.start(site)
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
    const weak = await watch(await app.key(scans.org, ['org:read']))
    expect(await weak.json()).toMatchObject({ error: { code: 'INSUFFICIENT_SCOPE' } })
  })
})

describe('canceling', () => {
  it('ends a scan with what it has, and leaves one that ended as it is', async () => {
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
    expect(countRows(app.directory, 'scan_url')).toBe(0)
    await app.api('DELETE', `/scan/${id}`, { token: key })
    expect(await scans.find(id)).toEqual(scan)
  })
})
