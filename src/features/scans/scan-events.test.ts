import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { heldPage, page } from '../../testing/web-site.ts'

let service: LocalScans
let scans: LocalScans
let app: TestApp
let key: string

beforeAll(async () => {
  service = await LocalScans.start()
})

beforeEach(async () => {
  scans = await service.another()
  ;({ app, key } = scans)
})

afterEach(() => scans[Symbol.asyncDispose]())

afterAll(() => service[Symbol.asyncDispose]())

describe('the progress of a scan', () => {
  it('progress comes as server-sent events until the end, and only to who may see it', async () => {
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
    const stranger = await watch(await app.key(await app.org()))
    expect(stranger.status).toBe(404)
    expect(await stranger.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    const weak = await watch(await app.key(scans.org, ['org:read']))
    expect(await weak.json()).toMatchObject({ error: { code: 'INSUFFICIENT_SCOPE' } })
  })

  it('progress that was seen to its end is 204 without a body, so that nobody connects again', async () => {
    const site = await scans.site({ '/': page('Home') })
    const { body } = await scans.start(site)
    const id = String(body.data.id)
    const text = await (await watch(id)).text()
    const last = Number(/id: (\d+)\nevent: done\n/.exec(text)?.[1])
    for (const seen of [last, last + 1, 999_999_999]) {
      const response = await watch(id, { 'last-event-id': String(seen) })
      expect([response.status, await response.text()]).toEqual([204, ''])
      expect(response.headers.get('content-type')).toBeNull()
      expect(response.headers.get('x-request-id')).toMatch(/^req_/)
      expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    }
    const response = await watch(id, { 'last-event-id': String(last - 1) })
    expect(response.status).toBe(200)
    expect((await response.text()).match(/event: \w+/g)).toEqual(['event: done'])
    for (const garbage of ['x', '-1', '', '1.5', ' ,', '1'.repeat(10)]) {
      const refused = await watch(id, { 'last-event-id': garbage })
      expect([garbage, refused.status]).toEqual([garbage, 400])
      expect(await refused.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
    }
    const polled = await app.api('GET', `/scan/${id}`, {
      token: key,
      headers: { 'last-event-id': String(last) },
    })
    expect([polled.status, polled.body.data['state']]).toEqual([200, 'succeeded'])
  })

  it('progress ends with a name of its own for each way in which a scan ends', async () => {
    const held = heldPage(page('Home'))
    const site = await scans.site({ '/': held.answer })
    const first = await scans.start(site)
    const watched = watch(String(first.body.data.id)).then((response) => response.text())
    await held.asked
    await app.api('DELETE', `/scan/${String(first.body.data.id)}`, { token: key })
    expect(endOf(await watched)).toEqual(['canceled', 'canceled'])

    scans.serve({ '/': (_, response) => response.writeHead(500).end() })
    const second = await scans.start(site)
    const failed = await watch(String(second.body.data.id))
    expect(endOf(await failed.text())).toEqual(['failed', 'failed'])
    held.release()
  })

  it('the stream opens at once for a client that has seen everything so far', async () => {
    const home = heldPage(page('Home'))
    const site = await scans.site({ '/': home.answer })
    const { body } = await scans.start(site)
    await home.asked
    const last = { 'last-event-id': '999999' }
    const response = await watch(String(body.data.id), last)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    home.release()
    expect(endOf(await response.text())).toEqual(['done', 'succeeded'])
  })

  it('progress comes at most four times a second', async () => {
    const links = Array.from({ length: 400 }, (_, i) => `/p${i}`)
    const site = await scans.site({
      '/': page('Home', { links }),
      ...Object.fromEntries(links.map((link) => [link, page(link)])),
    })
    const { body } = await scans.start(site)
    const begun = performance.now()
    const text = await (await watch(String(body.data.id))).text()
    const seconds = (performance.now() - begun) / 1_000
    const ids = [...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id))
    // It changed far more often than that.
    expect(ids.at(-1)).toBeGreaterThan(30)
    expect(ids.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 2)
  })
})

const watch = (scan: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/v1/scan/${scan}`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
  })

/** Reads the name of the last event, and the state of the scan in it. */
function endOf(text: string): [name: unknown, state: unknown] {
  const [, name, data = '{}'] = /event: (\w+)\ndata: (.*)\n\n$/.exec(text) ?? []
  // @NOTE the data of each event is a scan; another shape fails the expectation that reads it.
  return [name, (JSON.parse(data) as { state?: string }).state]
}
