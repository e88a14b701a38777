import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { askLink, openLink, refusedLink } from '../../testing/file-links.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

const HOURS = 240
const PATHS = 25
/** The number of events in the file: more than are written to be measured, and more than a connection holds. */
const EVENTS = 100_000

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start()
  const at = '2026-11-19T00:00:00Z'
  const lines = Array.from({ length: PATHS }, (_, i) => ({ at, url: `/guides/${i + 10}` }))
  site = await siteWithHistory(app, lines)
  await addEvents()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ minutes: 2 }))

/** Adds events of each page in each hour of the first ten days of November. */
async function addEvents(): Promise<void> {
  const num = (await app.app.services.database.ingestSites.find(site.id, app.clock.now()))?.num
  onFile(app, (file) =>
    file
      .prepare(
        `WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < @events)
         INSERT INTO event (site_num, at, seq, kind, visitor, page_num, engine, referrer, country, device, facet)
         SELECT @num, @from + seq % @hours * 3600000 + seq, seq, 1, CAST(seq AS BLOB),
           (SELECT MIN(num) FROM page WHERE site_num = @num) + seq / @hours % @paths, 0, 0, 0, 0, 0 FROM n`,
      )
      .run({
        num,
        events: EVENTS,
        hours: HOURS,
        paths: PATHS,
        from: Date.parse('2026-11-01T00:00:00Z'),
      }),
  )
}

const RANGE = '2026-11-01..2026-11-10'
const events = { rows: 'events', range: RANGE }

const lengthOf = async (url: string) => {
  const text = await (await openLink(url)).text()
  return { rows: text.split('\n').length - 1, bytes: Buffer.byteLength(text) }
}

describe('a file of more rows than are written to be measured', () => {
  const numbers = { dimensions: ['path', 'time:hour'], metrics: ['impressions'], range: RANGE }
  it.each([
    ['numbers', numbers, PATHS * HOURS],
    ['single events', events, EVENTS],
  ])('%s: its rows are counted, and its bytes estimated', async (_, args, rows) => {
    const made = await askLink(app, site.key, { ...args, format: 'ndjson' })
    const file = await lengthOf(made.url)
    expect([made.rows, file.rows]).toEqual([rows, rows])
    expect(made.text).toContain(`${rows} rows, about ${made.bytes} bytes.`)
    expect(made.bytes / file.bytes).toBeGreaterThan(0.97)
    expect(made.bytes / file.bytes).toBeLessThan(1.03)
  })
})

describe('many who open a link at once', () => {
  it('are twenty for its key, and whoever leaves makes place', async () => {
    const { url } = await askLink(app, site.key, events)
    // No caller reads on, so each file waits in the middle.
    const opened = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const caller = new AbortController()
        const { status } = await openLink(url, { signal: caller.signal })
        return { caller, status }
      }),
    )
    const statuses = opened.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    for (const { caller } of opened) caller.abort()
    await expect.poll(async () => (await openLink(url, { method: 'HEAD' })).status).toBe(200)
    expect((await lengthOf(url)).rows).toBe(EVENTS + 1)
  })
})

describe('a file that is being sent', () => {
  it('breaks off when the key of its link is revoked', async () => {
    const { url } = await askLink(app, site.key, events)
    const file = await openLink(url)
    expect(file.status).toBe(200)
    const revoked = onFile(app, (data) =>
      data.prepare('UPDATE api_key SET revoked_at = ?').run(app.clock.now()),
    )
    expect(revoked.changes).toBe(1)
    expect(await refusedLink(url)).toBe('401 INVALID_CREDENTIAL')
    const id = file.headers.get('x-request-id') ?? ''
    const hasEnded = () =>
      app.logs.some((line) => line.includes(id) && line.includes('"left":true'))
    // The caller does not read on, so the file is not sent whole before the server looks at its key.
    while (!hasEnded()) await fetch(`${app.url}/healthz`)
    await expect(file.text()).rejects.toThrow('terminated')
  })
})
