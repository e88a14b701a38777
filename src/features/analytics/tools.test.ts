import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { siteWithHistory, type HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { DIMENSION_IDS } from './dimensions.ts'
import { METRIC_IDS } from './metrics.ts'

type Row = (string | number | null)[]

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

const on = (day: string, kind: string, more: Record<string, unknown> = {}): HistoryLine => ({
  at: `2026-11-${day}T10:00:00Z`,
  kind,
  visitor: `${day}${kind}${Object.keys(more).length}`,
  ...(kind === 'ai_click' && { target: 'claude' }),
  ...more,
})

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  site = await siteWithHistory(
    app,
    [
      on('10', 'impression', { url: '/tides/neap', country: 'DE' }),
      on('10', 'impression', { url: '/tides/spring', country: 'US' }),
      on('11', 'impression', { url: '/gear', country: 'US' }),
      on('11', 'ai_click', { url: '/tides/neap', country: 'DE', promptKind: 'ask' }),
      on('12', 'ai_click', { url: '/gear', target: 'chatgpt' }),
      on('12', 'share', { url: '/gear', method: 'copy_link' }),
    ],
    { url: 'https://tideline.example/' },
  )
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

async function call(tool: string, args: Arguments = {}) {
  const answer = await askTool(app, 'data', tool, site.key, { site: 'tideline.example', ...args })
  return { ...answer, rows: (answer.structured['rows'] ?? []) as Row[] }
}

describe('describe_data', () => {
  it('tells every metric and dimension, and what data there is', async () => {
    const { rows } = await call('describe_data')
    const named = (kind: string) => rows.filter(([one]) => one === kind).map(([, name]) => name)
    expect(named('metric')).toEqual(METRIC_IDS)
    expect(named('dimension').slice(4)).toEqual(DIMENSION_IDS)
    expect(rows[0]).toEqual([
      'site',
      'tideline.example',
      '2026-11-10 to 2026-11-12T10:00:00+00:00, days of UTC',
      '',
      '',
      '',
      '',
    ])
  })
})

describe('query', () => {
  it('takes filters with or, having and three dimensions', async () => {
    const { rows, structured } = await call('query', {
      metrics: ['impressions', 'ai_clicks'],
      dimensions: ['time:week', 'path', 'country'],
      filters: [
        {
          anyOf: [
            { dimension: 'path', op: 'glob', values: ['/tides/*'] },
            { dimension: 'country', values: ['US'] },
          ],
        },
      ],
      having: [{ metric: 'impressions', op: 'gte', value: 1 }],
      orderBy: 'path',
    })
    expect(structured['columns']).toEqual([
      'time:week',
      'path',
      'country',
      'impressions',
      'ai_clicks',
    ])
    expect(rows).toEqual([
      ['2026-11-09', '/gear', 'US', 1, 0],
      ['2026-11-09', '/tides/neap', 'DE', 1, 1],
      ['2026-11-09', '/tides/spring', 'US', 1, 0],
    ])
  })

  it('tells the part that each engine has', async () => {
    const { rows } = await call('query', {
      metrics: ['ai_clicks', 'target_mix'],
      dimensions: ['operator'],
    })
    expect(rows).toEqual([
      ['Anthropic', 1, 0.5, 0.09453, 0.9055, 'target_mix'],
      ['OpenAI', 1, 0.5, 0.09453, 0.9055, 'target_mix'],
    ])
  })
})

describe('the other analytics tools', () => {
  it('get_overview leaves out what its filters have nothing to do with, and says so', async () => {
    const filters = [{ dimension: 'method', values: ['copy_link'] }]
    const { rows, text } = await call('get_overview', { filters })
    expect(rows.map(([name]) => name)).toEqual(['shares', 'visitors'])
    expect(text).toContain('left out, for these filters: impressions, ai_clicks')
  })

  it('get_overview says of each metric which engine a filter means', async () => {
    const filters = [{ dimension: 'engine', values: ['claude'] }]
    const { text } = await call('get_overview', { filters })
    expect(text).toMatch(
      /# engine: of ai_clicks, .*return_rate the one opened, asked or come from; of impressions, visitors, .*sessions.* the one that the visit came from/,
    )
    expect(text).toContain('left out, for these filters: ai_referral_share')
  })

  it('get_timeseries says which buckets are not whole', async () => {
    const range = '2026-11-04..2026-11-20'
    const { text } = await call('get_timeseries', { range, interval: 'week' })
    expect(text).toContain('not whole weeks: 2026-11-02, 2026-11-09, 2026-11-16')
  })

  it('export_data links a file with the same numbers', async () => {
    const args = { metrics: ['impressions'], dimensions: ['path'], range: '28d' }
    const { rows } = await call('query', args)
    const { structured, text } = await call('export_data', { ...args, format: 'ndjson' })
    expect(text).toContain(String(structured['url']))
    const file = await (await fetch(String(structured['url']))).text()
    const lines = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map(({ path, impressions }) => [path, impressions])).toEqual(rows)
  })
})

