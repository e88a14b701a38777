import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serveCanary } from '../../../net/local-servers.ts'
import { LocalScans, type ScanAnswer } from '../../../testing/local-scans.ts'
import { pageStates } from '../../../testing/page-states.ts'
import { page, type PageHandler } from '../../../testing/web-site.ts'

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

/** Sends these bytes, a character each, and nothing that a server of HTTP would add. */
const raw =
  (bytes: string): PageHandler =>
  (request) =>
    request.socket.end(bytes.replaceAll('\n', '\r\n'), 'latin1')

/** The bytes of a text in UTF-8, a character each. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

/** Titles of the pages of a site by their paths. */
async function pagesOf(site: string): Promise<Record<string, unknown>> {
  const { body } = await scans.app.api('GET', `/pages/${site}`, { token: scans.key })
  // @NOTE a list in this envelope; a wrong shape fails the expectation that reads it.
  const items = body.data as unknown as { url: string; title: string }[]
  return Object.fromEntries(items.map(({ url, title }) => [new URL(url).pathname, title]))
}

const warningsOf = ({ result }: ScanAnswer) =>
  Object.fromEntries(result.warnings.map(({ code, count }) => [code, count]))

const TEXT = '<p>What there is to say about this page, at some length and in plain words.'

describe('a page that browsers show', () => {
  it('is read whatever its headers are like', async () => {
    const html = 'Content-Type: text/html; charset=utf-8\nConnection: close\n\n'
    const ok = 'HTTP/1.1 200 OK\n'
    const named = (name: string): string => `<title>${name}</title><h1>${name}</h1>${TEXT}`
    const answers: Record<string, string> = {
      '/encoded': `${ok}Content-Encoding: UTF-8\n${html}${named('encoded')}`,
      '/none': `${ok}Content-Encoding: none\n${html}${named('none')}`,
      '/blank': `${ok}X Powered By: something\nX-Frame-Options : DENY\n${html}${named('blank')}`,
      '/no-colon': `${ok}Warning on line 3\n${html}${named('no-colon')}`,
      '/hundred': `HTTP/1.1 100 Continue\n\n${ok}${html}${named('hundred')}`,
      '/hints': `HTTP/1.1 103 Early Hints\nLink: </a.css>\n\n${ok}${html}${named('hints')}`,
      '/latin': `${ok}Content-Type: text/html; charset=windows-1252\nConnection: close\n\n${named('It\x92s 5 \x80 \x96 \x93open\x94\x85')}`,
      '/said': `${ok}Content-Type: text/html; charset=iso-8859-1\nConnection: close\n\n${named(utf8('It’s café'))}`,
      '/two-lengths': `${ok}Content-Length: 9\nContent-Length: 5\n${html}${named('two-lengths')}`,
      '/zstd': `${ok}Content-Encoding: zstd\n${html}${named('zstd')}`,
      '/plain-gzip': `${ok}Content-Encoding: gzip\n${html}${named('plain-gzip')}`,
    }
    const pages = Object.entries(answers).map(([path, bytes]) => [path, raw(bytes)] as const)
    const site = await scans.site({
      '/': page('Home', { links: Object.keys(answers) }),
      ...Object.fromEntries(pages),
    })
    const scan = await scans.run(site)
    expect(await pagesOf(site)).toEqual({
      '/': 'Home',
      '/encoded': 'encoded',
      '/none': 'none',
      '/blank': 'blank',
      '/no-colon': 'no-colon',
      '/hundred': 'hundred',
      '/hints': 'hints',
      '/latin': 'It’s 5 € – “open”…',
      '/said': 'It’s café',
    })
    expect(warningsOf(scan)).toEqual({ UNREACHABLE: 3 })
  })
})

const moved = (location: string): PageHandler =>
  raw(`HTTP/1.1 301 Moved Permanently\nLocation: ${location}\nContent-Length: 0\n\n`)

