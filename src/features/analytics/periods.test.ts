import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

const daily = (from: string, days: number, each: number) =>
  Array.from({ length: days * each }, (_, i) => ({
    at: new Date(Date.parse(from) + Math.floor(i / each) * 86_400_000 + (i % each)).toISOString(),
    visitor: `v${i}`,
  }))

beforeAll(async () => {
  // A Friday, in the evening in Tokyo.
  app = await TestApp.start({ startAt: '2026-11-20T12:30:00.000Z' })
  site = await siteWithHistory(
    app,
    [...daily('2026-09-15T03:00:00Z', 16, 1), ...daily('2026-10-01T03:00:00Z', 51, 2)],
    { timezone: 'Asia/Tokyo' },
  )
})
afterAll(() => app[Symbol.asyncDispose]())

interface Told {
  range: { from: string; to: string }
  comparedWith: { from: string; to: string }
  rows: (string | number | null)[][]
  notes: string[]
}

const call = async (tool: string, args: Record<string, unknown>) => {
  const { structured, text } = await askTool(app, 'data', tool, site.key, {
    site: site.id,
    ...args,
  })
  // @NOTE the tool's output schema is the service's own; a wrong shape fails the expectation that reads it.
  return { ...(structured as unknown as Told), text }
}

const impressions = { metrics: ['impressions'] }

describe('a range in words', () => {
  it.each([
    ['this week', '2026-11-16..2026-11-20', 10, '2026-11-09..2026-11-13', 10],
    ['last_month', '2026-10-01..2026-10-31', 62, '2026-09-01..2026-09-30', 16],
    ['2026-10', '2026-10-01..2026-10-31', 62, '2026-09-01..2026-09-30', 16],
    ['2026-11-03 to 2026-11-04', '2026-11-03..2026-11-04', 4, '2026-11-01..2026-11-02', 4],
  ])(
    '%s is %s, the same in a tool and over REST',
    async (range, days, count, before, countBefore) => {
      const told = await call('get_overview', { range })
      const { from, to } = told.range
      expect(`${from}..${to}`).toBe(days)
      expect(`${told.comparedWith.from}..${told.comparedWith.to}`).toBe(before)
      const row = told.rows.find(([name]) => name === 'impressions')!
      expect([row[1], row[4]]).toEqual([count, countBefore])
      const answer = await site.ask({ range, metrics: 'impressions', compare: 'previous' })
      expect(answer.totals).toEqual({ impressions: count })
      expect(answer.comparison?.totals).toEqual({ impressions: countBefore })
    },
  )

  it('all begins with the first event', async () => {
    const { rows, ...told } = await call('get_timeseries', { range: 'all', ...impressions })
    expect(told.range).toMatchObject({ from: '2026-09-15', to: '2026-11-20' })
    expect(rows.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(16 + 102)
  })

  it('is refused where it is not understood, with what is', async () => {
    const { text, isError } = await askTool(app, 'data', 'get_overview', site.key, {
      site: site.id,
      range: 'a while ago',
    })
    expect(isError).toBe(true)
    expect(text).toContain('last_week')
  })
})

describe('a change between ranges', () => {
  it('is per day where one is longer, and says so', async () => {
    const args = { range: '2026-10', compare: '2026-11-01..2026-11-10', ...impressions }
    const { rows, notes } = await call('query', { ...args, dimensions: ['path'] })
    // 62 in 31 days are as many a day as 20 in ten days.
    expect(rows).toEqual([['/', 62, 0, 'short_history']])
    expect(notes).toContain(
      'the compared range has 10 days, so changes of counts are those per day',
    )
  })

  it('explains a change per day, whose effects add up', async () => {
    const args = { range: '2026-10', compare: '2026-09-15..2026-09-30', metrics: ['impressions'] }
    const { rows } = await call('compare_periods', { ...args, dimensions: ['path'] })
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      ['(total)', '', 62, 16, 31],
      ['path', '/', 62, 16, 31],
    ])
  })
})

describe('a range before the data began', () => {
  it('has no numbers to compare with, rather than zeros', async () => {
    const args = { range: '2026-09', compare: '2026-08', metrics: ['impressions'] }
    const grouped = await call('get_breakdown', { ...args, dimensions: ['path'] })
    expect(grouped.rows.map((row) => row.slice(-2))).toEqual([[null, 'short_history']])
    const { rows } = await call('get_overview', { range: '2026-09', compare: '2026-08' })
    const [shown] = rows.filter(([name]) => name === 'impressions')
    expect(shown?.slice(-3)).toEqual([null, null, 'short_history'])
    const series = await call('get_timeseries', { ...args, interval: 'month' })
    expect(series.rows).toEqual([['2026-09', 16, null]])
  })
})

describe('a series', () => {
  it('is empty on days before the data began, and 0 on days without events', async () => {
    const { rows } = await call('get_timeseries', {
      range: '2026-09-13..2026-09-16',
      interval: 'day',
      metrics: ['impressions', 'shares'],
    })
    expect(rows).toEqual([
      ['2026-09-13', null, null],
      ['2026-09-14', null, null],
      ['2026-09-15', 1, 0],
      ['2026-09-16', 1, 0],
    ])
  })

  it('lists no hours that have not come, in the time of the site', async () => {
    const { rows } = await call('get_timeseries', { range: 'today', ...impressions })
    expect(rows).toHaveLength(22)
    expect(rows.at(-1)).toEqual(['2026-11-20T21:00+09:00', 0])
    expect(rows[12]).toEqual(['2026-11-20T12:00+09:00', 2])
  })
})
