import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { siteWithHistory, type HistoryLine } from '../../testing/site-with-history.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  site = await siteWithHistory(app)
})

const ALWAYS = { dimension: 'country', op: 'is_not', values: ['zz'] }
const INSIDE = 'https://example.com/before'
const CHATGPT = 'https://chatgpt.com/'

const line = (time: string, more: Partial<HistoryLine> = {}): HistoryLine => ({
  at: `2026-11-${time}Z`,
  ...more,
})

/** A visit that begins at a time of day of the tenth, and goes on inside the site. */
const visit = (visitor: string, time: string, referrer: string | undefined, acts: string[]) => [
  line(`10T${time}:00`, { visitor, referrer, url: '/start' }),
  ...acts.map((kind, i) =>
    line(`10T${time}:0${i + 1}`, {
      visitor,
      referrer: INSIDE,
      url: '/next',
      kind,
      ...(kind === 'ai_click' && { target: 'claude' }),
    }),
  ),
]

async function count(dimensions: string, metrics: string, more: Record<string, unknown> = {}) {
  const { rows } = await site.ask({ dimensions, metrics, range: '30d', ...more })
  return Object.fromEntries(rows.map(([name, ...values]) => [name, values]))
}

describe('the source of a visit', () => {
  it('belongs to all its pages, so that a rate by channel is that of its readers', async () => {
    await site.addHistory([
      ...visit('a', '08:00', CHATGPT, ['impression', 'ai_click']),
      ...visit('b', '09:00', CHATGPT, ['impression']),
      ...visit('c', '10:00', undefined, ['share']),
    ])
    const metrics = 'impressions,visitors,sessions,ai_click_rate,engagement_rate'
    const expected = { ai: [4, 2, 2, 0.5, 0.5], direct: [1, 1, 1, 0, 1] }
    expect(await count('channel', metrics)).toEqual(expected)
    // A condition that all events meet has them counted one by one.
    expect(await count('channel', metrics, { filters: [ALWAYS] })).toEqual(expected)
    const funnel = await askTool(app, 'data', 'run_funnel', site.key, {
      steps: ['impression', 'ai_click'],
      dimensions: ['channel'],
    })
    const steps = funnel.structured['rows'] as unknown[][]
    expect(steps.map((row) => row.slice(0, 3))).toEqual([
      ['ai', 'impression', 2],
      ['ai', 'ai_click', 1],
      ['direct', 'impression', 1],
      ['direct', 'ai_click', 0],
    ])
    expect(await count('entryPath', 'sessions')).toEqual({ '/start': [3] })
    expect(await count('referrer', 'sessions,ai_clicks')).toEqual({
      'chatgpt.com': [2, 1],
      '(none)': [1, 0],
    })
  })

  it('is found anew where its first page comes late', async () => {
    await site.addHistory(visit('a', '08:10', INSIDE, ['ai_click']))
    expect(await count('channel', 'sessions,ai_clicks')).toEqual({ continued: [1, 1] })
    await site.addHistory([line('10T08:00:00', { visitor: 'a', referrer: CHATGPT, url: '/first' })])
    expect(await count('channel', 'sessions,ai_clicks')).toEqual({ ai: [1, 1] })
    expect(await count('entryPath', 'sessions,impressions')).toEqual({ '/first': [1, 2] })
  })

  it('is another one after midnight, and after a pause: the visit goes on, and nobody is followed', async () => {
    await site.addHistory([
      line('10T23:59:00', { visitor: 'a', referrer: CHATGPT }),
      line('11T00:01:00', { visitor: 'a', referrer: INSIDE }),
      line('12T10:00:00', { visitor: 'b', referrer: CHATGPT }),
      line('12T10:30:00', { visitor: 'b', referrer: INSIDE }),
      line('12T11:00:01', { visitor: 'b', referrer: INSIDE }),
    ])
    expect(await count('channel', 'sessions,impressions')).toEqual({
      ai: [2, 3],
      continued: [2, 2],
    })
  })

  it('is that of the first event, whatever comes in the same instant', async () => {
    const at = (url: string, referrer?: string) => ({ kind: 'impression', url, referrer })
    await app.collect(site.id, [at('/one', CHATGPT), at('/two', INSIDE)])
    await app.collect(site.id, [at('/three', 'https://www.google.com/')])
    expect(await count('channel', 'sessions,impressions')).toEqual({ ai: [1, 3] })
    expect(await count('entryPath', 'impressions')).toEqual({ '/one': [3] })
    const { database } = app.app.services
    const num = onFile(app, (file) =>
      file.prepare('SELECT num FROM site WHERE id = ?').pluck().get(site.id),
    )
    expect(await database.maintenance.verify(Number(num), 'UTC')).toEqual([])
  })

  it('is told to be unknown of days whose events were gone before there were sources', async () => {
    await site.addHistory([line('10T08:00:00', { visitor: 'a', referrer: CHATGPT })])
    const gone = Date.parse('2026-11-05T00:00:00Z')
    onFile(app, (file) =>
      file.prepare('UPDATE site SET visits_from = ? WHERE id = ?').run(gone, site.id),
    )
    const { text } = await askTool(app, 'data', 'get_breakdown', site.key, {
      dimensions: ['channel'],
      range: '30d',
    })
    expect(text).toContain('# where visits came from is known from 2026-11-05 on')
  })
})

describe('the direction of an engine', () => {
  it('is where a visit came from, or what was opened, by metric', async () => {
    await site.addHistory(visit('a', '08:00', CHATGPT, ['ai_click']))
    expect(await count('engine', 'visitors,sessions,ai_clicks,ai_click_rate')).toEqual({
      chatgpt: [1, 1, 0, 1],
      claude: [0, 0, 1, null],
    })
    const overview = await askTool(app, 'data', 'get_overview', site.key, {
      filters: [{ dimension: 'engine', values: ['ChatGPT'] }],
    })
    expect(overview.text).toMatch(/^visitors,1,/m)
    expect(overview.text).toMatch(/# engine: of ai_clicks, .* the one opened/)
  })
})
