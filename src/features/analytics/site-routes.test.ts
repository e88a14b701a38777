import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { siteWithHistory, type HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

type Cell = string | number | null

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

const times = (count: number, line: HistoryLine): HistoryLine[] =>
  Array.from({ length: count }, (_, i) => ({ visitor: `v${i}`, ...line }))
const clicked = { kind: 'ai_click', target: 'claude' }

/** The week of 9 November after the week of 2 November. */
beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  site = await siteWithHistory(app, [
    { at: '2026-10-01T10:00:00Z' },
    ...times(30, { at: '2026-11-03T10:00:00Z', url: '/a' }),
    ...times(30, { at: '2026-11-04T10:00:00Z', url: '/b' }),
    ...times(12, { ...clicked, at: '2026-11-03T11:00:00Z', url: '/a' }),
    ...times(3, { ...clicked, at: '2026-11-04T11:00:00Z', url: '/b' }),
    ...times(60, { at: '2026-11-10T10:00:00Z', url: '/a' }),
    ...times(15, { at: '2026-11-11T10:00:00Z', url: '/b' }),
    ...times(7, { ...clicked, at: '2026-11-10T11:00:00Z', url: '/a' }),
    ...times(5, { ...clicked, at: '2026-11-11T11:00:00Z', url: '/b', target: 'chatgpt' }),
    ...times(2, { at: '2026-11-11T12:00:00Z', kind: 'question', url: '/b', question: 'Why?' }),
  ])
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

const WEEKS = { range: '2026-11-09..2026-11-15', compare: '2026-11-02..2026-11-08' }

interface Judged {
  verdict: string | null
}

interface Answer {
  columns: { name: string; kind: string; unit: string }[]
  rows: Cell[][]
  totals: Record<string, number | null>
  intervals: Record<string, { ci95: number[] | null }>
  rowIntervals: Record<string, { numerator: number; denominator: number; ci95: number[] | null }>[]
  comparison: {
    range: { from: string; to: string }
    scale: number
    totals: Record<string, number | null>
    verdicts: Record<string, Judged>
    rows: ((number | null)[] | null)[]
    rowVerdicts: Judged[]
  }
  change: number
  effects: { effect: number; rateEffect: number | null; mixEffect: number | null }[]
  remainders: Record<string, Cell>[]
  query: Record<string, unknown>
  truncated: boolean
  nextCursor: string | null
  notes: string[]
}

const send = (what: string, query: Readonly<Record<string, string>>) => {
  const search = new URLSearchParams(query).toString()
  return app.api('GET', `/analytics/${site.id}/${what}?${search}`, { token: site.key })
}

async function ask(what: string, query: Readonly<Record<string, string>>): Promise<Answer> {
  const { status, body } = await send(what, query)
  if (status !== 200) throw new Error(JSON.stringify(body.error))
  // @NOTE the answer's schema is the service's own; a wrong shape fails the expectation that reads it.
  return body.data as unknown as Answer
}

async function table(tool: string, args: Arguments) {
  const asked = { site: site.id, ...args }
  const { structured, text } = await askTool(app, 'data', tool, site.key, asked)
  if (!Array.isArray(structured['rows'])) throw new Error(text)
  return { rows: structured['rows'] as Cell[][], columns: structured['columns'] as string[] }
}

const verdictsIn = (changes: readonly Judged[]) => changes.map(({ verdict }) => verdict)

/** Numbers of tools have four digits, which cost fewer tokens. */
const short = (cell: Cell | undefined): Cell =>
  typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(4)) : (cell ?? null)

