import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { heldPage, page } from '../../testing/web-site.ts'

let service: LocalScans
let scans: LocalScans
let app: TestApp
let key: string

beforeAll(async () => {
  service = await LocalScans.start()
})

beforeEach(async () => {
  scans = await service.another()
  ;({ app, key } = scans)
})

afterEach(() => scans[Symbol.asyncDispose]())

afterAll(() => service[Symbol.asyncDispose]())

type Body = Record<string, unknown>

/** Reads the last scan of a site from each place that shows it: one site, the list, a change, and both tools. */
async function everywhere(id: string): Promise<{ lastScan: unknown; state: unknown }> {
  const { body: one } = await app.api('GET', `/sites/${id}`, { token: key })
  const { body: list } = await app.api('GET', '/sites', { token: key })
  const { body: changed } = await app.api('PUT', `/sites/${id}`, { token: key, body: {} })
  const { structured: told } = await askTool(app, 'publisher', 'get_site', key, { site: id })
  const listed = (list.data as unknown as Body[]).find((site) => site['id'] === id)
  const { lastScan } = one.data
  for (const other of [listed, changed.data]) expect(other?.['lastScan']).toEqual(lastScan)
  // The tool tells the time in the site's zone, with the offset.
  expect(told['lastScan']).toEqual(withOffset(lastScan))
  const { structured: table } = await askTool(app, 'publisher', 'list_sites', key, {})
  const { columns, rows } = table as { columns: string[]; rows: unknown[][] }
  const row = rows.find(([domain]) => domain === one.data['domain'])
  return { lastScan, state: row?.[columns.indexOf('last_scan')] }
}

/** Writes the times of a scan as tools show them. */
const withOffset = (scan: unknown): unknown =>
  JSON.parse(JSON.stringify(scan).replaceAll('.000Z"', '+00:00"'))

it('a site that was never scanned has no last scan', async () => {
  const id = await scans.site()
  expect(await everywhere(id)).toEqual({ lastScan: null, state: null })
})

it('a first scan that failed says why wherever the site is shown', async () => {
  scans.serve({ '/robots.txt': 'User-agent: *\nDisallow: /\n' })
  const made = await app.api('POST', '/sites', { token: key, body: { url: `${scans.web.url}/` } })
  const job = made.body.data['scanJob'] as { id: string }
  expect(made.body.data['lastScan']).toMatchObject({ id: job.id })
  await app.app.services.jobs.onIdle()
  expect(await everywhere(String(made.body.data.id))).toEqual({
    lastScan: {
      id: job.id,
      state: 'failed',
      fetched: 0,
      discovered: expect.any(Number) as number,
      finishedAt: '2026-11-20T12:00:00.000Z',
      error: {
        code: 'ROBOTS_DISALLOWED',
        message: 'robots.txt does not let CitableBot in, or cannot be read',
        retryable: false,
      },
    },
    state: 'failed',
  })
})

it('a later scan that goes well takes the place of the failed one, also while it runs', async () => {
  const id = await scans.site({ '/': (_, response) => response.writeHead(500).end() })
  await scans.run(id)
  const held = heldPage(page('Home'))
  scans.serve({ '/': held.answer })
  const { body } = await scans.start(id)
  await held.asked
  const running = { id: body.data.id, state: 'running', finishedAt: null, error: null }
  expect((await everywhere(id)).lastScan).toMatchObject(running)
  held.release()
  await app.app.services.jobs.onIdle()
  const { lastScan, state } = await everywhere(id)
  expect(lastScan).toMatchObject({ id: body.data.id, state: 'succeeded', fetched: 1, error: null })
  expect(state).toBe('succeeded')
})
