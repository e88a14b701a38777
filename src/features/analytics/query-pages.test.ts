import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { siteWithHistory, type AnalyticsAnswer } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

/** Events over a change of the clock, with hours and days without events, and many pages that are equally common. */
const LINES = Array.from({ length: 400 }, (_, i) => ({
  at: new Date(Date.parse('2026-10-05T00:30:00Z') + i * 9_700_000).toISOString(),
  kind: ['impression', 'ai_click', 'share'][i % 3]!,
  url: `/p${i % 60}`,
  visitor: `v${i % 13}`,
  country: ['DE', 'FR'][i % 2]!,
  ...(i % 3 === 1 && { target: i % 2 ? 'chatgpt' : 'claude' }),
  ...(i % 3 === 2 && { method: 'copy_link' }),
}))

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  site = await siteWithHistory(app, LINES, { timezone: 'Europe/Berlin' })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ minutes: 1 }))

type Parameters = Record<string, unknown>

const DAYS = { from: '2026-10-05', to: '2026-11-19' }

/** Reads every page of a query; each has at most `limit` rows, and all but the last are full. */
async function pagesOf(parameters: Parameters, limit: number): Promise<AnalyticsAnswer[]> {
  const pages: AnalyticsAnswer[] = []
  let cursor: string | null = null
  do {
    const asked = { ...DAYS, ...parameters, limit, ...(cursor !== null && { cursor }) }
    const page: AnalyticsAnswer = await site.ask(asked)
    pages.push(page)
    cursor = page.nextCursor
    expect(page.truncated).toBe(cursor !== null)
    expect(page.rowCount).toBe(page.rows.length)
    app.clock.advance({ ms: 30 })
  } while (cursor !== null)
  expect(pages.slice(0, -1).every(({ rows }) => rows.length === limit)).toBe(true)
  expect(pages.at(-1)?.rows.length).toBeLessThanOrEqual(limit)
  return pages
}

const rowsOf = async (parameters: Parameters, limit: number) =>
  (await pagesOf(parameters, limit)).flatMap(({ rows }) => rows)

/** Reads all rows by one statement: those of the export, which have no empty buckets. */
async function inOne(parameters: Parameters): Promise<AnalyticsAnswer['rows']> {
  const given = Object.entries({ ...DAYS, ...parameters, format: 'ndjson' }).map(
    ([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ],
  )
  const address = `${app.url}/api/v1/analytics/${site.id}/export?${new URLSearchParams(given).toString()}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${site.key}` } })
  const lines = (await response.text()).split('\n').filter(Boolean)
  return lines.map((line) => Object.values(JSON.parse(line) as Record<string, string | number>))
}

const isSomething = (row: AnalyticsAnswer['rows'][number]): boolean =>
  row.slice(1).some((value) => value !== 0 && value !== null)

