import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { heldPage, page } from '../../testing/web-site.ts'

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

const LINKS = Array.from({ length: 20 }, (_, i) => `/p${i}`)

/** Serves every page with an ETag, and sends none to a client that has it; returns how often each was sent. */
function serveTagged(pages: Readonly<Record<string, string>>): Map<string, number> {
  const sent = new Map<string, number>()
  for (const [path, html] of Object.entries(pages)) {
    scans.web.pages.set(path, (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') {
        response.writeHead(304).end()
        return
      }
      sent.set(path, (sent.get(path) ?? 0) + 1)
      response.writeHead(200, { 'content-type': 'text/html', etag: '"v1"' }).end(html)
    })
  }
  return sent
}

const SITE = {
  '/': page('Home', { links: LINKS }),
  ...Object.fromEntries(LINKS.map((link) => [link, page(link)])),
}

describe('unfinished work of a scan', () => {
  it('pages beyond the limit are looked at when there is room, though no page changed', async () => {
    const sent = serveTagged(SITE)
    const site = await scans.site()
    expect(await scans.run(site, { maxPages: 5 })).toMatchObject({ result: { pages: 5 } })
    expect(await scans.run(site, { maxPages: 5 })).toMatchObject({
      result: { pages: 5, unchanged: 5 },
    })
    expect(await scans.run(site)).toMatchObject({ result: { pages: 21, added: 16 } })
    // The score asks for the start page as well.
    expect(LINKS.map((link) => sent.get(link))).toEqual(LINKS.map(() => 1))
  })

  it('the next scan looks at what a canceled one left', async () => {
    const slow = heldPage(page('Slow'))
    const site = await scans.site({
      '/': page('Home', { links: LINKS }),
      ...Object.fromEntries(LINKS.map((link) => [link, slow.answer])),
    })
    const { body } = await scans.start(site)
    await slow.asked
    await scans.app.api('DELETE', `/scan/${String(body.data.id)}`, { token: scans.key })
    slow.release()
    await scans.app.app.services.jobs.onIdle()
    expect(await scans.run(site)).toMatchObject({ result: { pages: 21 } })
  })

  it('a scan that cannot reach the site loses nothing of what waits', async () => {
    serveTagged(SITE)
    const site = await scans.site()
    await scans.run(site, { maxPages: 5 })
    scans.serve({ '/robots.txt': (request) => request.socket.destroy() })
    expect(await scans.run(site)).toMatchObject({ state: 'failed' })
    scans.web.pages.delete('/robots.txt')
    expect(await scans.run(site)).toMatchObject({ result: { pages: 21 } })
  })

  it('links that could not be kept are found again in pages that did not change', async () => {
    // Of the 40 links, only 18 fit in addition to the two pages that may be stored.
    const links = Array.from({ length: 40 }, (_, i) => `/q${i}`)
    const sent = serveTagged({
      '/': page('Home', { links: ['/list'] }),
      '/list': page('List', { links }),
      ...Object.fromEntries(links.map((link) => [link, page(link)])),
    })
    const site = await scans.site()
    await scans.run(site, { maxPages: 2 })
    expect(await scans.run(site, { maxPages: 2 })).toMatchObject({ result: { unchanged: 2 } })
    expect(sent.get('/list')).toBe(1)
    expect(await scans.run(site)).toMatchObject({ result: { pages: 42 } })
    expect(sent.get('/list')).toBe(2)
    expect(await scans.run(site)).toMatchObject({ result: { pages: 42, unchanged: 42 } })
    expect(sent.get('/list')).toBe(2)
  })

  it('pages behind 50 steps are reached by the next scan', async () => {
    const steps = 60
    const chain = Array.from({ length: steps }, (_, i) => [
      `/c${i}`,
      page(`Step ${i}`, { links: [`/c${i + 1}`] }),
    ])
    serveTagged({ '/': page('Home', { links: ['/c0'] }), ...Object.fromEntries(chain) })
    const site = await scans.site()
    const first = await scans.run(site)
    expect(first.result['pages']).toBe(51)
    expect(await scans.run(site)).toMatchObject({ result: { pages: steps + 1 } })
  })
})

describe('a page that is gone', () => {
  it('a page that was gone is found again when it is back, though the page that leads to it stays as it was', async () => {
    const home = { '/': page('Home', { links: ['/a'] }) }
    serveTagged({ ...home, '/a': page('A') })
    const site = await scans.site()
    await scans.run(site)
    scans.web.pages.delete('/a')
    await scans.run(site)
    expect(await scans.run(site)).toMatchObject({ result: { removed: 1 } })
    expect(await scans.run(site)).toMatchObject({ result: { removed: 0 } })
    scans.serve({ '/a': page('A') })
    expect(await scans.run(site)).toMatchObject({ result: { pages: 2 } })
  })
})
