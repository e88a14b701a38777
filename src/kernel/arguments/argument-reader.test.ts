import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ArgumentReader } from './argument-reader.ts'

const TODAY = 20_777

const filter = z.strictObject({
  dimension: z.enum(['path', 'engine', 'country']),
  op: z.enum(['is', 'is_not', 'contains']).default('is'),
  values: z.array(z.string()).min(1),
})

const numbers = new ArgumentReader(
  z.strictObject({
    site: z.string().optional(),
    range: z.string().default('28d'),
    compare: z.string().default('none'),
    metrics: z.array(z.enum(['ai_clicks', 'ai_ctr', 'impressions'])).optional(),
    dimensions: z.array(z.enum(['time:day', 'path', 'engine', 'country'])).default([]),
    filters: z.array(z.union([filter, z.strictObject({ anyOf: z.array(filter) })])).default([]),
    orderBy: z.string().optional(),
    limit: z.int().default(25),
    isExact: z.boolean().default(false),
  }),
)

const questions = new ArgumentReader(
  z.strictObject({
    path: z.string().optional(),
    sort: z.enum(['recent', 'frequent']).default('recent'),
    range: z.string().default('28d'),
  }),
)

describe('arguments as models send them', () => {
  it.each([
    [{ site: 'a', range: null, limit: '', metrics: null }, { site: 'a' }],
    [
      { limit: '5', isExact: 'true' },
      { limit: 5, isExact: true },
    ],
    [
      { limit: ' 5 ', isExact: 'No' },
      { limit: 5, isExact: false },
    ],
    [{ metrics: 'ai_clicks' }, { metrics: ['ai_clicks'] }],
    [{ metrics: 'ai_clicks, ai_ctr' }, { metrics: ['ai_clicks', 'ai_ctr'] }],
    [{ metrics: '["ai_clicks","ai_ctr"]' }, { metrics: ['ai_clicks', 'ai_ctr'] }],
    [{ metrics: ['AI Clicks', 'ai-ctr', null] }, { metrics: ['ai_clicks', 'ai_ctr'] }],
    [{ site: ['tea.example'] }, { site: 'tea.example' }],
    [{ site: 42 }, { site: '42' }],
    [
      { filters: { dimension: 'engine', values: 'chatgpt' } },
      { filters: [{ dimension: 'engine', values: ['chatgpt'] }] },
    ],
    [
      { filters: '[{"dimension":"engine","op":"is","values":["chatgpt"]}]' },
      { filters: [{ dimension: 'engine', op: 'is', values: ['chatgpt'] }] },
    ],
    [
      { filters: { engine: 'chatgpt', country: ['DE', 'AT'] } },
      {
        filters: [
          { dimension: 'engine', values: ['chatgpt'] },
          { dimension: 'country', values: ['DE', 'AT'] },
        ],
      },
    ],
    [
      { filters: [{ anyOf: [{ dimension: 'path', values: '/a' }] }] },
      { filters: [{ anyOf: [{ dimension: 'path', values: ['/a'] }] }] },
    ],
  ])('%j are read as %j', (sent, read) => {
    expect(numbers.read(sent, TODAY)).toMatchObject({ value: read, told: [] })
    expect(numbers.read(sent, TODAY).value).toEqual(read)
  })

  it.each([
    [{ siteId: 'a' }, { site: 'a' }, 'siteId as site'],
    [{ page_size: 10 }, { limit: 10 }, 'page_size as limit'],
    [{ order_by: '-path' }, { orderBy: '-path' }, 'order_by as orderBy'],
    [
      { metric: 'clicks' },
      { metrics: ['ai_clicks'] },
      'metric as metrics',
      'metrics: clicks as ai_clicks',
    ],
    [
      { dimensions: ['day', 'pages'] },
      { dimensions: ['time:day', 'path'] },
      'dimensions: day as time:day',
      'dimensions: pages as path',
    ],
    [
      { split_by: 'engines' },
      { dimensions: ['engine'] },
      'split_by as dimensions',
      'dimensions: engines as engine',
    ],
    [
      { filters: [{ field: 'engine', operator: '=', value: 'chatgpt' }] },
      { filters: [{ dimension: 'engine', op: 'is', values: ['chatgpt'] }] },
      'filters: field as dimension',
      'filters: operator as op',
      'filters.op: = as is',
      'filters: value as values',
    ],
    [
      { start_date: '2026-10-01', end_date: '2026-10-31T00:00:00Z' },
      { range: '2026-10-01..2026-10-31' },
      'start_date, end_date as range 2026-10-01..2026-10-31',
    ],
    [{ from: '2026-11-01', to: '' }, { range: '2026-11-01..' }, 'from as range 2026-11-01..'],
    [
      { period_a: '2026-09', period_b: '2026-10' },
      { range: '2026-10', compare: '2026-09' },
      'period_b as range, period_a as compare',
    ],
    [
      { period_a: 'this_week', period_b: 'last_week' },
      { range: 'this_week', compare: 'last_week' },
      'period_a as range, period_b as compare',
    ],
    [
      { engine: 'ChatGPT', page: '/tea' },
      {
        filters: [
          { dimension: 'engine', op: 'is', values: ['ChatGPT'] },
          { dimension: 'path', op: 'is', values: ['/tea'] },
        ],
      },
      'engine as a filter',
      'page as a filter',
    ],
  ])('%j are read as %j, and told', (sent, read, ...told) => {
    expect(numbers.read(sent, TODAY)).toEqual({ value: read, told })
  })

  it.each([
    [
      { page: '/tea', sort: 'newest' },
      { path: '/tea', sort: 'recent' },
    ],
    [
      { pages: ['/tea'], start: '2026-10-01' },
      { path: '/tea', range: '2026-10-01..' },
    ],
  ])('%j of another tool are read as %j', (sent, read) => {
    expect(questions.read(sent, TODAY).value).toEqual(read)
  })

  it.each([
    // Two names of one thing, a page of a list, fields without a place, and values of a wrong kind.
    { path: '/a', page: '/b' },
    { colour: 'red', tint: 'blue' },
    { page: 2 },
    { page: '2' },
    { colour: 'red' },
    { sort: 'best' },
    { path: ['/a', '/b'] },
    { path: { is: '/a' } },
    { range: true },
    { from: { year: 2026 } },
    { to: '2026-10-31' },
  ])('%j stays as it is, for the schema to judge', (sent) => {
    expect(questions.read(sent, TODAY)).toEqual({ value: sent, told: [] })
  })

  it.each([undefined, 5, 'text', ['a']])('%j is no object, and stays', (sent) => {
    expect(numbers.read(sent, TODAY)).toEqual({ value: sent, told: [] })
  })

  it('names from the prototype of objects are no arguments', () => {
    const sent = JSON.parse('{"__proto__":{"limit":5},"constructor":"x","toString":1}') as unknown
    const { value } = numbers.read(sent, TODAY)
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'toString'])
    expect((value as { limit?: unknown }).limit).toBeUndefined()
  })

  it('a list or an object without end is left as it is', () => {
    const list = Array.from({ length: 100_000 }, () => 'clicks')
    expect(numbers.read({ metrics: list }, TODAY).value).toEqual({ metrics: list })
    const wide = Object.fromEntries(list.map((_, i) => [`a${i}`, i]))
    expect(numbers.read(wide, TODAY).value).toEqual(wide)
  })

  it('many ways to write one name are told as few', () => {
    const filters = Array.from({ length: 1_000 }, (_, i) => ({
      [`${'_'.repeat(i)}field`]: 'engine',
      values: ['x'],
    }))
    expect(numbers.read({ filters }, TODAY).told.length).toBeLessThanOrEqual(20)
    const [told = ''] = numbers.read({ [`site${'_'.repeat(9_000)}id`]: 'a' }, TODAY).told
    expect(told.length).toBeLessThan(100)
  })

  it('what was read is told on one line', () => {
    expect(numbers.read({ 'site\n_id': 'a' }, TODAY).told).toEqual(['site _id as site'])
  })
})