describe('pages of a series', () => {
  const clicks = [{ dimension: 'country', values: ['DE'] }]

  it.each([
    ['time:hour', {}, 100],
    ['time:hour', { filters: clicks }, 37],
    ['time:day', {}, 7],
    ['time:day', { metrics: 'visitors,ai_ctr' }, 10],
    ['time:week', {}, 2],
    ['time:month', {}, 1],
  ])(
    'pages of a series have every bucket once, the empty ones too: %s %j, %i at a time',
    async (time, more, limit) => {
      const query = { dimensions: time, metrics: 'impressions,ai_clicks', ...more }
      const pages = await pagesOf(query, limit)
      expect(pages.length).toBeGreaterThan(1)
      const rows = pages.flatMap((page) => page.rows)
      for (const { timeLabels } of pages) expect(timeLabels).toEqual(rows.map(([label]) => label))
      expect(rows.filter(isSomething)).toEqual(await inOne({ ...query, fill: 'none' }))
      const backwards = await rowsOf({ ...query, orderBy: '-time' }, limit)
      expect(backwards).toEqual(rows.toReversed())
      const bare = await rowsOf({ ...query, fill: 'none' }, limit)
      expect(bare).toEqual(rows.filter(isSomething))
    },
  )

  it('pages of a series are compared bucket by bucket, and have the totals of the whole', async () => {
    const query = {
      dimensions: 'time:day',
      metrics: 'impressions,ai_ctr',
      compare: 'previous_period',
      from: '2026-10-20',
      to: '2026-11-10',
    }
    const [one, ...none] = await pagesOf(query, 100)
    expect(none).toEqual([])
    const pages = await pagesOf(query, 5)
    expect(pages.flatMap(({ rows }) => rows)).toEqual(one?.rows)
    expect(pages.flatMap(({ comparison }) => comparison?.rows)).toEqual(one?.comparison?.rows)
    for (const { totals, comparison } of pages) {
      expect([totals, comparison?.totals]).toEqual([one?.totals, one?.comparison?.totals])
    }
  })

  it('pages of a series end where the range does, also after its last event', async () => {
    const query = {
      dimensions: 'time:day',
      metrics: 'shares',
      from: '2026-11-10',
      to: '2026-11-20',
    }
    const rows = await rowsOf(query, 3)
    expect(rows).toHaveLength(11)
    expect(rows.at(-1)).toEqual(['2026-11-20', 0])
  })

  it('pages of a series go on from where they were when an hour has passed meanwhile', async () => {
    const query = { range: '24h', from: undefined, to: undefined, dimensions: 'time:hour' }
    const first = await site.ask({ ...query, metrics: 'shares', limit: 3 })
    const [, , last] = first.timeLabels ?? []
    app.clock.advance({ hours: 6 })
    const parameters = `range=24h&dimensions=time:hour&metrics=shares&limit=3&cursor=${first.nextCursor}`
    const path = `/analytics/${site.id}/ai?${parameters}`
    const { body } = await app.api('GET', path, { token: site.key })
    const labels = body.data['timeLabels'] as string[]
    expect(labels[0]! > last!).toBe(true)
    expect((body.data['rows'] as unknown[][]).map(([label]) => label)).toEqual(labels.slice(0, 3))
  })
})

describe('pages of groups', () => {
  it.each([
    [{ dimensions: 'path', metrics: 'impressions' }, 7],
    [{ dimensions: 'path', metrics: 'impressions,ai_ctr', orderBy: '-ai_ctr' }, 10],
    [{ dimensions: 'path', metrics: 'impressions,ai_ctr', orderBy: 'ai_ctr' }, 1],
    [{ dimensions: 'time:day,path', metrics: 'shares,visitors' }, 33],
    [{ dimensions: 'path,country', metrics: 'visitors', orderBy: '-path' }, 9],
    [
      {
        dimensions: 'time:day',
        metrics: 'shares',
        having: [{ metric: 'shares', op: 'gte', value: 2 }],
      },
      2,
    ],
  ])(
    'pages of groups have each group once, also among equals: %j, %i at a time',
    async (query, limit) => {
      const rows = await rowsOf(query, limit)
      const whole = await inOne(query)
      expect(whole.length).toBeGreaterThan(limit)
      expect(rows).toEqual(whole)
    },
  )
})

describe('paging of tools', () => {
  async function toolRows(name: string, args: Parameters) {
    const rows: unknown[][] = []
    let cursor: string | null = null
    do {
      const given = { site: site.id, ...args, ...(cursor !== null && { cursor }) }
      const { structured } = await askTool(app, 'data', name, site.key, given)
      // @NOTE the shape of a tool's table; another one fails the expectation that reads it.
      const page = structured as { rows: unknown[][]; nextCursor: string | null }
      rows.push(...page.rows)
      cursor = page.nextCursor
      app.clock.advance({ ms: 30 })
    } while (cursor !== null)
    return rows
  }

  it('get_timeseries pages through a series of hours as REST does', async () => {
    const range = `${DAYS.from}..${DAYS.to}`
    const metrics = ['impressions', 'ai_clicks']
    const rows = await toolRows('get_timeseries', { range, interval: 'hour', metrics })
    expect(rows).toEqual(await rowsOf({ dimensions: 'time:hour', metrics: metrics.join(',') }, 100))
    const split = { range, interval: 'day', metrics, dimensions: ['path'] }
    expect(await toolRows('get_timeseries', split)).toEqual(
      await inOne({ dimensions: 'time:day,path', metrics: metrics.join(','), orderBy: 'time' }),
    )
  })

  it('the tool query pages as REST does', async () => {
    const range = `${DAYS.from}..${DAYS.to}`
    const asked = { range, dimensions: ['path', 'country'], metrics: ['shares'], limit: 11 }
    const rows = await toolRows('query', asked)
    expect(rows).toEqual(await inOne({ dimensions: 'path,country', metrics: 'shares' }))
  })
})
