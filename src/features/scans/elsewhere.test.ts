import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans, type ScanAnswer } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
import { page, taggedPage } from '../../testing/web-site.ts'

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

const HOST = 'kilns.example'
const links = (host: string, n: number): string[] =>
  Array.from({ length: n }, (_, i) => `https://${host}/page-${i}`)
const canonical = (path: string): string => `<link rel="canonical" href="https://${HOST}${path}">`

const states = () => pageStates(scans.app.directory, scans.org.id)
const warned = ({ result }: ScanAnswer): unknown =>
  result.warnings.find(({ code }) => code === 'OTHER_HOST')
const hostsOf = ({ result }: ScanAnswer): unknown =>
  // @NOTE a field of this answer; a wrong shape fails the expectation that reads it.
  (result as unknown as { otherHosts: unknown }).otherHosts

describe('pages that lead to another host', () => {
  it('a door with 21 links elsewhere is no plain success, and says how to add that host', async () => {
    const door = page('Home', { links: [...links(HOST, 21), ...links('code.example', 2)] })
    const site = await scans.site({ '/': taggedPage(door) })
    const wanted = {
      state: 'partial',
      result: {
        pages: 1,
        otherHosts: [
          {
            host: HOST,
            links: 21,
            canonicals: 0,
            redirects: 0,
            listed: 0,
            addDomain: `POST /api/v1/sites/${site}/domains {"host":"${HOST}"}`,
          },
        ],
      },
    }
    const scan = await scans.run(site)
    expect(scan).toMatchObject(wanted)
    expect(warned(scan)).toEqual({ code: 'OTHER_HOST', count: 21, examples: [`${HOST}: 21 links`] })
    // The page is not sent again, and its links are not read.
    expect(await scans.run(site)).toMatchObject({
      ...wanted,
      result: { unchanged: 1, ...wanted.result },
    })
  })

  it('links to others from a whole site are nobody’s concern', async () => {
    const own = ['/a', '/b', '/c', '/d']
    const site = await scans.site({
      '/': page('Home', { links: [...own, ...links('code.example', 30)] }),
      ...Object.fromEntries(
        own.map((path) => [path, page(path, { links: links('x.example', 30) })]),
      ),
    })
    const scan = await scans.run(site)
    expect(scan.state).toBe('succeeded')
    expect(warned(scan)).toBeUndefined()
    expect(hostsOf(scan)).toEqual([])
  })

  it('canonical addresses, redirects and a sitemap there are counted, each', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a', '/old', '/b'], head: canonical('/') }),
      '/a': page('A', { head: canonical('/a') }),
      '/b': page('B'),
      '/old': (_, response) => response.writeHead(301, { location: `https://${HOST}/new` }).end(),
      '/sitemap.xml': `<urlset><url><loc>https://${HOST}/a</loc></url><url><loc>https://${HOST}/z</loc></url></urlset>`,
    })
    const scan = await scans.run(site)
    expect(scan.state).toBe('succeeded')
    expect(hostsOf(scan)).toMatchObject([
      { host: HOST, links: 0, canonicals: 2, redirects: 1, listed: 2 },
    ])
    expect(warned(scan)).toEqual({
      code: 'OTHER_HOST',
      count: 5,
      examples: [`${HOST}: 2 canonical addresses, 1 redirect, 2 in the sitemap`],
    })
  })

  it('once that host is a domain of the site, its addresses are the site’s own', async () => {
    const site = await scans.site({
      '/': page('Home', { links: links(HOST, 6), head: canonical('/') }),
      '/page-1': page('One', { head: canonical('/page-1'), links: [`https://www.${HOST}/deep`] }),
      '/page-2': page('Two', { head: canonical('/page-1') }),
      '/deep': page('Deep'),
    })
    expect((await scans.run(site)).state).toBe('partial')
    await scans.app.vouchFor(site, HOST)
    const scan = await scans.run(site)
    expect(scan.state).toBe('succeeded')
    expect(hostsOf(scan)).toEqual([])
    expect(states()).toEqual({
      '/': 'active',
      '/page-1': 'active',
      '/deep': 'active',
    })
  })

  it('a page may link to thousands of hosts, of which a bounded number is counted', async () => {
    const many = Array.from({ length: 4_000 }, (_, i) => `https://h${i}.example/`)
    const site = await scans.site({
      '/': page('Home', { links: [...many, '/a'] }),
      '/a': page('A', { head: canonical('/a') }),
    })
    const scan = await scans.run(site)
    expect(hostsOf(scan)).toMatchObject([{ host: HOST, canonicals: 1 }])
  })

  it('a site that moved altogether says where it went', async () => {
    const gone = (_: unknown, response: ServerResponse): void => {
      response.writeHead(301, { location: `https://${HOST}/` }).end()
    }
    const scan = await scans.run(await scans.site({ '/': gone }))
    expect(scan).toMatchObject({ state: 'failed', error: { code: 'NO_PAGES' } })
    expect(hostsOf(scan)).toMatchObject([{ host: HOST, redirects: 1 }])
  })
})
