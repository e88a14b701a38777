import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AT, citedSite, questions, runOf } from '../../testing/cited-site.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ startAt: new Date(AT).toISOString() })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

describe('what is counted', () => {
  it('counts answers alone, and says what it leaves out', async () => {
    const { ask } = await citedSite(
      app,
      [{ text: 'best kettle' }, { text: 'is Acme good', branded: true }],
      [
        ...runOf(1, 3, () => true),
        ...runOf(1, 4, () => false),
        ...runOf(1, 5, () => false, { state: 'refused' }),
        ...runOf(1, 6, () => false, { state: 'error' }),
        ...runOf(1, 7, () => false, { state: 'error' }),
        ...runOf(1, 8, () => true, { query: 1 }),
        ...runOf(1, 9, () => true, { engine: 'fake' }),
      ],
    )
    const { data } = await ask({ metrics: 'citation_checks,citation_rate' })
    expect(data.totals).toEqual({ citation_checks: 2, citation_rate: 0.5 })
    expect(data.notes).toContain('3 checks without an answer to count: 2 error, 1 refused')
    expect(data.notes).toContain(
      'branded is false: questions that name the brand are left out, 1 check here',
    )
    expect(data.dataFreshness).toBe(new Date(AT - 3 * 86_400_000).toISOString())
    expect(data.sampleTier).toBe('exploratory')
  })

  it('counts questions that name the brand where they are asked for, and never in a total beside others', async () => {
    const { ask } = await citedSite(
      app,
      [{ text: 'best kettle' }, { text: 'is Acme good', branded: true }],
      [...runOf(1, 3, () => false), ...runOf(1, 4, () => true, { query: 1 })],
    )
    const metrics = 'citation_rate'
    const only = [{ dimension: 'branded', values: ['true'] }]
    expect((await ask({ metrics, filters: JSON.stringify(only) })).data.totals).toEqual({
      citation_rate: 1,
    })
    const { data } = await ask({ metrics, dimensions: 'branded', orderBy: 'branded' })
    expect(data.rows).toEqual([
      ['false', 0],
      ['true', 1],
    ])
    expect(data.totals).toEqual({ citation_rate: 0 })
  })

  it('counts made-up answers only where the engine is named', async () => {
    const { ask } = await citedSite(
      app,
      questions(1),
      runOf(1, 3, () => true, { engine: 'fake' }),
    )
    const named = JSON.stringify([{ dimension: 'engine', values: ['fake'] }])
    const metrics = 'citation_checks'
    expect((await ask({ metrics })).data.totals).toEqual({ citation_checks: 0 })
    expect((await ask({ metrics, dimensions: 'engine' })).data.rows).toEqual([])
    expect((await ask({ metrics, filters: named })).data.totals).toEqual({ citation_checks: 1 })
  })

  it('is null, and not zero, where there is nothing to divide by', async () => {
    const { ask } = await citedSite(
      app,
      questions(1),
      runOf(1, 3, () => false, { mentioned: null }),
    )
    const metrics = ['mention_rate', 'avg_position', 'sentiment_avg', 'sov_citation', 'prominence']
    const { data } = await ask({ metrics: metrics.join(',') })
    expect(metrics.map((id) => data.totals[id])).toEqual([null, null, null, null, 0])
  })

  it('counts a question under each of its tags', async () => {
    const { ask } = await citedSite(
      app,
      [{ text: 'a', tags: ['x', 'y'] }, { text: 'b', tags: ['x'] }, { text: 'c' }],
      runOf(3, 3, () => true),
    )
    const { data } = await ask({ metrics: 'citation_checks', dimensions: 'tag' })
    expect(data.rows).toEqual([
      ['x', 2],
      ['(none)', 1],
      ['y', 1],
    ])
    const without = JSON.stringify([{ dimension: 'tag', values: ['(none)', 'y'] }])
    expect((await ask({ metrics: 'citation_checks', filters: without })).data.totals).toEqual({
      citation_checks: 2,
    })
  })

  it('counts sources by what they are', async () => {
    const source = (domain: string, owner: 'own' | 'competitor' | 'other') =>
      ({ role: 'cited', domain, url: `https://${domain}/a`, owner, category: owner }) as const
    const sources = [
      source('acme.example', 'own'),
      source('rival.example', 'competitor'),
      { ...source('wiki.example', 'other'), role: 'retrieved' as const },
    ]
    const { ask } = await citedSite(
      app,
      questions(2),
      runOf(2, 3, () => true, { sources }),
    )
    const { data } = await ask({
      metrics: 'sources,citations,sources_read',
      dimensions: 'sourceDomain',
      orderBy: 'sourceDomain',
    })
    expect(data.rows).toEqual([
      ['acme.example', 2, 2, 0],
      ['rival.example', 2, 0, 0],
      ['wiki.example', 0, 0, 2],
    ])
    expect((await ask({ metrics: 'source_share,sov_citation' })).data.totals).toEqual({
      source_share: 0.5,
      sov_citation: 0.5,
    })
  })
})

