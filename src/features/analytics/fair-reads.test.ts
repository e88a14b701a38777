import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Sqlite } from '../../../db/sqlite/binding.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let greedy: Awaited<ReturnType<typeof siteWithHistory>>
let modest: Awaited<ReturnType<typeof siteWithHistory>>

beforeEach(async () => {
  app = await TestApp.start()
  greedy = await siteWithHistory(app, [{ at: '2026-11-19T10:00:00Z' }])
  modest = await siteWithHistory(app, [{ at: '2026-11-19T10:00:00Z' }])
  addEvents(greedy.id, 200_000)
})

afterEach(() => app[Symbol.asyncDispose]())

/** So many that counting readers by country and device takes a while. */
function addEvents(siteId: string, count: number): void {
  const num = app.app.services.database.ingestSites.find(siteId, app.clock.now())?.num
  const file = new Sqlite(join(app.directory, 'citable.db'))
  file
    .prepare(
      `WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?)
       INSERT INTO event (site_num, at, seq, kind, visitor, page_num, engine, referrer, country, device, facet)
       SELECT ?, 1794000000000 + seq, seq, 1, CAST(seq AS BLOB), 0, 0, 0, seq % 200, seq % 4, 0 FROM n`,
    )
    .run(count, num)
  file.close()
}

const RAW = { metrics: 'visitors', dimensions: 'country,device', range: '30d' }

/** Asks without waiting, as a script with many connections does. */
function askRaw(caller: AbortSignal, count: number) {
  const query = new URLSearchParams(RAW)
  const url = `${app.url}/api/v1/analytics/${greedy.id}/ai?${query.toString()}`
  const headers = { authorization: `Bearer ${greedy.key}` }
  return Array.from({ length: count }, () =>
    fetch(url, { headers, signal: caller }).then(
      (answer) => ({ status: answer.status, retryAfter: answer.headers.get('retry-after') }),
      () => ({ status: 0, retryAfter: null }),
    ),
  )
}

it('answers an organization while another has sixty raw queries, and drops them when their caller leaves', async () => {
  const caller = new AbortController()
  const answers = askRaw(caller.signal, 60)
  // Two run and fifty wait; the others hear so at once.
  expect(await Promise.race(answers)).toEqual({ status: 429, retryAfter: '5' })
  expect((await modest.ask(RAW)).totals).toEqual({ visitors: 1 })
  caller.abort()
  const all = await Promise.all(answers)
  expect(all.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(8)
  expect(all.filter(({ status }) => status === 0).length).toBeGreaterThan(0)
  // As soon as the server has heard that they left, there is a place again.
  const day = { ...RAW, range: '2026-11-19..2026-11-19' }
  await expect.poll(async () => (await greedy.send(day)).status).toBe(200)
})