it('export_data links to events in either spelling', async () => {
  const headOf = async (more: Record<string, unknown>) => {
    const { structured } = await call('export_data', { rows: 'events', ...more })
    const file = await (await fetch(String(structured['url']))).text()
    return file.split('\r\n', 1)[0]?.split(',')
  }
  expect(await headOf({})).toContain('promptKind')
  expect(await headOf({ columns: 'snake' })).toContain('prompt_kind')
})

const clicks = { metrics: ['ai_clicks'], dimensions: ['path'] }

describe('refusals of the analytics tools', () => {
  it.each([
    ['get_overview', { site: 'tidelin.example' }, /did you mean tideline\.example/],
    ['get_overview', { site: 'nobody.test' }, /No such site; yours: tideline.example/],
    ['query', { metrics: ['ai_clack'] }, /did you mean ai_clicks/],
    ['query', { ...clicks, dimensions: ['pth'] }, /did you mean path/],
    [
      'query',
      { filters: [{ dimension: 'contry', values: ['DE'] }] },
      /filters\[0\]\.dimension: .*did you mean country/,
    ],
    ['query', { metrics: [...METRIC_IDS].slice(0, 13) }, /metrics: .*12/],
    ['query', { ...clicks, limit: 0 }, /limit: .*1/],
    ['query', { range: '2026-11-20..2026-12-01' }, /today is 2026-11-20/],
    ['query', { range: '2026-11-20..2026-11-01' }, /before it begins/],
    ['query', { range: 'fortnight' }, /last_month/],
    ['query', { compare: 'last aeon' }, /previous_year/],
    ['query', { ...clicks, orderBy: 'shares' }, /ai_clicks, path/],
    ['query', { having: [{ metric: 'shares', op: 'gt', value: 1 }] }, /name a dimension/],
    [
      'query',
      { metrics: ['ai_referral_share'], dimensions: ['engine'] },
      /Legal with engine: impressions.*Legal for ai_referral_share: .*path/,
    ],
    [
      'query',
      { metrics: ['return_rate'], dimensions: ['time:hour'] },
      /return_rate has no time:hour/,
    ],
    ['query', { ...clicks, cursor: 'abc' }, /cursor/],
    [
      'query',
      {
        filters: [{ dimension: 'path', values: Array.from({ length: 10_000 }, (_, i) => `/${i}`) }],
      },
      /filters\[0\]\.values: .*100/,
    ],
    [
      'query',
      { filters: [{ dimension: 'path', op: 'glob', values: ['*a*b*c*d*e*f*'] }] },
      /at most 5/,
    ],
    ['query', { filters: [{ dimension: 'path', op: 'regex', values: ['.*'] }] }, /is_not.*glob/],
    [
      'get_breakdown',
      { dimensions: ['path'], colour: 'red' },
      /colour: unknown argument; valid: .*dimensions/,
    ],
    ['export_data', { rows: 'events', columns: 'kebab' }, /columns: .*camel/],
    [
      'export_data',
      { ...clicks, metrics: ['ai_referral_share'], dimensions: ['engine'] },
      /Legal with engine/,
    ],
  ])('the tool %s refuses %j with what is legal', async (tool, args, reason) => {
    const { isError, text } = await call(tool, args)
    expect(isError).toBe(true)
    expect(text).toMatch(reason)
  })

  it('a cursor of another query is refused', async () => {
    const { structured, text } = await call('query', { ...clicks, limit: 1 })
    expect(text).toContain(' · 1 row · ')
    const cursor = structured['nextCursor']
    expect(cursor).toEqual(expect.any(String))
    const other = await call('query', {
      metrics: ['shares'],
      dimensions: ['path'],
      limit: 1,
      cursor,
    })
    expect(other.text).toContain('belongs to another query')
    const tampered = await call('query', {
      ...clicks,
      limit: 1,
      cursor: `${String(cursor).slice(0, -2)}AA`,
    })
    expect(tampered.isError).toBe(true)
  })

  it('a path that reads like a pattern means itself', async () => {
    for (const value of ['.*', '/tides/(neap|spring)', '%', '/_____']) {
      const { rows } = await call('query', {
        ...clicks,
        filters: [{ dimension: 'path', values: [value] }],
      })
      expect(rows).toEqual([])
    }
  })
})