describe('what is refused', () => {
  it('metrics of answers beside metrics of events', async () => {
    const { ask, tool } = await citedSite(app, [], [])
    const { status, error } = await ask({ metrics: 'citation_rate,ai_clicks' })
    expect([status, error?.fields?.[0]]).toMatchObject([
      422,
      {
        path: 'metrics',
        code: 'illegal_pair',
        message: expect.stringContaining('ask twice') as string,
      },
    ])
    const answer = await tool('query', { metrics: ['citation_rate'], dimensions: ['path'] })
    expect(answer.text).toContain('citation_rate has no path')
  })

  it('what engines answer, for a key that may not read citations', async () => {
    const { ask } = await citedSite(
      app,
      questions(1),
      runOf(1, 3, () => true),
      ['analytics:read'],
    )
    expect((await ask({ metrics: 'citation_rate' })).status).toBe(403)
    expect((await ask({ dimensions: 'model' })).status).toBe(403)
    expect((await ask({ metrics: 'ai_clicks' })).status).toBe(200)
  })

  it.each(['run_funnel', 'export_data'])(
    'a filter on events by what only answers have: %s',
    async (name) => {
      const { tool } = await citedSite(app, [], [])
      const args =
        name === 'run_funnel' ? { steps: ['impression', 'ai_click'] } : { rows: 'events' }
      const filters = [{ dimension: 'sourceDomain', values: ['a.example'] }]
      const { isError, text } = await tool(name, { ...args, filters })
      expect([isError, text]).toEqual([true, expect.stringContaining('no event has it')])
    },
  )
})

describe('tools', () => {
  it('answer by question, over time and as a file with the same numbers', async () => {
    const { tool } = await citedSite(app, questions(2), [
      ...runOf(2, 2, (query) => query === 0),
      ...runOf(2, 3, (query) => query === 0),
    ])
    const metrics = ['citation_rate', 'citation_checks']
    const breakdown = await tool('get_breakdown', {
      metrics,
      dimensions: ['query'],
      range: '28d',
      compare: 'none',
    })
    expect(breakdown.structured['columns']).toEqual([
      'query',
      ...metrics,
      'citation_rate_low',
      'citation_rate_high',
      'too_few',
    ])
    expect(breakdown.structured['rows']).toEqual([
      ['Question 0', 1, 2, 0.3423, 1, 'citation_rate'],
      ['Question 1', 0, 2, 0, 0.6577, 'citation_rate'],
    ])
    const series = await tool('get_timeseries', {
      metrics,
      range: '7d',
      interval: 'day',
      compare: 'none',
    })
    const days = series.structured['rows'] as unknown[][]
    expect(days.map(([, , checks]) => checks)).toEqual([0, 0, 0, 2, 2, 0, 0])
    const file = await tool('export_data', { metrics, dimensions: ['query'], range: '28d' })
    expect(file.isError).toBe(false)
    const compared = await tool('compare_periods', {
      metrics: ['citation_rate'],
      range: '7d',
      compare: 'previous_period',
    })
    expect(compared.structured['rows']).toEqual([
      ['(total)', '', 0.5, null, null, null, null, null, 'insufficient_data', null],
    ])
    const described = await tool('describe_data', {})
    expect(described.text).toContain('citation_rate')
  })
})
