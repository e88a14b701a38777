import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../../db/sqlite/connect.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { LocalScans, type ScanAnswer } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
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

const states = () => pageStates(scans.app.directory, scans.org.id)
const stateOf = (path: string) => states()[path]
const targetOf = (path: string) =>
  inspectOrg(scans.app.directory, scans.org.id, (db) =>
    db
      .prepare('SELECT target_url FROM page_record JOIN page ON num = page_num WHERE path = ?')
      .pluck()
      .get(path),
  )
const warningsOf = ({ result }: ScanAnswer) =>
  Object.fromEntries(result.warnings.map(({ code, count }) => [code, count]))

const leads =
  (location: string): PageHandler =>
  (_, response) =>
    response.writeHead(301, { location }).end()

/** Makes a site with one known page, at `/x`. */
async function knownPage(): Promise<string> {
  const text = 'What the ocelot does all day is what this text is about, at some length.'
  const site = await scans.site({
    '/': page('Home', { links: ['/x'] }),
    '/x': page('Ocelot', { text }),
  })
  await scans.run(site)
  expect(stateOf('/x')).toBe('active')
  return site
}

describe('a known page', () => {
  it('a page that leads out of the site is redirected, with its target', async () => {
    const site = await knownPage()
    scans.serve({ '/x': leads('https://elsewhere.example/there#part') })
    expect(warningsOf(await scans.run(site))).toEqual({ REDIRECT_OUT_OF_SCOPE: 1 })
    expect(stateOf('/x')).toBe('redirected')
    expect(targetOf('/x')).toBe('https://elsewhere.example/there#part')
  })

  it.each(['mailto:someone@shop.example', 'http://', ''])(
    'a page that leads to what is no address (%s) has no target',
    async (location) => {
      const site = await knownPage()
      scans.serve({ '/x': leads(location) })
      await scans.run(site)
      expect(stateOf('/x')).toBe('redirected')
      expect(targetOf('/x')).toBeNull()
    },
  )

  it('a page that redirects to itself is an error, and keeps what it said', async () => {
    const site = await knownPage()
    scans.serve({ '/x': leads('/x') })
    expect(warningsOf(await scans.run(site))).toEqual({ REDIRECT_LOOP: 1 })
    expect(stateOf('/x')).toBe('error')
  })

  it('a page that became a file is an error once, and gone when it is one again', async () => {
    const site = await knownPage()
    scans.serve({
      '/x': (_, response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    })
    expect((await scans.run(site)).result).toMatchObject({ removed: 0 })
    expect(stateOf('/x')).toBe('error')
    expect((await scans.run(site)).result).toMatchObject({ removed: 1 })
    expect(stateOf('/x')).toBe('gone')
  })

  it('a page that robots.txt closed is taken out until it is open', async () => {
    const site = await knownPage()
    scans.serve({ '/robots.txt': 'User-agent: *\nDisallow: /x' })
    for (let round = 0; round < 2; round++) {
      expect(warningsOf(await scans.run(site))).toEqual({ ROBOTS_DISALLOWED: 1 })
      expect(stateOf('/x')).toBe('excluded')
    }
    const found = await askTool(scans.app, 'publisher', 'search', scans.key, { query: 'ocelot' })
    expect(found.text).not.toContain('/x"')
    scans.serve({ '/robots.txt': '' })
    expect((await scans.run(site)).result).toMatchObject({ pages: 2, unchanged: 2 })
    expect(stateOf('/x')).toBe('active')
  })

  it('the pages of a site that robots.txt closed are taken out, and not where robots.txt is broken', async () => {
    const site = await knownPage()
    scans.serve({ '/robots.txt': (_, response) => response.writeHead(503).end() })
    await scans.run(site)
    expect(stateOf('/x')).toBe('active')
    scans.serve({ '/robots.txt': 'User-agent: *\nDisallow: /' })
    expect((await scans.run(site)).error?.code).toBe('ROBOTS_DISALLOWED')
    expect(states()).toEqual({ '/': 'excluded', '/x': 'excluded' })
  })
})

describe('a page that was taken out', () => {
  it.each(['redirected', 'noindex', 'gone'])(
    'a page that was taken out as %s does not come back by failing',
    async (state) => {
      const site = await knownPage()
      const answers: Record<string, PageHandler> = {
        redirected: leads('https://elsewhere.example/'),
        noindex: (_, response) =>
          response
            .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'noindex' })
            .end(page('Ocelot')),
        gone: (_, response) => response.writeHead(410).end(),
      }
      scans.serve({ '/x': answers[state]! })
      for (let round = 0; round < 2; round++) await scans.run(site)
      expect(stateOf('/x')).toBe(state)
      scans.serve({ '/x': (_, response) => response.writeHead(500).end() })
      await scans.run(site)
      expect(stateOf('/x')).toBe(state)
      scans.serve({ '/x': page('Ocelot') })
      await scans.run(site)
      expect(stateOf('/x')).toBe('active')
    },
  )

  it('a page whose address is spelled in another way is the page of that address', async () => {
    const site = await knownPage()
    const writer = connectWriter(join(scans.app.directory, 'citable.db'))
    writer
      .prepare("UPDATE page SET path = '/%78', url = url || '?utm_id=1' WHERE url = ?")
      .run(`${scans.web.url}/x`)
    writer.close()
    expect((await scans.run(site)).result).toMatchObject({ pages: 2, added: 1 })
    expect(states()).toEqual({ '/': 'active', '/%78': 'redirected', '/x': 'active' })
  })
})

describe('an address that never was a page', () => {
  it('an address that redirects back to itself over another is a warning', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a'] }),
      '/a': leads('/b'),
      '/b': leads('/c'),
      '/c': leads('/a'),
    })
    const scan = await scans.run(site)
    expect(warningsOf(scan)).toEqual({ REDIRECT_LOOP: 1 })
    expect(states()).toEqual({ '/': 'active' })
  })

  it('an address that leads to a closed one is counted there', async () => {
    const site = await scans.site({
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/': page('Home', { links: ['/a'] }),
      '/a': leads('/private'),
    })
    expect(warningsOf(await scans.run(site))).toEqual({ ROBOTS_DISALLOWED: 1 })
    expect(scans.web.paths).not.toContain('/private')
  })
})
