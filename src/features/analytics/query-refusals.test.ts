import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postToolCall } from '../../testing/mcp-post.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { countStoredRows } from '../../testing/stored-events.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T12:00:00.000Z' })
})

beforeEach(async () => {
  site = await siteWithHistory(app, [
    { at: '2026-11-18T10:00:00.000Z', url: '/a' },
    { at: '2026-11-18T10:00:00.000Z', url: '/b' },
  ])
})

afterAll(() => app[Symbol.asyncDispose]())

const tool = async (name: string, args: Record<string, unknown>) => {
  const { content, isError } = await postToolCall(app, 'data', site.key, name, {
    site: site.id,
    ...args,
  })
  return { text: content[0]!.text, isError: isError === true }
}

const thirteen = Array.from({ length: 13 }, () => 'impressions')
const hundredAndOne = Array.from({ length: 101 }, (_, i) => `/${i}`)

describe('a query that cannot be answered', () => {
  it.each([
    [{ metrics: thirteen.join(',') }, 'metrics', '12'],
    [{ metrics: 'clicks' }, 'metrics[0]', 'ai_clicks'],
    [{ metrics: '' }, 'metrics[0]', 'impressions'],
    [{ dimensions: 'colour' }, 'dimensions[0]', 'referrer'],
    [{ dimensions: 'path,path' }, 'dimensions', 'each dimension once'],
    [{ dimensions: 'time:day,time:week' }, 'dimensions', 'time at most once'],
    [{ dimensions: 'path,engine,country,device' }, 'dimensions', '3'],
    [{ limit: '0' }, 'limit', '1'],
    [{ limit: '101' }, 'limit', '100'],
    [{ limit: '2.5' }, 'limit', 'whole number'],
    [{ limit: 'ten' }, 'limit', 'number'],
    [{ compare: 'last_aeon' }, 'compare', 'previous_period'],
    [{ fill: 'nulls' }, 'fill', 'zero'],
    [{ filters: 'path=/a' }, 'filters', 'list'],
    [{ filters: [{ dimension: 'colour', values: ['x'] }] }, 'filters[0].dimension', 'device'],
    [{ filters: [{ dimension: 'path', op: 'like', values: ['x'] }] }, 'filters[0].op', 'contains'],
    [{ filters: [{ dimension: 'path', values: [] }] }, 'filters[0].values', '1'],
    [{ filters: [{ dimension: 'path', values: [''] }] }, 'filters[0].values[0]', '1'],
    [{ filters: [{ dimension: 'path', values: hundredAndOne }] }, 'filters[0].values', '100'],
    [{ orderBy: 'colour' }, 'orderBy', 'impressions'],
  ])('an impossible query is refused by its field: %#', async (parameters, path, reason) => {
    const { status, body } = await site.send(parameters)
    expect(status).toBe(422)
    expect(body.error?.code).toBe('VALIDATION_FAILED')
    const [field, ...more] = body.error!.fields
    expect(more).toEqual([])
    expect(field).toMatchObject({ path, location: 'query' })
    expect(field!.message).toContain(reason)
  })

  it.each(['visitors', '--impressions', 'device', 'time:week', 'impressions down', '*', 'rowid'])(
    'the refusal names every legal order beside %s',
    async (orderBy) => {
      const legal = 'Must be one of impressions, shares, time, path, with - in front or not'
      const query = { metrics: 'impressions,shares', dimensions: 'time:day,path', orderBy }
      const { status, body } = await site.send(query)
      expect(status).toBe(422)
      expect(body.error?.fields).toEqual([
        { path: 'orderBy', location: 'query', code: 'invalid_order', message: legal },
      ])
    },
  )

  it('MCP refuses an impossible query with the same words, never as a fault of the service', async () => {
    const paths = { dimensions: ['path'], metrics: ['impressions'] }
    const values = Array.from({ length: 10_000 }, (_, i) => `/${i}`)
    const refused = [
      await tool('get_breakdown', { ...paths, orderBy: 'impressions; DROP TABLE event' }),
      await tool('get_breakdown', { ...paths, orderBy: 'shares' }),
      await tool('get_breakdown', { ...paths, limit: 0 }),
      await tool('get_breakdown', { ...paths, cursor: 'x' }),
      await tool('get_breakdown', { ...paths, dimensions: ['path', 'path'] }),
      await tool('get_overview', { filters: [{ dimension: 'path', values }] }),
      await tool('get_overview', { range: 'ever' }),
      await tool('get_timeseries', { metrics: thirteen }),
      await tool('get_timeseries', { cursor: 'x' }),
    ]
    expect(refused.map(({ isError }) => isError)).toEqual(refused.map(() => true))
    expect(refused.map(({ text }) => text.split('\n')[1])).toEqual([
      'orderBy: Must be one of impressions, path, with - in front or not',
      'orderBy: Must be one of impressions, path, with - in front or not',
      expect.stringMatching(/^limit: .*1/),
      expect.stringMatching(/^cursor: .*another query/),
      'dimensions: Name each dimension once, and time at most once',
      expect.stringMatching(/^filters\[0\]\.values: .*100/),
      expect.stringMatching(/^range: .*28d.*YYYY-MM-DD/),
      expect.stringMatching(/^metrics: .*12/),
      expect.stringMatching(/^cursor: .*another query/),
    ])
  })
})