describe('the same question over REST and over MCP', () => {
  it('has one answer: overview', async () => {
    const rest = await ask('overview', WEEKS)
    const { rows, columns } = await table('get_overview', WEEKS)
    expect(columns.slice(0, 5)).toEqual(['metric', 'value', 'ci95_low', 'ci95_high', 'previous'])
    expect(rows.map(([id]) => id)).toEqual(Object.keys(rest.totals))
    for (const [id, value, low, high, previous, , verdict] of rows) {
      const metric = String(id)
      const [from, to] = rest.intervals[metric]?.ci95 ?? []
      const { totals, verdicts } = rest.comparison
      const judged = verdicts[metric]?.verdict
      expect([rest.totals[metric], from, to, totals[metric], judged].map(short)).toEqual([
        value,
        low,
        high,
        previous,
        verdict,
      ])
    }
    expect(rest.totals).toMatchObject({ impressions: 75, ai_clicks: 12, questions: 2 })
    expect(rest.totals['ai_ctr']).toBe(12 / 75)
  })

  it('has one answer: a series', async () => {
    const query = { ...WEEKS, metrics: 'ai_clicks,ai_ctr' }
    const rest = await ask('timeseries', query)
    const { rows } = await table('get_timeseries', { ...WEEKS, metrics: ['ai_clicks', 'ai_ctr'] })
    expect(rest.rows).toHaveLength(7)
    expect(rest.rows[1]).toEqual(['2026-11-10', 7, 7 / 60])
    expect(rest.rows.map((row) => row.map(short))).toEqual(rows.map((row) => row.slice(0, 3)))
    expect(rest.comparison.rows.map((row) => [0, 1].map((i) => short(row?.[i])))).toEqual(
      rows.map((row) => row.slice(-2)),
    )
  })

  it('has one answer: a breakdown', async () => {
    const rest = await ask('breakdown', { ...WEEKS, dimensions: 'path', metrics: 'ai_clicks' })
    const { rows } = await table('get_breakdown', {
      ...WEEKS,
      dimensions: ['path'],
      metrics: ['ai_clicks'],
    })
    expect(rest.rows).toEqual([
      ['/a', 7],
      ['/b', 5],
    ])
    expect(rest.comparison.rows).toEqual([[12], [3]])
    expect(rows.map((row) => row.slice(0, 2))).toEqual(rest.rows)
    expect(rows.map((row) => row.at(-1))).toEqual(verdictsIn(rest.comparison.rowVerdicts))
  })

  it.each(['ai_clicks', 'ai_ctr'])('has one answer: what drove %s', async (metric) => {
    const rest = await ask('drivers', { ...WEEKS, metrics: metric, dimensions: 'path,device' })
    const args = { ...WEEKS, metrics: [metric], dimensions: ['path', 'device'] }
    const { rows: told, columns } = await table('compare_periods', args)
    const [total, ...rows] = told
    const cell = (row: readonly Cell[] | undefined, name: string) => row?.[columns.indexOf(name)]
    const value = rest.totals[metric]
    const judged = rest.comparison.verdicts[metric]?.verdict
    expect([value, rest.change, judged].map(short)).toEqual(
      ['now', 'effect', 'verdict'].map((name) => cell(total, name)),
    )
    expect(short(rest.comparison.totals[metric])).toBe(cell(total, 'before'))
    expect(rest.rows.map((row) => row.map(short))).toEqual(rows.map((row) => row.slice(0, 3)))
    expect(rest.rows).toHaveLength(3)
    expect(rest.comparison.rows.map((row) => short(row?.[0]))).toEqual(
      rows.map((row) => cell(row, 'before')),
    )
    expect(rest.effects.map(({ effect }) => short(effect))).toEqual(
      rows.map((row) => cell(row, 'effect')),
    )
  })

  it('has one answer: a funnel', async () => {
    const rest = await ask('funnel', { range: WEEKS.range, steps: 'impression,ai_click,question' })
    const { rows } = await table('run_funnel', {
      range: WEEKS.range,
      steps: ['impression', 'ai_click', 'question'],
    })
    expect(rest.rows).toEqual([
      ['impression', 75, null, 1, null],
      ['ai_click', 12, 12 / 75, 12 / 75, 63],
      ['question', 2, 2 / 12, 2 / 75, 10],
    ])
    expect(
      rest.rows.map((row, i) => {
        const [step, readers, fromPrevious, fromFirst, lost] = row.map(short)
        const [low, high] = rest.rowIntervals[i]?.['fromPrevious']?.ci95 ?? []
        return [step, readers, fromPrevious, short(low), short(high), fromFirst, lost]
      }),
    ).toEqual(rows)
  })

  it('has one answer: what there is', async () => {
    const { body } = await send('describe', {})
    const { rows } = await table('describe_data', {})
    const names = (kind: string) => rows.filter(([one]) => one === kind).map(([, name]) => name)
    const data = body.data as unknown as Record<string, { id: string }[]>
    expect(data['metrics']?.map(({ id }) => id)).toEqual(names('metric'))
    expect(data['dimensions']?.map(({ id }) => id)).toEqual(names('dimension'))
    expect(body.data).toMatchObject({
      siteId: site.id,
      firstDay: '2026-10-01',
      dataFreshness: '2026-11-11T12:00:00.000Z',
      timezone: 'UTC',
    })
  })
})

