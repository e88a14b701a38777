import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Sqlite } from '../../../db/sqlite/binding.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let greedy: Awaited<ReturnType<typeof siteWithHistory>>
let modest: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  greedy = await siteWithHistory(app, [{ at: '2026-11-19T10:00:00Z' }])
  modest = await siteWithHistory(app, [{ at: '2026-11-19T10:00:00Z' }])
  await addEvents(greedy.id, 200_000)
})

afterAll(() => app[Symbol.asyncDispose]())

/** Adds `count` events; with many of them, counting readers by country and device takes a while. */
async function addEvents(siteId: string, count: number): Promise<void> {
  const num = (await app.app.services.database.ingestSites.find(siteId, app.clock.now()))?.num
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
const askRaw = (caller: AbortSignal, request: () => [url: string, request: RequestInit]) =>
  Array.from({ length: 60 }, async () => {
    const [url, init] = request()
    try {
      const answer = await fetch(url, { ...init, signal: caller })
      return `${answer.status} ${await answer.text()}`
    } catch (error) {
      if (caller.aborted) return 'left'
      throw error
    }
  })

function overRest(): [string, RequestInit] {
  const query = new URLSearchParams(RAW)
  const url = `${app.url}/api/v1/analytics/${greedy.id}/ai?${query.toString()}`
  return [url, { headers: { authorization: `Bearer ${greedy.key}` } }]
}

function overMcp(): [string, RequestInit] {
  const { metrics, dimensions, range } = RAW
  const query = { site: greedy.id, metrics: [metrics], dimensions: dimensions.split(','), range }
  const params = { name: 'query', arguments: query }
  const headers = {
    authorization: `Bearer ${greedy.key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return [`${app.url}/mcp/data`, { method: 'POST', headers, body }]
}

describe.each([
  ['REST', overRest],
  ['MCP', overMcp],
])('sixty raw queries over %s', (_name, request) => {
  it('sixty raw queries leave another organization its answers, and are dropped when their caller leaves', async () => {
    const caller = new AbortController()
    const answers = askRaw(caller.signal, request)
    // Two run and fifty wait; the others hear so at once.
    const refused = answers.map(async (answer) =>
      expect(await answer).toMatch(/RATE_LIMITED.*try again in 5 s/),
    )
    await Promise.any(refused)
    expect((await modest.ask(RAW)).totals).toEqual({ visitors: 1 })
    caller.abort()
    const all = await Promise.all(answers)
    expect(all.filter((answer) => answer.includes('RATE_LIMITED')).length).toBeLessThanOrEqual(8)
    expect(all).toContain('left')
    // As soon as the server has heard that they left, there is a place again.
    const day = { ...RAW, range: '2026-11-19..2026-11-19' }
    await expect.poll(async () => (await greedy.send(day)).status).toBe(200)
  })
})

it('a refused query tells when to come again', async () => {
  const caller = new AbortController()
  const [url, init] = overRest()
  const answers = Array.from({ length: 60 }, () => fetch(url, { ...init, signal: caller.signal }))
  const refused = answers.map(async (answer) => {
    const { status, headers } = await answer
    expect([status, headers.get('retry-after')]).toEqual([429, '5'])
  })
  await Promise.any(refused)
  caller.abort()
  await Promise.allSettled([...answers, ...refused])
})
