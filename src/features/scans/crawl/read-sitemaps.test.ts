import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../../testing/local-scans.ts'
import { page } from '../../../testing/web-site.ts'

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

const mapOf = (paths: readonly string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${scans.web.url}${path}</loc></url>`).join('')}</urlset>`

const PATHS = ['/a', '/b', '/c']
const PAGES = { '/': page('Home'), '/a': page('A'), '/b': page('B'), '/c': page('C') }

describe('a sitemap', () => {
  it('a sitemap is read as it comes, so that one that never ends is not waited for', async () => {
    let isClosed = false
    const site = await scans.site({
      ...PAGES,
      '/sitemap.xml': (request, response) => {
        request.socket.on('close', () => {
          isClosed = true
        })
        response.writeHead(200, { 'content-type': 'application/xml' })
        const fill = (): void => {
          while (!response.destroyed && response.write(mapOf(PATHS).repeat(200)));
        }
        response.on('drain', fill)
        fill()
      },
    })
    // Room for ten addresses, which the first pieces have.
    expect(await scans.run(site, { maxPages: 4 })).toMatchObject({
      state: 'succeeded',
      result: { pages: 4 },
    })
    expect(isClosed).toBe(true)
  })

  it('a sitemap may be gzip, and compressed once more on its way', async () => {
    const zipped = gzipSync(mapOf(['/a']))
    const site = await scans.site({
      ...PAGES,
      '/robots.txt': 'Sitemap: {site}/a.xml.gz\nSitemap: {site}/b.xml\nSitemap: {site}/c.xml.gz',
      '/a.xml.gz': (_, response) => response.writeHead(200).end(zipped),
      '/b.xml': (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(mapOf(['/b']))),
      '/c.xml.gz': (_, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(gzipSync(mapOf(['/c'])))),
    })
    expect(await scans.run(site)).toMatchObject({ result: { pages: 4, warnings: [] } })
  })

  it('a sitemap that is cut or broken counts as far as it goes', async () => {
    const rest = Array.from({ length: 2_000 }, (_, i) => `/${i}-${Math.sin(i)}`)
    const whole = gzipSync(mapOf(['/a', ...rest]))
    const site = await scans.site({
      ...PAGES,
      '/robots.txt': 'Sitemap: {site}/cut.xml.gz\nSitemap: {site}/odd.xml',
      '/cut.xml.gz': (_, response) =>
        response.writeHead(200).end(whole.subarray(0, whole.length / 2)),
      '/odd.xml': (_, response) =>
        response.writeHead(200, { 'content-encoding': 'zstd' }).end('what is this'),
    })
    const scan = await scans.run(site, { include: ['/', '/a'] })
    expect(scan.result['pages']).toBe(2)
    expect(scan.result.warnings).toContainEqual({
      code: 'SITEMAP_UNREADABLE',
      count: 1,
      examples: [`${scans.web.url}/odd.xml`],
    })
  })

  it.each([
    ['is missing', (_: unknown, response: ServerResponse) => response.writeHead(404).end()],
    ['is a page', page('Not found')],
  ])('the usual one is read where the named one %s', async (_, answer) => {
    const site = await scans.site({
      ...PAGES,
      '/robots.txt': 'Sitemap: {site}/named.xml',
      '/named.xml': answer,
      '/sitemap.xml': mapOf(PATHS),
    })
    expect(await scans.run(site)).toMatchObject({ result: { pages: 4 } })
  })

  it('the usual one is not asked for where another tells addresses', async () => {
    const site = await scans.site({
      ...PAGES,
      '/robots.txt': 'Sitemap: {site}/none.xml\nSitemap: {site}/named.xml',
      '/named.xml': mapOf(['/a']),
      '/sitemap.xml': mapOf(PATHS),
    })
    const scan = await scans.run(site)
    expect(scan.result['pages']).toBe(2)
    expect(scan.result.warnings).toEqual([
      { code: 'SITEMAP_UNREADABLE', count: 1, examples: [`${scans.web.url}/none.xml`] },
    ])
  })

  it('the usual one is not asked for where robots.txt forbids it', async () => {
    const site = await scans.site({
      ...PAGES,
      '/robots.txt': 'User-agent: *\nDisallow: /sitemap.xml\nSitemap: {site}/none.xml',
      '/sitemap.xml': mapOf(PATHS),
    })
    expect(await scans.run(site)).toMatchObject({ result: { pages: 1 } })
  })

  it('the usual one may be missing', async () => {
    const site = await scans.site({ '/': page('Home') })
    expect(await scans.run(site)).toMatchObject({ result: { pages: 1, warnings: [] } })
  })
})
