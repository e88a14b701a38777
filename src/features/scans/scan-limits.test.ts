import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans, type ScanAnswer } from '../../testing/local-scans.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { page, type PageHandler } from '../../testing/web-site.ts'

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

const warningsOf = ({ result }: ScanAnswer) =>
  Object.fromEntries(result.warnings.map(({ code, count }) => [code, count]))

const linked = (count: number, answer: (link: string) => string | PageHandler) => {
  const links = Array.from({ length: count }, (_, i) => `/p${i}`)
  return {
    '/': page('Home', { links }),
    ...Object.fromEntries(links.map((link) => [link, answer(link)])),
  }
}

/** Returns the requests for pages, without those of the score, of robots.txt or a sitemap. */
const askedFor = (pattern: RegExp) => scans.web.paths.filter((path) => pattern.test(path))

describe('the limit of pages', () => {
  it('the limit of pages is kept to the page, while as many are asked for at a time as may be', async () => {
    const held: (() => void)[] = []
    const site = await scans.site(
      linked(50, (link) => (_, response) => {
        const answer = () =>
          response.writeHead(200, { 'content-type': 'text/html' }).end(page(link))
        // The first four wait for each other; alone, each would wait in vain.
        if (held.push(answer) === 4) for (const one of held) one()
        else if (held.length > 4) answer()
      }),
    )
    const scan = await scans.run(site, { maxPages: 20 })
    expect(scan.result['pages']).toBe(20)
    expect(countOrgRows(scans.app.directory, scans.org.id, 'page_record')).toBe(20)
    expect(warningsOf(scan)).toEqual({ PAGE_LIMIT: 1 })
    expect(askedFor(/^\/p/)).toHaveLength(19)
  })

  it('other pages take the place of what turns out to be no page', async () => {
    const site = await scans.site(
      linked(30, (link) =>
        Number(link.slice(2)) % 2 === 0
          ? page(link)
          : (_, response) => response.writeHead(500).end(),
      ),
    )
    expect(await scans.run(site, { maxPages: 10 })).toMatchObject({ result: { pages: 10 } })
  })

  it('reaching the limit gives no warning where the site has as many pages', async () => {
    const site = await scans.site(linked(2, page))
    const scan = await scans.run(site, { maxPages: 3 })
    expect(scan.result['pages']).toBe(3)
    expect(warningsOf(scan)).toEqual({})
  })

  it('the limit holds for what a sitemap names, and for requests that lead to no page', async () => {
    const locs = Array.from({ length: 3_000 }, (_, i) => `<url><loc>{site}/x${i}</loc></url>`)
    const site = await scans.site({
      '/': (_, response) => response.writeHead(500).end(),
      '/sitemap.xml': `<urlset>${locs.join('')}</urlset>`,
    })
    await scans.run(site, { maxPages: 1 })
    expect(askedFor(/^\/(x\d+)?$/)).toHaveLength(10)
  })
})
