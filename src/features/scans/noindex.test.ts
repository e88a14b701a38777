import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
import { page, type PageHandler } from '../../testing/web-site.ts'

const CLOSED = '<meta name="robots" content="noindex">'
const HOME = page('Home', { links: ['/x', '/y'] })

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

/** Counts rows of a table that belong to a page. */
const rowsOf = (path: string, table: 'passage' | 'prompt' | 'page_reading'): number =>
  inspectOrg(scans.app.directory, scans.org.id, (db) =>
    Number(
      db
        .prepare(
          `SELECT COUNT(*) FROM ${table} AS t JOIN page ON page.num = page_num WHERE path = ?`,
        )
        .pluck()
        .get(path),
    ),
  )

/** Sends a page with an ETag, whose header may close it. */
const headed =
  (html: string, state: { isClosed: boolean }, etag?: string): PageHandler =>
  (request, response) => {
    const headers = {
      'content-type': 'text/html',
      ...(etag !== undefined && { etag }),
      ...(state.isClosed && { 'x-robots-tag': 'noindex' }),
    }
    const isSame = etag !== undefined && request.headers['if-none-match'] === etag
    response.writeHead(isSame ? 304 : 200, headers).end(isSame ? undefined : html)
  }

describe('a known page that asks not to be indexed', () => {
  it('noindex in a header alone is heard though the bytes are the same, or are not sent', async () => {
    const state = { isClosed: false }
    const site = await scans.site({
      '/': HOME,
      '/x': headed(page('X'), state),
      '/y': headed(page('Y'), state, '"1"'),
    })
    await scans.run(site)
    state.isClosed = true
    const closed = await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/x': 'noindex', '/y': 'noindex' })
    expect(closed.result).toMatchObject({
      pages: 1,
      removed: 2,
      warnings: [{ code: 'NOINDEX', count: 2 }],
    })
    expect((await scans.run(site)).result).toMatchObject({ pages: 1, removed: 0 })
    state.isClosed = false
    expect((await scans.run(site)).result).toMatchObject({ pages: 3, added: 2, unchanged: 1 })
    expect(states()).toEqual({ '/': 'active', '/x': 'active', '/y': 'active' })
  })

  it('a page that drops noindex, with an ETag for each, is read again', async () => {
    let etag = '"open"'
    const site = await scans.site({
      '/': HOME,
      '/x': (request, response) => {
        const isSame = request.headers['if-none-match'] === etag
        const html = page('X', etag === '"open"' ? {} : { head: CLOSED })
        response.writeHead(isSame ? 304 : 200, { 'content-type': 'text/html', etag })
        response.end(isSame ? undefined : html)
      },
    })
    await scans.run(site)
    etag = '"closed"'
    for (let round = 0; round < 2; round++) {
      expect((await scans.run(site)).result).toMatchObject({ pages: 1 })
      expect(states()).toMatchObject({ '/x': 'noindex' })
    }
    etag = '"open"'
    await scans.run(site)
    expect(states()).toMatchObject({ '/x': 'active' })
  })

  it('a noindex page leaves nothing behind but its address', async () => {
    const text = 'A zanzibar quokka is what this sentence is about, at some length.'
    const site = await scans.site({ '/': HOME, '/x': page('Xylophone', { text }) })
    await scans.run(site)
    expect([rowsOf('/x', 'passage'), rowsOf('/x', 'prompt'), rowsOf('/x', 'page_reading')]).toEqual(
      [1, 1, 1],
    )
    scans.serve({ '/x': page('Xylophone', { head: CLOSED, text }) })
    await scans.run(site)
    expect([rowsOf('/x', 'passage'), rowsOf('/x', 'prompt'), rowsOf('/x', 'page_reading')]).toEqual(
      [0, 0, 0],
    )
    const row = inspectOrg(scans.app.directory, scans.org.id, (db) =>
      db
        .prepare(
          `SELECT title, record, canonical_url, etag, last_modified, content_hash, body_hash, judged, score
           FROM page JOIN page_record ON page_num = page.num WHERE path = '/x'`,
        )
        .raw()
        .get(),
    )
    expect(row).toEqual(Array.from({ length: 9 }, () => null))
    const args = { query: 'xylophone zanzibar quokka' }
    const found = await askTool(scans.app, 'publisher', 'search', scans.key, args)
    expect(found.text).not.toMatch(/xylophone|\/x"/i)
  })

  it('a noindex page keeps the prompt that a person wrote for it', async () => {
    const site = await scans.site({ '/': HOME, '/x': page('X') })
    await scans.run(site)
    const listed = await scans.app.api('GET', `/prompts/${site}`, { token: scans.key })
    // @NOTE lists have their items in `data`; a wrong shape fails the expectation below.
    const prompts = listed.body.data as unknown as { pageId: string; path: string }[]
    const pageId = prompts.find(({ path }) => path === '/x')!.pageId
    const body = { templates: [{ kind: 'ask', template: 'Read {{url}} and say what X is for.' }] }
    const put = await scans.app.api('PUT', `/prompts/${pageId}`, { token: scans.key, body })
    expect(put.status).toBe(200)
    scans.serve({ '/x': page('X', { head: CLOSED }) })
    await scans.run(site)
    expect(rowsOf('/x', 'prompt')).toBe(1)
    expect(rowsOf('/x', 'passage')).toBe(0)
  })
})

describe('robots directives for the scanner by name', () => {
  it('a page that says noindex to the scanner, in its head or in a header, is not kept', async () => {
    const site = await scans.site({
      '/': HOME,
      '/x': page('X', { head: '<meta name="CitableBot" content="noindex">' }),
      '/y': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'citablebot: noindex' })
          .end(page('Y')),
    })
    await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/x': 'noindex', '/y': 'noindex' })
  })

  it('the links of a page that says nofollow to the scanner are not followed', async () => {
    const site = await scans.site({
      '/': HOME,
      '/x': page('X', {
        links: ['/deep'],
        head: '<meta name="citablebot" content="nofollow">',
      }),
      '/deep': page('Deep'),
    })
    await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/x': 'active' })
  })
})
