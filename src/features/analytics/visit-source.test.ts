import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { siteWithHistory, type HistoryLine } from '../../testing/site-with-history.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { outsideFences } from '../../testing/fences.ts'
import { rollupDifferences } from '../../testing/stored-events.ts'
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

const SPRING = '/start?utm_source=news&utm_campaign=Spring+Sale'
const AUTUMN = '/start?utm_campaign=autumn-2026&utm_medium=email'

/** Events of four visits: two by one campaign, from two places, one by another campaign, and one by no campaign. */
const CAMPAIGNS = [
  line('10T08:00:00', { visitor: 'a', url: SPRING, referrer: CHATGPT }),
  line('10T08:00:01', { visitor: 'a', url: '/next', referrer: INSIDE }),
  line('10T08:00:02', {
    visitor: 'a',
    url: '/next',
    referrer: INSIDE,
    kind: 'ai_click',
    target: 'claude',
  }),
  line('10T09:00:00', { visitor: 'b', url: SPRING }),
  line('10T10:00:00', { visitor: 'c', url: AUTUMN }),
  // A link within the site that is tagged names no campaign.
  line('10T10:00:01', { visitor: 'c', url: SPRING, referrer: INSIDE, kind: 'share' }),
  line('11T10:00:00', { visitor: 'd', url: SPRING, referrer: INSIDE }),
]

describe('the campaign of a visit', () => {
  it('belongs to all its pages, and has every number that a source has', async () => {
    await site.addHistory(CAMPAIGNS)
    const metrics = 'impressions,visitors,sessions,ai_clicks,shares,ai_click_rate'
    const expected = {
      'Spring Sale': [3, 2, 2, 1, 0, 0.5],
      'autumn-2026': [1, 1, 1, 0, 1, 0],
      '(none)': [1, 1, 1, 0, 0, 0],
    }
    expect(await count('campaign', metrics)).toEqual(expected)
    expect(await count('campaign', metrics, { filters: [ALWAYS] })).toEqual(expected)
    const { rows } = await site.ask({ dimensions: 'campaign,channel', metrics: 'sessions' })
    expect(new Set(rows.map((row) => row.join(' ')))).toEqual(
      new Set([
        'Spring Sale ai 1',
        'Spring Sale direct 1',
        'autumn-2026 email 1',
        '(none) continued 1',
      ]),
    )
    for (const [op, value, sessions] of [
      ['is', 'Spring Sale', 2],
      ['is', 'spring sale', 0],
      ['is_not', 'Spring Sale', 2],
      ['in', 'autumn-2026', 1],
      ['contains', 'SALE', 2],
      ['starts_with', 'autumn', 1],
      ['glob', '*2026', 1],
      ['is', '(none)', 1],
    ] as const) {
      const filters = [{ dimension: 'campaign', op, values: [value] }]
      const { totals } = await site.ask({ metrics: 'sessions', range: '30d', filters })
      expect([op, value, totals['sessions']]).toEqual([op, value, sessions])
    }
    const byDay = await count('time:day', 'ai_clicks,visitors', {
      filters: [{ dimension: 'campaign', values: ['Spring Sale'] }],
      fill: 'none',
    })
    expect(byDay).toEqual({ '2026-11-10': [1, 2] })
  })

  it('is found anew where the first page of its visit comes late, or out of order', async () => {
    const [landing, second, click, ...others] = CAMPAIGNS
    await site.addHistory([...others, click!])
    expect(await count('campaign', 'sessions,ai_clicks')).toMatchObject({ '(none)': [2, 1] })
    await site.addHistory([second!, landing!])
    expect(await count('campaign', 'sessions,ai_clicks')).toEqual({
      'Spring Sale': [2, 1],
      'autumn-2026': [1, 0],
      '(none)': [1, 0],
    })
    await app.collect(site.id, [
      { kind: 'impression', url: `https://example.com${SPRING}` },
      { kind: 'ai_click', url: AUTUMN, target: 'claude' },
    ])
    expect(await count('campaign', 'ai_clicks', { range: 'today' })).toEqual({
      'Spring Sale': [1],
    })
    const differences = onFile(app, rollupDifferences)
    expect(differences).toEqual([])
  })

  it('is told by every tool, in a fence where it is shown, and by files as by routes', async () => {
    await site.addHistory(CAMPAIGNS)
    const tool = (name: string, args: Record<string, unknown> = {}) =>
      askTool(app, 'data', name, site.key, args)
    const filters = [{ dimension: 'campaign', values: ['Spring Sale'] }]
    const funnel = await tool('run_funnel', {
      steps: ['impression', 'ai_click'],
      dimensions: ['utm_campaign'],
    })
    const steps = funnel.structured['rows'] as unknown[][]
    expect(steps.slice(0, 2).map((row) => row.slice(0, 3))).toEqual([
      ['Spring Sale', 'impression', 2],
      ['Spring Sale', 'ai_click', 1],
    ])
    const query = await tool('query', { metrics: ['sessions'], dimensions: ['campaign'] })
    const { rows } = await site.ask({ metrics: 'sessions', dimensions: 'campaign', range: '28d' })
    expect(query.structured['rows']).toEqual(rows)
    expect(outsideFences(query.text)).not.toContain('Spring')
    const series = await tool('get_timeseries', {
      metrics: ['sessions'],
      filters,
      interval: 'week',
    })
    expect(series.text).toMatch(/^2026-11-09,2/m)
    const compared = { range: '2026-11-10..2026-11-10', compare: '2026-11-11..2026-11-11' }
    const change = await tool('compare_periods', {
      ...compared,
      metrics: ['sessions'],
      dimensions: ['campaign'],
    })
    expect(change.text).toContain('Spring Sale')
    expect((await tool('describe_data')).text).toContain('campaign')
    const unknown = [{ dimension: 'campaign', values: ['Winter'] }]
    const nothing = await tool('get_overview', { filters: unknown })
    expect(nothing.text).toContain('campaign Winter has never been seen')
    const exported = async (parameters: Record<string, string>) => {
      const asked = new URLSearchParams({ range: '30d', format: 'ndjson', ...parameters })
      const address = `${app.url}/api/v1/analytics/${site.id}/export?${asked.toString()}`
      const headers = { authorization: `Bearer ${site.key}` }
      const lines = (await (await fetch(address, { headers })).text()).trim().split('\n')
      return lines.map((one) => JSON.parse(one) as Record<string, unknown>)
    }
    const told = { filters: JSON.stringify(filters) }
    const events = await exported({ rows: 'events', ...told })
    expect(events.map(({ kind, path, campaign }) => [kind, path, campaign])).toEqual([
      ['impression', '/start', 'Spring Sale'],
      ['impression', '/next', 'Spring Sale'],
      ['ai_click', '/next', 'Spring Sale'],
      ['impression', '/start', 'Spring Sale'],
    ])
    expect(await exported({ dimensions: 'campaign', metrics: 'sessions' })).toEqual(
      rows.map(([campaign, sessions]) => ({ campaign, sessions })),
    )
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
