import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../testing/ask-tool.ts'
import { siteWithHistory } from '../testing/site-with-history.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T12:00:00.000Z' })
  const arrivals = Array.from({ length: 60 }, (_, i) => ({
    at: i < 40 ? '2026-11-12T09:00:00Z' : '2026-10-12T09:00:00Z',
    kind: 'referral',
    referrer: 'https://chatgpt.com/',
    url: '/tea',
    visitor: `reader ${i}`,
  }))
  const seen = Array.from({ length: 60 }, (_, i) => ({
    at: '2026-11-12T10:00:00Z',
    url: i < 40 ? '/tea' : '/coffee',
    visitor: `reader ${i}`,
  }))
  site = await siteWithHistory(
    app,
    [
      { at: '2026-09-24T10:00:00Z', url: '/tea' },
      { at: '2026-10-24T10:00:00Z', url: '/tea' },
      ...seen,
      ...arrivals,
      { at: '2026-11-12T11:00:00Z', kind: 'ai_click', target: 'chatgpt', url: '/tea' },
      { at: '2026-11-12T11:10:00Z', kind: 'ai_click', target: 'chatgpt', url: '/coffee' },
      { at: '2026-11-12T11:20:00Z', kind: 'ai_click', target: 'chatgpt', url: '/coffee' },
      { at: '2026-11-12T12:00:00Z', kind: 'question', question: 'Is tea hot?', url: '/tea' },
    ],
    { url: 'https://tea.example/', name: 'The Tea Blog', timezone: 'Europe/Berlin' },
  )
})
afterAll(() => app[Symbol.asyncDispose]())

const data = (tool: string, args: Arguments) => askTool(app, 'data', tool, site.key, args)
const publisher = (tool: string, args: Arguments) => askTool(app, 'publisher', tool, site.key, args)
const notesOf = ({ structured }: { structured: Arguments }) => structured['notes'] ?? []

describe('a number that is not known', () => {
  it('did not move', async () => {
    const { structured } = await data('get_overview', { range: '28d' })
    expect(structured['rows']).toContainEqual([
      'ai_referral_share',
      ...Array.from({ length: 5 }, () => null),
      'too_few',
    ])
  })

  it('is no whole month of the series where the data begins within it', async () => {
    const asked = { metrics: 'impressions', interval: 'month', range: '2026' }
    const answer = await data('get_timeseries', asked)
    expect(notesOf(answer)).toContain('not whole months: 2026-09, 2026-11')
  })

  it('is told of questions of days before the data', async () => {
    const told = 'data begins 2026-09-24, after these days'
    expect(notesOf(await publisher('list_questions', { range: '2025-01' }))).toContain(told)
    expect(notesOf(await publisher('list_content_gaps', { range: '2025-01' }))).toContain(told)
    expect(notesOf(await publisher('list_questions', { range: '2026-10' }))).not.toContain(told)
  })

  it('is told of zeros of days before the data', async () => {
    const told = 'data begins 2026-09-24, after these days'
    for (const tool of ['get_overview', 'query', 'get_breakdown']) {
      const asked = tool === 'get_overview' ? {} : { metrics: 'ai_clicks' }
      const by = tool === 'get_breakdown' ? { dimensions: 'path' } : {}
      const answer = await data(tool, { range: '2025-01', ...asked, ...by })
      expect([tool, notesOf(answer)]).toEqual([tool, expect.arrayContaining([told])])
    }
    expect(notesOf(await data('get_overview', { range: '2026-10-25' }))).not.toContain(told)
  })

  it('is told of words that no question has', async () => {
    const answer = await publisher('list_questions', { query: 'te' })
    expect([answer.structured['rows'], notesOf(answer)]).toEqual([
      [],
      ['query matches whole words of a question; search also finds words like them'],
    ])
  })

  it('is told of topics without saying that nobody asked', async () => {
    const asked = { metrics: 'questions', filters: { topic: 'Tides' } }
    expect(notesOf(await data('query', asked))).toContain(
      'no topic of this name has 5 askers here; get_question_topics lists topics',
    )
  })
})

describe('what people say', () => {
  it.each([
    [{ page: '/tea' }, 1],
    [{ URL: 'https://tea.example/coffee', assistant: 'ChatGPT' }, 2],
    [[{ page: '/tea' }], 1],
    [[{ path: '/tea' }, { engine: 'ChatGPT', dimension: null }], 1],
    [[{ or: [{ page: '/tea' }, { field: 'page', value: '/coffee' }] }], 3],
  ])('is a filter as %j', async (filters, clicks) => {
    const { structured } = await data('query', { metrics: 'ai_clicks', range: '28d', filters })
    expect(structured['rows']).toEqual([[clicks]])
  })

  it('that is no filter is refused without names of arguments, which it could not have', async () => {
    const filters = [{ dimension: 'engine', values: 'chatgpt', colour: 'red' }]
    const { text } = await data('query', { metrics: 'ai_clicks', filters })
    expect(text.split('\n').slice(1)).toEqual([
      'filters[0].colour: unknown field',
      expect.stringContaining('For example: query '),
    ])
  })

  it.each(['-ctr', 'CTR desc', 'ai_ctr DESC', 'desc', 'descending'])(
    'puts the best page first by %j',
    async (sort) => {
      const { structured } = await data('get_breakdown', { by: 'page', metrics: 'ctr', sort })
      // @NOTE the form of a table, which its own tests hold.
      const rows = structured['rows'] as string[][]
      expect(rows.map(([page]) => page)).toEqual(['/tea', '/coffee'])
    },
  )

  it.each(['ctr', 'ai_ctr asc', 'asc'])('is told to put the lowest first by %j', async (sort) => {
    const answer = await data('get_breakdown', { by: 'page', metrics: 'ctr', sort })
    expect(notesOf(answer)).toContain('the lowest ai_ctr comes first; -ai_ctr is the other way')
  })

  it('is two periods with one word between them', async () => {
    const answer = await data('get_overview', { range: 'this week vs last week' })
    expect(answer.structured).toMatchObject({
      range: { from: '2026-11-16', to: '2026-11-20' },
      comparedWith: { from: '2026-11-09', to: '2026-11-15' },
    })
    expect(notesOf(answer)).toContain(
      'read range: this week vs last week as range this week, compare last week',
    )
  })

  it.each([
    ['october', '2026-10-01'],
    ['Sept', '2026-09-01'],
    ['December', '2025-12-01'],
  ])('is the last month of the name %s', async (range, from) => {
    const { structured } = await data('get_overview', { range })
    expect(structured).toMatchObject({ range: { from } })
  })

  it('is only new topics', async () => {
    const { structured } = await data('get_question_topics', { new: true, range: '2026-10' })
    expect(structured['rows']).toEqual([])
  })

  it.each([
    ['publisher', 'tea.example', 'tea.example'],
    ['publisher', 'The Tea Blog', 'tea.example'],
    ['data', 'tea.example', 'tea.example'],
    ['data', 'site:The Tea Blog', 'tea.example'],
    ['data', '/tea', 'Page of tea.example: '],
  ])('fetches on %s what is called %s', async (server, id, title) => {
    const { text, isError } = await askTool(app, server, 'fetch', site.key, { id })
    expect([isError, text]).toEqual([false, expect.stringContaining(`"title":"${title}`)])
  })
})
