import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { heldPage, page } from '../../testing/web-site.ts'

let scans: LocalScans
let app: TestApp
let key: string

beforeEach(async () => {
  scans = await LocalScans.start()
  ;({ app, key } = scans)
})

afterEach(() => scans[Symbol.asyncDispose]())

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

  it('opens at once for who has seen everything so far', async () => {
    const home = heldPage(page('Home'))
    const site = await scans.site({ '/': home.answer })
    const { body } = await scans.start(site)
    await home.asked
    const last = { 'last-event-id': '999999' }
    const response = await watch(String(body.data.id), last)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    home.release()
    const text = await response.text()
    expect(text.match(/event: /g)).toEqual(['event: '])
    expect(text).toContain('event: done')
  })

  it('comes at most four times a second', async () => {
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
