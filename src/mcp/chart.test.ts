import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAnswer } from '../chart/model/read-answer.ts'
import { shapeOf } from '../chart/model/shape.ts'
import { surenessOf } from '../chart/model/sureness.ts'
import { isRatio } from '../chart/model/words.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import { MCP_ERAS, postToolCall } from '../testing/mcp-post.ts'
import { siteWithHistory } from '../testing/site-with-history.ts'
import { TestApp } from '../testing/start-test-app.ts'

const URI = 'ui://citable/chart.html'
const MIME_TYPE = 'text/html;profile=mcp-app'
const DRAWN = ['get_overview', 'get_timeseries', 'get_breakdown']

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T12:00:00.000Z' })
  const lines = Array.from({ length: 30 }, (_, i) => ({
    at: `2026-11-${String(1 + (i % 20)).padStart(2, '0')}T08:00:00.000Z`,
    kind: i % 2 === 0 ? 'impression' : 'ai_click',
    url: `/${i % 3}`,
    target: 'claude',
    visitor: `v${i}`,
  }))
  ;({ key } = await siteWithHistory(app, lines))
})

afterAll(() => app[Symbol.asyncDispose]())

describe.each(MCP_ERAS)('the app that draws answers, in the %s era', (era) => {
  const ask = (method: string, params = {}) =>
    askMcp(app, { server: 'data', key, era }, method, params)

  it('is named by the tools whose answers it draws, and by no other', async () => {
    const { result } = await ask('tools/list')
    const named = result.tools.filter(({ _meta }) => _meta !== undefined)
    expect(named.map(({ name }) => name)).toEqual(DRAWN)
    for (const { _meta } of named) expect(_meta).toEqual({ ui: { resourceUri: URI } })
  })

  it('is listed and read as an app that needs no other host', async () => {
    const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }
    const meta = { ui: { csp, prefersBorder: true } }
    const { result: listed } = await ask('resources/list')
    const entry = listed.resources.find(({ uri }) => uri === URI)
    expect(entry).toMatchObject({ name: 'chart', mimeType: MIME_TYPE, _meta: meta })
    const { result } = await ask('resources/read', { uri: URI })
    expect(result.contents).toEqual([
      {
        uri: URI,
        mimeType: MIME_TYPE,
        _meta: meta,
        text: expect.stringMatching(/^<!doctype html>/),
      },
    ])
  })
})

describe('the app', () => {
  it('is hidden from keys that reach none of its tools', async () => {
    const other = await app.key(await app.org('self_hosted'), ['sites:read'])
    const session = { server: 'data', key: other }
    const { result } = await askMcp(app, session, 'resources/list')
    expect(result.resources.map(({ uri }) => uri)).not.toContain(URI)
    const { error } = await askMcp(app, session, 'resources/read', { uri: URI })
    expect(error?.message).toContain('analytics:read')
  })

  it.each([
    ['get_overview', {}, 'overview'],
    ['get_overview', { compare: 'none' }, 'overview'],
    ['get_timeseries', {}, 'series'],
    ['get_timeseries', { compare: 'previous_period', metrics: ['ai_ctr'] }, 'series'],
    ['get_timeseries', { dimensions: ['engine'], interval: 'month' }, 'series'],
    ['get_timeseries', { range: 'today' }, 'series'],
    ['get_breakdown', { dimensions: ['path'] }, 'breakdown'],
    ['get_breakdown', { dimensions: ['engine', 'device'], metrics: ['ai_clicks'] }, 'breakdown'],
    ['get_breakdown', { dimensions: ['country'], compare: 'none' }, 'breakdown'],
  ])('knows the form of what %s answers to %j', async (tool, args, kind) => {
    const answer = readAnswer(await postToolCall(app, 'data', key, tool, args))
    if (answer.kind !== 'grid') throw new Error(`${tool}: ${JSON.stringify(answer)}`)
    const { grid } = answer
    const shape = shapeOf(grid)
    expect(shape.kind).toBe(kind)
    expect(grid.rows.length).toBeGreaterThan(0)
    const named = 'metrics' in shape ? shape.metrics.map((i) => grid.columns[i] ?? '') : []
    expect(named.filter((name) => /previous|change|verdict|ci95/.test(name))).toEqual([])
  })

  it('reads which buckets are not whole from the notes of the answer', async () => {
    const { structuredContent } = await postToolCall(app, 'data', key, 'get_timeseries', {
      range: '7d',
    })
    expect(structuredContent?.['notes']).toContain('not whole days: 2026-11-20')
  })

  it.each([
    ['get_timeseries', { metrics: ['ai_ctr'], range: '28d', interval: 'month' }],
    ['get_breakdown', { metrics: ['ai_ctr'], dimensions: ['path'] }],
  ])('reads how sure a rate is from what %s answers', async (tool, args) => {
    const answer = readAnswer(await postToolCall(app, 'data', key, tool, args))
    if (answer.kind !== 'grid') throw new Error(`${tool}: ${JSON.stringify(answer)}`)
    const row = answer.grid.rows.at(-1) ?? []
    const sureness = surenessOf(answer.grid, row, 'ai_ctr')
    expect(sureness).toEqual({ low: expect.any(Number), high: expect.any(Number), isFew: true })
  })

  it('tells the metrics that are a part of a whole by their names', async () => {
    const { structuredContent } = await postToolCall(app, 'data', key, 'describe_data')
    const { columns, rows } = structuredContent as unknown as {
      columns: string[]
      rows: string[][]
    }
    const [kind, name, unit] = ['kind', 'name', 'unit'].map((column) => columns.indexOf(column))
    const metrics = rows.filter((row) => row[kind!] === 'metric')
    expect(metrics.length).toBeGreaterThan(15)
    for (const row of metrics)
      expect([row[name!], isRatio(row[name!]!)]).toEqual([row[name!], row[unit!] === 'ratio'])
  })
})
