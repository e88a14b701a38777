import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCostlyPages, PATTERNS } from '../../testing/costly-site.ts'
import { postToolCall } from '../../testing/mcp-post.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({
    startAt: '2026-11-20T12:00:00.000Z',
    environment: { QUERY_TIMEOUT_MS: '1000' },
  })
})

beforeEach(async () => {
  site = await siteWithHistory(app, [{ at: '2026-11-18T10:00:00.000Z', url: '/a' }])
})

afterAll(() => app[Symbol.asyncDispose]())

const tool = async (name: string, args: Readonly<Record<string, unknown>>) => {
  const { content } = await postToolCall(app, 'data', site.key, name, { site: site.id, ...args })
  return content[0]?.text ?? ''
}

describe('a query over daily sums', () => {
  it('a query over daily sums ends at its time limit, and light calls are answered meanwhile', async () => {
    await addCostlyPages(app, site.id, 40_000)
    const answered: string[] = []
    const query = { metrics: ['impressions'], dimensions: ['path'], range: '7d' }
    const dear = tool('query', { ...query, filters: [{ anyOf: PATTERNS }] }).then((text) => {
      answered.push('dear')
      return text
    })
    for (let i = 0; i < 3; i++) {
      expect(await tool('get_overview', { range: '7d' })).toContain('impressions')
      answered.push('light')
    }
    expect(await dear).toMatch(/^VALIDATION_FAILED: .*\nrange: .*fewer patterns/)
    expect(answered).toEqual(['light', 'light', 'light', 'dear'])
  })

  it('a query over daily sums gives the same numbers where it runs in a thread', async () => {
    const query = { metrics: 'impressions', dimensions: 'path', range: '7d', orderBy: 'path' }
    expect((await site.ask(query)).rows).toEqual([['/a', 1]])
    await addCostlyPages(app, site.id, 30_000)
    expect((await site.ask({ ...query, limit: '2' })).rows).toEqual([
      ['/a', 1],
      ['/some/page/1', 1],
    ])
    const filters = [{ dimension: 'path', op: 'glob', values: ['/some/page/*7'] }]
    const { totals } = await site.ask({ metrics: 'impressions', range: '7d', filters })
    expect(totals).toEqual({ impressions: 3_000 })
  })
})

describe('a filter', () => {
  const values = Array.from({ length: 91 }, (_, i) => `${i}`)
  const filters = Array.from({ length: 11 }, () => ({ dimension: 'device', values }))
  const tooMany = {
    path: 'filters',
    code: 'too_costly',
    message: expect.stringMatching(/at most 1000 values together, these have 1001/),
  }

  it('the filters of a query have at most a thousand values together', async () => {
    const { status, body } = await site.send({
      metrics: 'impressions',
      filters: [{ anyOf: filters.slice(0, 10) }, filters[0]],
    })
    expect(status).toBe(422)
    expect(body.error?.fields).toEqual([expect.objectContaining(tooMany)])
  })
})

describe('a series by the hour', () => {
  it.each([
    ['metrics=impressions&range=2026-08-20..2026-11-20', 'ai'],
    ['metrics=impressions&range=7d&compare=2016-11-20..2026-11-20', 'ai'],
    ['metrics=impressions&from=2016-11-20&to=2026-11-20&format=csv', 'export'],
  ])('a series by the hour has at most 92 days: %s', async (query, route) => {
    const path = `/analytics/${site.id}/${route}?dimensions=time:hour&${query}`
    const { status, body } = await app.api('GET', path, { token: site.key })
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: 'range', code: 'too_costly' }])
  })

  it('a series by the hour may have 92 days', async () => {
    const { rowCount } = await site.ask({
      metrics: 'impressions',
      dimensions: 'time:hour',
      range: '2026-08-21..2026-11-20',
      limit: '100',
    })
    expect(rowCount).toBe(100)
  })
})