describe('a Location', () => {
  it('is read as browsers read it, by scans, scores, robots.txt and sitemaps', async () => {
    const locations: Record<string, string> = {
      '/bytes': utf8('/café'),
      '/escaped': '/caf%C3%A9?',
      '/latin': '/caf\xe9',
      '/blanks': ' /two words ',
      '/relative': utf8('grün/höhe'),
      '/host': utf8(`//{host}/größe#teil`),
    }
    const { host } = new URL(scans.web.url)
    const entries = Object.entries(locations).map(
      ([path, to]) => [path, moved(to.replace('{host}', host))] as const,
    )
    const site = await scans.site({
      '/': page('Home', { links: [...Object.keys(locations), '/linked'] }),
      // A canonical address in a header is read in the same way.
      '/linked': raw(
        `HTTP/1.1 200 OK\nContent-Type: text/html\nLink: <${utf8('/café')}>; rel=canonical\nConnection: close\n\n${page('Linked')}`,
      ),
      '/robots.txt': moved(utf8('/règles.txt')),
      '/r%C3%A8gles.txt': 'User-agent: *\nDisallow: /closed\nSitemap: {site}/map.xml',
      '/map.xml': moved(utf8('/plan-été.xml')),
      '/plan-%C3%A9t%C3%A9.xml':
        '<urlset><url><loc>{site}/listed</loc></url><url><loc>{site}/closed</loc></url></urlset>',
      '/listed': page('Listed'),
      '/closed': page('Closed'),
      '/caf%C3%A9': page('Bytes'),
      '/caf%C3%A9?': page('Escaped'),
      '/caf%E9': page('Latin'),
      '/two%20words': page('Blanks'),
      '/gr%C3%BCn/h%C3%B6he': page('Relative'),
      '/gr%C3%B6%C3%9Fe': page('Host'),
      ...Object.fromEntries(entries),
    })
    const scan = await scans.run(site)
    expect(warningsOf(scan)).toEqual({ ROBOTS_DISALLOWED: 1, CANONICAL_ELSEWHERE: 1 })
    expect(new Set(Object.values(await pagesOf(site)))).toEqual(
      new Set(['Home', 'Listed', 'Bytes', 'Latin', 'Blanks', 'Relative', 'Host']),
    )
    const score = await scans.app.api('POST', '/tools/ai-score', {
      token: scans.key,
      body: { url: `${scans.web.url}/bytes`, checks: ['C1'] },
    })
    expect(score.body.data).toMatchObject({ finalUrl: `${scans.web.url}/caf%C3%A9` })
  })

  it('leads nowhere else than a policy permits, and not to two addresses', async () => {
    await using canary = await serveCanary('127.0.0.1')
    const closed = `http://169.254.169.254/${utf8('é')}`
    const site = await scans.site({
      '/': page('Home', { links: ['/closed', '/ftp', '/two', '/empty', '/same'] }),
      '/closed': moved(closed),
      '/ftp': moved(`ftp://127.0.0.1:${canary.port}/`),
      '/two': raw('HTTP/1.1 302 Found\nLocation: /a\nLocation: /b\nContent-Length: 0\n\n'),
      '/empty': moved(''),
      '/same': raw('HTTP/1.1 302 Found\nLocation: /a\nLocation: /a\nContent-Length: 0\n\n'),
      '/a': page('A'),
      '/b': page('B'),
    })
    expect(warningsOf(await scans.run(site))).toEqual({
      REDIRECT_OUT_OF_SCOPE: 3,
      UNREACHABLE: 1,
    })
    expect(await pagesOf(site)).toEqual({ '/': 'Home', '/a': 'A' })
    expect(canary.connections()).toBe(0)
    const score = await scans.app.api('POST', '/tools/ai-score', {
      token: scans.key,
      body: { url: `${scans.web.url}/closed`, checks: ['C1'] },
    })
    expect(score.body.error).toMatchObject({ fields: [{ code: 'blocked_address' }] })
  })
})

describe('a Refresh header', () => {
  const refreshed =
    (refresh: string, html = page('Waits')): PageHandler =>
    (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/html',
          refresh: Buffer.from(refresh).toString('latin1'),
        })
        .end(html)

  it('leads on as its element does', async () => {
    const site = await scans.site({
      '/': page('Home', {
        links: ['/now', '/quoted', '/utf8', '/later', '/again', '/out', '/both'],
      }),
      '/now': refreshed('0; url=/target'),
      '/quoted': refreshed(`3;URL='/target'`),
      '/utf8': refreshed('0; url=/café'),
      '/later': refreshed('30; url=/target', page('Later')),
      '/again': refreshed('5', page('Again')),
      '/out': refreshed('0; url=https://elsewhere.example/'),
      '/both': refreshed(
        '1, /header',
        page('Both', { head: '<meta http-equiv=refresh content="0; url=/meta">' }),
      ),
      '/target': page('Target'),
      '/caf%C3%A9': page('Coffee'),
      '/header': page('Header'),
      '/meta': page('Meta'),
    })
    const scan = await scans.run(site)
    expect(new Set(Object.values(await pagesOf(site)))).toEqual(
      new Set(['Again', 'Coffee', 'Header', 'Home', 'Later', 'Target']),
    )
    expect(warningsOf(scan)).toMatchObject({ REDIRECT_OUT_OF_SCOPE: 1 })
  })

  it.each([
    ['with the same bytes', refreshed('0; url=/b', page('A'))],
    [
      'with 304',
      ((_, response) =>
        response.writeHead(304, { refresh: '0; url=/b' }).end()) satisfies PageHandler,
    ],
  ])('of a known page counts %s', async (_, answer) => {
    const known: PageHandler = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end(page('A'))
    const site = await scans.site({
      '/': page('Home', { links: ['/a', '/b'] }),
      '/a': known,
      '/b': page('B'),
    })
    await scans.run(site)
    expect(states()).toMatchObject({ '/a': 'active', '/b': 'active' })
    scans.serve({ '/a': answer })
    await scans.run(site)
    expect(states()).toMatchObject({ '/a': 'redirected', '/b': 'active' })
  })
})

