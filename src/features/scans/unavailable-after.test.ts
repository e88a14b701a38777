import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
import { page, type PageHandler } from '../../testing/web-site.ts'

let service: LocalScans

beforeAll(async () => {
  service = await LocalScans.start()
})

afterAll(() => service[Symbol.asyncDispose]())

/** Answers each request with the same bytes, a validator and a header. */
const closing =
  (title: string, header: string): PageHandler =>
  (request, response) => {
    response.setHeader('etag', '"1"')
    response.setHeader('x-robots-tag', header)
    const isKnown = request.headers['if-none-match'] === '"1"'
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(isKnown ? undefined : page(title))
  }

const meta = (content: string): string =>
  page(content, { head: `<meta name="robots" content="${content}">` })

describe('a page that names a day after which it is not to be shown', () => {
  it('is a page until then, and closed from the first scan after it', async () => {
    await using scans = await service.another()
    const over = '25 Jun 2010 15:00:00'
    const pages = {
      '/header': closing('Over', `unavailable_after: Fri, ${over} GMT`),
      '/zone': closing('Zone', `unavailable_after: ${over} PST`),
      '/rfc850': closing(
        'Old',
        'noarchive, unavailable_after: Friday, 25-Jun-10 15:00:00 GMT, nosnippet',
      ),
      '/asctime': closing('C', 'noarchive, unavailable_after: Fri Jun 25 15:00:00 2010'),
      '/summer': closing('Summer', `unavailable_after: ${over} CEST`),
      '/iso': meta('unavailable_after: 2010-06-25T15:00:00+02:00'),
      '/day': meta('max-snippet:20, unavailable_after: 2010-06-25'),
      '/ours': closing('Ours', `citablebot: unavailable_after: ${over} GMT`),
      '/theirs': closing('Theirs', `googlebot: unavailable_after: ${over} GMT`),
      '/unread': meta('unavailable_after: the summer'),
      '/later': closing(
        'Later',
        `unavailable_after: ${new Date(scans.app.clock.now() + 3_600_000).toUTCString()}`,
      ),
    }
    const site = await scans.site({ '/': page('Home', { links: Object.keys(pages) }), ...pages })
    const { result } = await scans.run(site)
    const open = { '/': 'active', '/theirs': 'active', '/unread': 'active' }
    const closed = ['/header', '/zone', '/rfc850', '/asctime', '/summer', '/iso', '/day', '/ours']
    const states = () => pageStates(scans.app.directory, scans.org.id)
    const all = Object.fromEntries(closed.map((path) => [path, 'noindex']))
    expect(states()).toEqual({ ...open, ...all, '/later': 'active' })
    expect(result.warnings).toContainEqual({ code: 'NOINDEX', count: closed.length })
    scans.app.clock.advance({ hours: 2 })
    await scans.run(site)
    expect(states()).toEqual({ ...open, ...all, '/later': 'noindex' })
  })
})
