import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pageStates } from '../../testing/page-states.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
import { BROWSER_USER_AGENT, TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { page, WebSite, type PageHandler } from '../../testing/web-site.ts'

let app: TestApp
let web: WebSite
let org: TestOrg
let key: string
let port: string

beforeAll(async () => {
  app = await TestApp.start({
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', SCAN_TIMEOUT_MS: '2000' },
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  })
})

beforeEach(async () => {
  org = await app.org('business')
  key = await app.key(org)
  web = await WebSite.start({})
  ;({ port } = new URL(web.url))
})

afterEach(() => web[Symbol.asyncDispose]())

afterAll(() => app[Symbol.asyncDispose]())

const isWww: (...asked: Parameters<PageHandler>) => boolean = ({ headers }) =>
  headers.host?.startsWith('www.') === true

/** Serves a page at `www.` alone, to which the other name redirects. */
const atWww =
  (html: string): PageHandler =>
  (request, response) => {
    if (isWww(request, response)) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      return
    }
    const location = `http://www.shop.test:${port}${request.url ?? ''}`
    response.writeHead(301, { location }).end()
  }

const newSite = () => app.site(key, { url: `http://shop.test:${port}/`, scan: false })

async function scan(siteId: string) {
  const { body } = await app.api('POST', '/scan', { token: key, body: { siteId } })
  await app.app.services.jobs.onIdle()
  const answer = await app.api('GET', `/scan/${String(body.data.id)}`, { token: key })
  return answer.body.data
}

const urls = () =>
  inspectOrg(app.directory, org.id, (db) =>
    db.prepare('SELECT url FROM page ORDER BY url').pluck().all(),
  )

const hostsOf = (path: string) =>
  web.asked.filter((asked) => asked.path === path).map(({ headers }) => headers.host)

describe('a site whose start page redirects to its other name', () => {
  it('the site is read from its other name, each page once', async () => {
    const links = ['/a', `http://shop.test:${port}/b`]
    web.pages.set('/', atWww(page('Home', { links })))
    web.pages.set('/a', atWww(page('A')))
    web.pages.set('/b', atWww(page('B')))
    const site = await newSite()
    expect(await scan(site)).toMatchObject({
      state: 'succeeded',
      result: { pages: 3, warnings: [] },
    })
    expect(urls()).toEqual(['', 'a', 'b'].map((path) => `http://www.shop.test:${port}/${path}`))
    expect(hostsOf('/b')).toEqual([`www.shop.test:${port}`])
    expect(await scan(site)).toMatchObject({ result: { pages: 3, unchanged: 3, warnings: [] } })
  })

  it('the robots.txt of the other name is heeded', async () => {
    web.pages.set('/robots.txt', (request, response) => {
      const rules = isWww(request, response) ? 'User-agent: *\nDisallow: /a' : ''
      response.writeHead(200, { 'content-type': 'text/plain' }).end(rules)
    })
    web.pages.set('/', atWww(page('Home', { links: ['/a'] })))
    web.pages.set('/a', atWww(page('A')))
    expect(await scan(await newSite())).toMatchObject({ result: { pages: 1 } })
    expect(web.paths).not.toContain('/a')
  })

  it('a site that redirects to another path of its other name is read from there', async () => {
    web.pages.set('/', (_, response) =>
      response.writeHead(302, { location: `http://www.shop.test:${port}/en` }).end(),
    )
    web.pages.set('/en', atWww(page('English')))
    await scan(await newSite())
    expect(urls()).toEqual([`http://www.shop.test:${port}/en`])
    expect(new Set(hostsOf('/en'))).toEqual(new Set([`www.shop.test:${port}`]))
  })

  it('a site that moved to its other name keeps its pages, with their new address', async () => {
    web.pages.set('/', page('Home'))
    const site = await newSite()
    await scan(site)
    web.pages.set('/', atWww(page('Home')))
    expect(await scan(site)).toMatchObject({ result: { pages: 1, added: 0, unchanged: 1 } })
    expect(urls()).toEqual([`http://www.shop.test:${port}/`])
  })
})

describe('a page that redirects to itself', () => {
  it('a page at another name of the site is read there, if robots.txt of that name lets it', async () => {
    web.pages.set('/robots.txt', (request, response) => {
      const rules = isWww(request, response) ? 'User-agent: *\nDisallow: /closed' : ''
      response.writeHead(200, { 'content-type': 'text/plain' }).end(rules)
    })
    web.pages.set('/', page('Home', { links: ['/shop', '/closed'] }))
    web.pages.set('/shop', atWww(page('Shop')))
    web.pages.set('/closed', atWww(page('Closed')))
    expect(await scan(await newSite())).toMatchObject({
      result: { pages: 2, warnings: [{ code: 'REDIRECT_LOOP', count: 1 }] },
    })
    expect(pageStates(app.directory, org.id)).toEqual({ '/': 'active', '/shop': 'active' })
    expect(hostsOf('/closed')).toEqual([`shop.test:${port}`])
  })

  it('a page with a parameter that says nothing is read there', async () => {
    web.pages.set('/', page('Home', { links: ['/a'] }))
    web.pages.set('/a', (_, response) =>
      response.writeHead(302, { location: '/a?utm_source=self' }).end(),
    )
    web.pages.set('/a?utm_source=self', page('A'))
    expect(await scan(await newSite())).toMatchObject({ result: { pages: 2, warnings: [] } })
    expect(pageStates(app.directory, org.id)).toEqual({ '/': 'active', '/a': 'active' })
  })
})

describe('a page with escapes in its address', () => {
  it('an escaped address is the same page for readers and for scans', async () => {
    web.pages.set('/', page('Home', { links: ['/~u', '/%7Eu', '/caf%c3%a9', '/café'] }))
    web.pages.set('/~u', page('User'))
    web.pages.set('/caf%C3%A9', page('Café'))
    const site = await newSite()
    for (const path of ['/%7eu', '/~u', '/caf%c3%a9']) {
      const event = { siteId: site, kind: 'impression', url: `http://shop.test:${port}${path}` }
      const sent = await fetch(`${app.url}/api/v1/collect`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': BROWSER_USER_AGENT },
        body: JSON.stringify(event),
      })
      expect(sent.status).toBe(202)
    }
    expect(await scan(site)).toMatchObject({ result: { pages: 3, warnings: [] } })
    const paths = inspectOrg(app.directory, org.id, (db) =>
      db.prepare('SELECT path FROM page ORDER BY path').pluck().all(),
    )
    expect(paths).toEqual(['/', '/caf%C3%A9', '/~u'])
  })
})