describe('GET /analytics/:siteId/drivers', () => {
  it('adds up to the change, with what a page leaves', async () => {
    const query = { ...WEEKS, metrics: 'ai_clicks', dimensions: 'path', limit: '1' }
    const first = await ask('drivers', query)
    expect(first).toMatchObject({
      totals: { ai_clicks: 12 },
      comparison: { totals: { ai_clicks: 15 }, rows: [[12]] },
      change: -3,
      rows: [['path', '/a', 7]],
      effects: [{ effect: -5, rateEffect: null, mixEffect: null }],
      remainders: [{ dimension: 'path', kind: 'others', values: 1, now: 5, before: 3, effect: 2 }],
      truncated: true,
    })
    const second = await ask('drivers', { ...query, cursor: String(first.nextCursor) })
    expect(second).toMatchObject({ rows: [['path', '/b', 5]], remainders: [], nextCursor: null })
  })

  it('splits the effect on a rate into the rate and the mix', async () => {
    const { change, effects } = await ask('drivers', {
      ...WEEKS,
      metrics: 'ai_ctr',
      dimensions: 'path',
    })
    const sum = effects.reduce((total, { effect }) => total + effect, 0)
    expect(sum).toBeCloseTo(change, 12)
    for (const { effect, rateEffect, mixEffect } of effects) {
      expect((rateEffect ?? 0) + (mixEffect ?? 0)).toBeCloseTo(effect, 12)
    }
  })
})

describe('fields of a query', () => {
  it('take lists by comma and by repetition, and days as from and to', async () => {
    const days = 'from=2026-11-09&to=2026-11-15'
    const path = `/analytics/${site.id}/breakdown?${days}&compare=none&dimensions=path`
    const [listed, repeated] = await Promise.all([
      app.api('GET', `${path}&metrics=ai_clicks,impressions`, { token: site.key }),
      app.api('GET', `${path}&metrics=ai_clicks&metrics=impressions`, { token: site.key }),
    ])
    expect(listed.body.data['rows']).toEqual([
      ['/a', 7, 60],
      ['/b', 5, 15],
    ])
    expect(repeated.body.data).toEqual(listed.body.data)
  })

  it('take filters as JSON, also those of which one must hold', async () => {
    const filters = JSON.stringify([
      {
        anyOf: [
          { dimension: 'path', values: ['/b'] },
          { dimension: 'engine', values: ['x'] },
        ],
      },
    ])
    const { totals, notes } = await ask('overview', { ...WEEKS, compare: 'none', filters })
    expect(totals).toMatchObject({ ai_clicks: 5 })
    expect(notes.join()).toContain('left out, for these filters')
  })

  it.each([
    ['overview', 'rang=7d', 'rang', 'unknown_field'],
    ['overview', 'range=7d&from=2026-11-09', 'range', 'conflict'],
    ['overview', 'filters={', 'filters', 'invalid_type'],
    ['timeseries', 'interval=year', 'interval', 'invalid_value'],
    ['timeseries', 'dimensions=path,engine', 'dimensions', 'too_big'],
    ['timeseries', 'limit=101', 'limit', 'too_big'],
    ['breakdown', '', 'dimensions', 'invalid_type'],
    ['breakdown', 'dimensions=method&metrics=impressions', 'metrics', 'illegal_pair'],
    ['drivers', '', 'metrics', 'invalid_type'],
    ['drivers', 'metrics=ai_clicks,shares', 'metrics', 'too_big'],
    ['drivers', 'metrics=ai_clicks&compare=none', 'compare', 'required'],
    ['drivers', 'metrics=ai_clicks&cursor=AAAA', 'cursor', 'invalid_cursor'],
    ['funnel', 'steps=impression', 'steps', 'too_small'],
    ['funnel', 'steps=impression,impression', 'steps', 'duplicate'],
    ['funnel', 'compare=none', 'compare', 'unknown_field'],
    ['describe', 'range=7d', 'range', 'unknown_field'],
  ])('of %s?%s are refused', async (what, query, path, code) => {
    const answer = await app.api('GET', `/analytics/${site.id}/${what}?${query}`, {
      token: site.key,
    })
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields?.map((field) => [field.path, field.code])).toContainEqual([
      path,
      code,
    ])
  })
})