describe('a sitemap', () => {
  const listing = (path: string, encoding = 'UTF-8'): string =>
    `<?xml version="1.0" encoding="${encoding}"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${scans.web.url}${path}</loc></url></urlset>`
  const wide = (text: string, isBigEndian = false): Buffer => {
    const bytes = Buffer.from(text, 'utf16le')
    return isBigEndian ? bytes.swap16() : bytes
  }
  const file =
    (body: Buffer, type = 'application/xml'): PageHandler =>
    (_, response) => {
      response.writeHead(200, { 'content-type': type })
      // The first piece is shorter than a character.
      response.write(body.subarray(0, 1), () => response.end(body.subarray(1)))
    }

  it('is read in any encoding, by scans and scores, and robots.txt too', async () => {
    const maps: Record<string, PageHandler> = {
      '/le.xml': file(wide(`\uFEFF${listing('/le', 'UTF-16')}`)),
      '/be.xml': file(wide(`\uFEFF${listing('/be', 'utf-16')}`, true)),
      '/bare-le.xml': file(wide(listing('/bare-le', 'UTF-16'))),
      '/bare-be.xml': file(
        wide(`<urlset><url><loc>${scans.web.url}/bare-be</loc></url></urlset>`, true),
      ),
      '/text.txt': file(wide(`\uFEFF${scans.web.url}/text`), 'text/plain'),
      '/zipped.xml.gz': file(gzipSync(wide(`\uFEFF${listing('/zipped')}`)), 'application/gzip'),
      '/1252.xml': file(Buffer.from(listing('/pr\xe9', 'windows-1252'), 'latin1')),
      '/said.xml': file(Buffer.from(listing('/été')), 'text/xml; charset=iso-8859-1'),
    }
    const robots = Object.keys(maps).map((path) => `Sitemap: ${scans.web.url}${path}`)
    const paths = [
      '/le',
      '/be',
      '/bare-le',
      '/bare-be',
      '/text',
      '/zipped',
      '/pr%C3%A9',
      '/%C3%A9t%C3%A9',
    ]
    const site = await scans.site({
      '/': page('Home'),
      '/robots.txt': file(
        wide(`\uFEFFUser-agent: *\nDisallow: /shut\n${robots.join('\n')}`),
        'text/plain',
      ),
      ...maps,
      ...Object.fromEntries(paths.map((path) => [path, page(path)])),
    })
    const scan = await scans.run(site)
    expect(scan.result.warnings).toEqual([])
    expect(new Set(Object.values(await pagesOf(site)))).toEqual(new Set(['Home', ...paths]))
    const score = await scans.app.api('POST', '/tools/ai-score', {
      token: scans.key,
      body: { url: `${scans.web.url}/le`, checks: ['F1'] },
    })
    // It has no dates, and is no failure.
    expect(score.body.data).toMatchObject({ checks: [{ id: 'F1', status: 'warn' }] })
  })

  it.each<[string, readonly string[], Record<string, (site: string) => string>]>([
    ['is empty', ['/map.xml'], { '/map.xml': () => '<urlset/>' }],
    [
      'is a page',
      ['/map.xml', '/sitemap.xml'],
      { '/map.xml': () => page('Oh'), '/sitemap.xml': () => page('Oh') },
    ],
    [
      'names no whole address',
      ['/map.xml'],
      { '/map.xml': () => '<urlset><url><loc>/a</loc></url></urlset>' },
    ],
    [
      'is an index of empty ones',
      ['/one.xml', '/two.xml'],
      {
        '/map.xml': (site) =>
          `<sitemapindex><sitemap><loc>${site}/one.xml</loc></sitemap><sitemap><loc>${site}/two.xml</loc></sitemap></sitemapindex>`,
        '/one.xml': () => '<urlset></urlset>',
        '/two.xml': () => '',
      },
    ],
  ])('that %s is told of with its address', async (_, empty, files) => {
    const served = Object.entries(files).map(([path, make]) => [path, make(scans.web.url)] as const)
    const site = await scans.site({
      '/': page('Home'),
      '/robots.txt': 'Sitemap: {site}/map.xml',
      ...Object.fromEntries(served),
    })
    const { result } = await scans.run(site)
    expect(result.warnings).toEqual([
      {
        code: 'SITEMAP_EMPTY',
        count: empty.length,
        examples: empty.map((path) => `${scans.web.url}${path}`),
      },
    ])
  })
})
