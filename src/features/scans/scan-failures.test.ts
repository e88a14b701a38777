import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { LocalScans, type ScanAnswer } from '../../testing/local-scans.ts'
import { page } from '../../testing/web-site.ts'

const endOf = ({ state, error }: ScanAnswer) => [state, error?.code, error?.retryable]

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

it('a scan fails by its start page, whatever else robots.txt forbids', async () => {
  const site = await scans.site({
    '/robots.txt': 'User-agent: *\nDisallow: /private/\nSitemap: {site}/map.xml',
    '/map.xml': '<urlset><url><loc>{site}/private/x</loc></url></urlset>',
    '/': (_, response) => response.writeHead(500).end(),
  })
  expect(endOf(await scans.run(site))).toEqual(['failed', 'HTTP_STATUS', true])
  scans.serve({ '/': (_, response) => response.writeHead(403).end() })
  expect(endOf(await scans.run(site))).toEqual(['failed', 'HTTP_STATUS', false])
})

it('a scan fails by robots.txt where that alone is broken', async () => {
  const site = await scans.site({ '/': page('Home') })
  const broken = {
    'in a coding that was not asked for': { 'content-encoding': 'zstd' },
    'at a private address': { location: 'http://169.254.169.254/' },
    'at a host that is not there': { location: 'http://dead.example/' },
    'at itself': { location: '/robots.txt' },
  }
  for (const [what, headers] of Object.entries(broken)) {
    const status = 'location' in headers ? 302 : 200
    scans.serve({ '/robots.txt': (_, response) => response.writeHead(status, headers).end('?') })
    const scan = await scans.run(site)
    expect([what, ...endOf(scan)]).toEqual([what, 'failed', 'ROBOTS_DISALLOWED', true])
  }
  scans.serve({ '/robots.txt': (request) => request.socket.destroy() })
  expect(endOf(await scans.run(site))).toEqual(['failed', 'ROBOTS_DISALLOWED', true])
  scans.serve({ '/robots.txt': 'User-agent: *\nAllow: /' })
  expect(await scans.run(site)).toMatchObject({ state: 'succeeded' })
})

it('a scan fails as unreachable where the start page is cut off', async () => {
  const site = await scans.site({ '/': (request) => request.socket.destroy() })
  expect(endOf(await scans.run(site))).toEqual(['failed', 'UNREACHABLE', true])
})

it('a scan goes on behind Sitemap lines that are no addresses', async () => {
  const site = await scans.site({
    '/robots.txt': 'Sitemap: /map.xml\nSitemap: https://[bad\nSitemap: \u0000',
    '/': page('Home'),
  })
  expect(await scans.run(site)).toMatchObject({
    state: 'succeeded',
    result: { pages: 1, score: expect.any(Number) },
  })
})

it('a rule of robots.txt that is cut off at the size limit is not taken for a rule', async () => {
  const head = 'User-agent: *\nDisallow: /first/\n'
  const cut = 'Disallow: /'
  const fill = `#${'x'.repeat(512_000 - head.length - cut.length - 2)}\n`
  const site = await scans.site({
    '/robots.txt': `${head}${fill}${cut}last/\n`,
    '/': page('Home', { links: ['/first/a', '/last/a'] }),
    '/first/a': page('First'),
    '/last/a': page('Last'),
  })
  expect(await scans.run(site)).toMatchObject({
    state: 'succeeded',
    result: { pages: 2, score: expect.any(Number) },
  })
  expect(scans.web.paths).not.toContain('/first/a')
})