const ATTACKS = [
  "'; DROP TABLE event; --",
  "' OR '1'='1",
  '" OR ""="',
  'x) UNION SELECT token_hash FROM api_key --',
  String.raw`\' OR 1=1 --`,
  "/a' --",
  '%',
  '_',
  '/_',
  '$1 ? @name :name',
]

describe('text that reads like SQL', () => {
  const stored = () =>
    ['event', 'rollup_day', 'rollup_dim', 'rollup_visit', 'page', 'term', 'site', 'api_key'].map(
      (table) => countStoredRows(app.directory, table),
    )

  it('SQL-like text means itself in every filter, or is no name that the dimension has', async () => {
    const before = stored()
    for (const dimension of ['path', 'engine', 'referrer', 'country', 'device']) {
      for (const op of ['is', 'in', 'contains', 'starts_with', 'glob', 'is_not']) {
        const filters = [{ dimension, op, values: ATTACKS }]
        const { status, body } = await site.send({ metrics: 'visitors', range: '7d', filters })
        const isListed = ['country', 'device'].includes(dimension)
        const isRefused = isListed && ['is', 'in', 'is_not'].includes(op)
        const totals = isRefused ? undefined : { visitors: op === 'is_not' ? 1 : 0 }
        expect([status, body.data?.['totals']], `${dimension} ${op}`).toEqual([
          isRefused ? 422 : 200,
          totals,
        ])
      }
      app.clock.advance({ seconds: 1 })
    }
    expect(stored()).toEqual(before)
  })

  it.each([
    'metrics',
    'dimensions',
    'range',
    'from',
    'to',
    'compare',
    'orderBy',
    'limit',
    'cursor',
  ])('SQL-like text is refused as %s', async (field) => {
    const before = stored()
    for (const attack of ATTACKS) {
      const { status, body } = await site.send({ [field]: attack })
      expect([status, body.error?.code], attack).toEqual([422, 'VALIDATION_FAILED'])
      expect(body.error!.fields[0]!.path.replace(/\[.*/, '')).toBe(field)
    }
    expect(stored()).toEqual(before)
    expect((await site.ask({ metrics: 'impressions', range: '7d' })).totals).toEqual({
      impressions: 2,
    })
  })

  it('SQL-like text is refused in every argument of the tools', async () => {
    const before = stored()
    for (const attack of ATTACKS) {
      const refused = [
        await tool('get_overview', { range: attack }),
        await tool('get_overview', { site: attack }),
        await tool('get_timeseries', { interval: attack }),
        await tool('get_timeseries', { dimensions: [attack] }),
        await tool('get_timeseries', { metrics: [attack] }),
        await tool('get_timeseries', { cursor: attack }),
        await tool('get_breakdown', { dimensions: [attack] }),
        await tool('get_breakdown', { dimensions: ['path'], orderBy: attack }),
        await tool('get_breakdown', { dimensions: ['path'], cursor: attack }),
      ]
      for (const { isError, text } of refused) {
        expect(isError).toBe(true)
        expect(text).toMatch(/^(VALIDATION_FAILED|NOT_FOUND): /)
      }
      app.clock.advance({ seconds: 1 })
    }
    expect(stored()).toEqual(before)
  })

  it('SQL-like text is counted like any other text when readers send it', async () => {
    const urls = ATTACKS.map((attack) => `/${encodeURIComponent(attack)}`)
    const events = ATTACKS.map((attack, i) => ({
      kind: 'share',
      url: urls[i],
      title: attack,
      referrer: `https://news.example/${encodeURIComponent(attack)}`,
    }))
    const { status } = await app.collect(site.id, events)
    expect(status).toBe(202)
    const query = { metrics: 'shares', dimensions: 'path', range: 'today', limit: 50 }
    const { rows, totals } = await site.ask(query)
    expect(totals).toEqual({ shares: ATTACKS.length })
    expect(rows).toHaveLength(ATTACKS.length)
    for (const [path] of rows) {
      const filters = [{ dimension: 'path', op: 'is', values: [path] }]
      expect((await site.ask({ ...query, filters })).rows).toEqual([[path, 1]])
    }
    const filters = [{ dimension: 'path', op: 'contains', values: ['%'] }]
    const withPercent = urls.filter((url) => url.includes('%'))
    expect((await site.ask({ ...query, filters })).rows).toHaveLength(withPercent.length)
  })
})
