import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
import { page } from '../../testing/web-site.ts'

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

const states = () => pageStates(scans.app.directory, scans.org.id)

describe('where a scan begins', () => {
  it('is the address that it is given, where that is one of the site', async () => {
    const site = await scans.site({
      '/': page('Home'),
      '/docs/': page('Docs', { links: ['/docs/kilns'] }),
      '/docs/kilns': page('Kilns'),
    })
    const scan = await scans.run(site, { url: `${scans.web.url}/docs/?utm_source=x` })
    expect(scan['options']).toMatchObject({ startUrl: `${scans.web.url}/docs/` })
    expect(states()).toEqual({ '/docs/': 'active', '/docs/kilns': 'active' })
    const plain = await scans.run(site, { url: `${scans.web.url}/` })
    expect(plain['options']).not.toHaveProperty('startUrl')
  })

  it.each([
    ['another site', 'https://elsewhere.example/'],
    ['another port', 'http://127.0.0.1:9/'],
    ['another scheme', 'ftp://127.0.0.1/'],
    ['no address', 'docs'],
    ['a password', 'http://a:b@127.0.0.1/'],
  ])('is never %s', async (_, url) => {
    const { status, body } = await scans.start(await scans.site(), { url })
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: 'url', code: 'other_site' }])
  })

  it('a path that does not exist fails the scan, and says how', async () => {
    const scan = await scans.run(await scans.site(), { url: `${scans.web.url}/none` })
    expect(scan).toMatchObject({ state: 'failed', error: { code: 'HTTP_STATUS' } })
  })

  it('a start page outside of the bounds is read for its links alone', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/docs/kilns', '/blog'] }),
      '/docs/kilns': page('Kilns'),
      '/blog': page('Blog'),
    })
    const scan = await scans.run(site, { include: ['/docs/*'] })
    expect(states()).toEqual({ '/docs/kilns': 'active' })
    expect(scan.result).toMatchObject({ pages: 1 })
    const none = await scans.run(site, { include: ['/nothing/*'] })
    expect(none).toMatchObject({ state: 'failed', error: { code: 'NO_PAGES' } })
    expect(states()).toEqual({ '/docs/kilns': 'active' })
  })
})

describe('the address of a site', () => {
  const move = (site: string, url: string) =>
    scans.app.api('PUT', `/sites/${site}`, { token: scans.key, body: { url } })

  it('can be another one of its domain, and its pages are scanned there', async () => {
    const site = await scans.site({ '/': page('Home', { links: ['/a'] }), '/a': page('A') })
    await scans.run(site)
    await using other = await service.another()
    other.serve({ '/start': page('Start'), '/a': page('A, moved') })
    const moved = await move(site, `${other.web.url}/start?x=1#y`)
    expect(moved.status).toBe(200)
    expect(moved.body.data).toMatchObject({ url: `${other.web.url}/start`, domain: '127.0.0.1' })
    await scans.run(site)
    expect(states()).toMatchObject({ '/start': 'active', '/a': 'active' })
    expect(other.web.paths).toContain('/a')
  })

  it('may be a folder, whose first page is the start page of the site', async () => {
    const site = await scans.site({
      '/': page('Pottery', { links: ['/kilns/'] }),
      '/kilns/': page('Kilns', { links: ['/kilns/electric/', '/kilns/kilns.html'] }),
      '/kilns/kilns.html': page('All kilns', { links: ['/kilns/electric/'] }),
      '/kilns/electric/': page('Electric kilns'),
    })
    const types = async () => {
      await scans.run(site)
      const { body } = await scans.app.api('GET', `/pages/${site}`, { token: scans.key })
      // @NOTE the list of pages, whose shape its own test holds.
      const rows = body.data as unknown as { path: string; type: string }[]
      return Object.fromEntries(rows.map(({ path, type }) => [path, type]))
    }
    const before = await types()
    expect(before).toMatchObject({ '/': 'landing', '/kilns/': 'other' })
    await move(site, `${scans.web.url}/kilns/`)
    expect(await types()).toMatchObject({ '/kilns/': 'landing', '/kilns/electric/': 'other' })
    // Some sites call the file of their start page as they call its folder.
    await move(site, `${scans.web.url}/kilns/kilns.html`)
    expect(await types()).toMatchObject({ '/kilns/kilns.html': 'landing', '/kilns/': 'other' })
  })

  it('may be at a verified domain, and at no other, however alike', async () => {
    const site = await scans.site()
    const refused = await move(site, 'https://kilns.example/start')
    expect(refused.status).toBe(422)
    expect(refused.body.error?.fields).toMatchObject([{ path: 'url', code: 'not_verified' }])
    await scans.app.vouchFor(site, 'kilns.example')
    expect((await move(site, 'https://www.kilns.example/start')).status).toBe(200)
    expect((await move(site, 'https://notkilns.example/')).status).toBe(422)
  })

  it.each([
    ['http://127.0.0.1:22/', 'blocked_address'],
    ['ftp://127.0.0.1/', 'invalid_url'],
    ['http://a:b@127.0.0.1/', 'credentials_in_url'],
  ])('is never one that may not be asked: %s', async (url, code) => {
    const { status, body } = await move(await scans.site(), url)
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: 'url', code }])
  })

  it('stays as it was when it is sent as it was read', async () => {
    const site = await scans.site()
    const { status, body } = await move(site, `${scans.web.url}/`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ url: `${scans.web.url}/` })
  })
})
