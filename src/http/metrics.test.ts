import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../testing/ask-tool.ts'
import { mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

const TOKEN = 'metrics-token-of-thirty-two-chars'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ environment: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => app[Symbol.asyncDispose]())

const scrape = (authorization?: string, method = 'GET') =>
  fetch(`${app.url}/metrics`, { method, ...(authorization && { headers: { authorization } }) })

it('metrics count calls by server, tool and outcome, with no word of a caller', async () => {
  const key = await app.key(await app.org('self_hosted'))
  const site = await app.site(key)
  await askTool(app, 'data', 'get_overview', key, { site })
  await askTool(app, 'data', 'get_overview', key, { site, range: 'words-of-mine' })
  for (const name of ['words_of_mine', 'more_words']) {
    await postMcp(
      app,
      'data',
      mcpRequest('legacy', { method: 'tools/call', params: { name } }),
      key,
    )
  }
  const answer = await scrape(`Bearer ${TOKEN}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4')
  const text = await answer.text()
  const calls = 'citable_mcp_tool_calls_total'
  expect(text.split('\n').filter((line) => line.startsWith(calls))).toEqual([
    `${calls}{server="data",tool="get_overview",outcome="ok"} 1`,
    `${calls}{server="data",tool="get_overview",outcome="VALIDATION_FAILED"} 1`,
    `${calls}{server="data",tool="unknown",outcome="UNKNOWN_TOOL"} 2`,
  ])
  const seconds = 'citable_mcp_tool_call_duration_seconds'
  expect(text).toContain(`${seconds}_bucket{server="data",tool="get_overview",le="+Inf"} 2\n`)
  expect(text).toContain(`${seconds}_count{server="data",tool="get_overview"} 2\n`)
  expect(text).not.toMatch(/words|example/)
})

it('metrics count requests by declared routes, and hold no word of a caller', async () => {
  const key = await app.key(await app.org('pro'))
  await app.api('GET', '/sites/words-of-mine?limit=words', { token: key })
  await app.api('GET', '/sites', { token: key })
  await fetch(`${app.url}/words-of-mine`, { method: 'PROPFIND' })
  const text = await (await scrape(`bEaReR ${TOKEN}`)).text()
  const requests = 'citable_http_requests_total'
  expect(text).toContain(`${requests}{method="GET",route="/api/v1/sites",status="200"} 1\n`)
  expect(text).toMatch(
    new RegExp(`${requests}\\{method="GET",route="/api/v1/sites/:id",status="4\\d\\d"\\} 1`),
  )
  expect(text).toContain(`${requests}{method="other",route="none",status="404"} 1\n`)
  expect(text).not.toContain('words')
})

it('metrics tell of the process, of events, of jobs and of storage', async () => {
  const key = await app.key(await app.org('pro'))
  const site = await app.site(key, { url: 'https://counted.example/' })
  await app.collect(site, [{ kind: 'impression', url: 'https://counted.example/' }])
  const text = await (await scrape(`Bearer ${TOKEN}`)).text()
  expect(text).toContain('\ncitable_events_total{outcome="accepted"} 1\n')
  expect(text).toContain('\ncitable_part_ok{part="database"} 1\n')
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'process_start_time_seconds',
    'nodejs_heap_size_used_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'citable_http_requests_under_way',
    'citable_events_waiting',
    'citable_job_delay_seconds',
    'citable_database_bytes',
    'citable_disk_free_bytes',
  ]) {
    expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'))
  }
  // A scraper refuses a metric that is declared twice.
  const declared = text.split('\n').filter((line) => line.startsWith('# TYPE'))
  expect(declared).toHaveLength(new Set(declared).size)
})

it('metrics are told to who holds the token alone', async () => {
  const key = await app.key(await app.org('self_hosted'))
  const refused = [undefined, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN, `Bearer ${key}`]
  for (const authorization of refused) {
    const answer = await scrape(authorization)
    expect([authorization, answer.status]).toEqual([authorization, 401])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await answer.json()).toMatchObject({ data: {}, error: { code: 'INVALID_CREDENTIAL' } })
  }
  const posted = await scrape(`Bearer ${TOKEN}`, 'POST')
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
