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
