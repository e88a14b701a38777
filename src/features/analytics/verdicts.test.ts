import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayToIso, isoToDay } from '../../lib/time/zone.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { type HistoryLine, siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

/** The last closed week began on Monday 9 November; it is Wednesday 18 November. */
const WEEK = isoToDay('2026-11-09') ?? 0
const WEEKS = 32

type Cell = string | number | null

/** How many clicks a page has on a day, by the weeks between it and the last closed week. */
type Rhythm = (weeksBefore: number, weekday: number) => number

/** Weeks that differ by some percent, with fewer clicks at weekends. */
const steady =
  (level: number): Rhythm =>
  (week, weekday) =>
    Math.round(level * (1 + (((week * 7) % 5) - 2) / 25) * (weekday > 4 ? 0.6 : 1))

const ENGINES = ['chatgpt', 'claude', 'perplexity']

function history(pages: Readonly<Record<string, Rhythm>>): HistoryLine[] {
  const lines: HistoryLine[] = []
  for (let week = WEEKS; week >= -1; week--) {
    // The week that is not over has two whole days.
    for (let weekday = 0; weekday < (week === -1 ? 2 : 7); weekday++) {
      const date = dayToIso(WEEK - 7 * week + weekday)
      for (const [url, rhythm] of Object.entries(pages)) {
        for (let i = 0; i < rhythm(week, weekday); i++) {
          const target = ENGINES[i % 3] ?? 'claude'
          const visitor = `${url} ${i}`
          lines.push({ at: `${date}T10:00:00Z`, kind: 'ai_click', url, target, visitor })
        }
      }
    }
  }
  return lines
}

let app: TestApp
let quiet: Awaited<ReturnType<typeof siteWithHistory>>
let busy: Awaited<ReturnType<typeof siteWithHistory>>
/** A site that in the last closed week began to keep the topics of questions alone. */
let changed: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-12T15:00:00.000Z' })
  changed = await siteChangedToday()
  app.clock.advance({ days: 6 })
  const clicks = history({ '/a': steady(12) })
  await changed.addHistory(clicks.filter(({ at }) => at >= '2026-11-12' && at < '2026-11-16'))
  quiet = await siteWithHistory(app, history({ '/a': steady(12), '/b': steady(9) }))
  const planted: Rhythm = (week, weekday) => steady(week === 0 ? 30 : 10)(week, weekday)
  busy = await siteWithHistory(
    app,
    history({
      '/rose': planted,
      '/same': steady(12),
      '/swaps': (week, weekday) => steady(week % 2 === 0 ? 3 : 12)(week, weekday),
      '/back': (week, weekday) => steady(week % 2 === 0 ? 12 : 3)(week, weekday),
      '/new': (week) => (week === 0 ? 3 : 0),
      '/rare': (week, weekday) => (week < 2 && weekday === 1 ? 2 : 0),
    }),
  )
})
afterAll(() => app[Symbol.asyncDispose]())

async function siteChangedToday(): Promise<typeof changed> {
  const questions = Array.from({ length: 7 * WEEKS }, (_, day) => dayToIso(WEEK - 1 - day)).flatMap(
    (date) =>
      [0, 1, 2].map((i) => ({
        at: `${date}T10:00:00Z`,
        kind: 'question',
        url: '/a',
        question: 'How do tide tables work?',
        visitor: `asker ${i}`,
      })),
  )
  const clicks = history({ '/a': steady(12) }).filter(({ at }) => at < '2026-11-12')
  const site = await siteWithHistory(app, [...clicks, ...questions])
  const { status } = await app.api('PUT', `/sites/${site.id}`, {
    token: site.key,
    body: { privacy: { questions: 'topic_only' } },
  })
  expect(status).toBe(200)
  return site
}

async function tool(site: typeof quiet, name: string, args: Record<string, unknown>) {
  const asked = { site: site.id, range: 'last_week', ...args }
  const { structured, text, isError } = await askTool(app, 'data', name, site.key, asked)
  if (isError) throw new Error(text)
  // @NOTE the table's own schema says so; a wrong shape fails the expectation that reads it.
  const columns = structured['columns'] as string[]
  const rows = structured['rows'] as Cell[][]
  const cell = (row: readonly Cell[] | undefined, column: string) =>
    row?.[columns.indexOf(column)] ?? null
  return { text, columns, rows, cell, notes: (structured['notes'] ?? []) as string[] }
}

/** Reads the cells of a column by the name of their row. */
const byName = (
  { rows, cell }: Awaited<ReturnType<typeof tool>>,
  column: string,
  nameColumn = 'path',
) => Object.fromEntries(rows.map((row) => [String(cell(row, nameColumn)), cell(row, column)]))

const CLICKS = { metrics: ['ai_clicks'], dimensions: ['path'] }

describe('weeks in which nothing happened', () => {
  it.each(['2026-11-09', '2026-11-02', '2026-10-26'])('from %s name nothing', async (monday) => {
    const range = `${monday}..${dayToIso((isoToDay(monday) ?? 0) + 6)}`
    const overview = await tool(quiet, 'get_overview', { range })
    expect(byName(overview, 'verdict', 'metric')).toMatchObject({
      ai_clicks: 'usual',
      visitors: 'usual',
      shares: 'too_few',
    })
    expect(byName(overview, 'usual_pct', 'metric')['ai_clicks']).toMatch(/^-\d+\.\.\d+$/)
    const pages = await tool(quiet, 'get_breakdown', { ...CLICKS, range })
    expect(byName(pages, 'verdict')).toEqual({ '/a': 'usual', '/b': 'usual' })
    const explained = await tool(quiet, 'compare_periods', { ...CLICKS, range })
    expect(new Set(explained.rows.map((row) => explained.cell(row, 'effect_is')))).toEqual(
      new Set([null, 'arithmetic']),
    )
    expect(explained.notes.join('\n')).toContain('effects are arithmetic')
  })

  it('today changes no verdict, whatever is counted on it', async () => {
    const before = await tool(quiet, 'get_overview', { range: '7d' })
    await quiet.addHistory(
      Array.from({ length: 400 }, (_, i) => ({
        at: '2026-11-18T09:00:00Z',
        kind: 'ai_click',
        target: 'claude',
        url: '/a',
        visitor: `today ${i}`,
      })),
    )
    const after = await tool(quiet, 'get_overview', { range: '7d' })
    const verdicts = byName(after, 'verdict', 'metric')
    expect(verdicts).toEqual(byName(before, 'verdict', 'metric'))
    expect(verdicts['ai_clicks']).toBe('usual')
    expect(byName(after, 'usual_pct', 'metric')).toEqual(byName(before, 'usual_pct', 'metric'))
    expect(after.notes).toContain('verdicts leave today out, on both sides')
  })
})

describe('a page that rose threefold', () => {
  it('is the only one that is named, among those that swap and one that is new', async () => {
    const pages = await tool(busy, 'get_breakdown', CLICKS)
    expect(byName(pages, 'verdict')).toEqual({
      '/rose': 'unusual_up',
      '/same': 'usual',
      '/swaps': 'usual',
      '/back': 'usual',
      '/new': 'unusual_up',
      '/rare': 'too_few',
    })
    // The past of the page is the days on which the site did not have it.
    expect(byName(pages, 'usual_pct')['/new']).toBe('any')
    expect(pages.notes.join('\n')).toMatch(/5 changes were judged together/)
  })

  it.each([[1], [3], [10]])(
    'has the same verdict in %i rows and their next pages',
    async (limit) => {
      const all = await tool(busy, 'get_breakdown', CLICKS)
      const first = await tool(busy, 'get_breakdown', { ...CLICKS, limit })
      expect(first.rows).toEqual(all.rows.slice(0, limit))
    },
  )

  it('is a cause of the change, and what moved as usual is arithmetic', async () => {
    const explained = await tool(busy, 'compare_periods', CLICKS)
    const named = byName(explained, 'effect_is', 'value')
    expect(named).toMatchObject({
      '': null,
      '/rose': 'cause',
      '/same': 'arithmetic',
      '/swaps': 'arithmetic',
      '/back': 'arithmetic',
    })
    const { body } = await app.api(
      'GET',
      `/analytics/${busy.id}/drivers?range=last_week&metrics=ai_clicks&dimensions=path`,
      { token: busy.key },
    )
    const { rows, effects, comparison } = body.data as unknown as {
      rows: Cell[][]
      effects: { isCause: boolean }[]
      comparison: { rowVerdicts: { verdict: string }[] }
    }
    const causes = rows.filter((_, i) => effects[i]?.isCause).map(([, value]) => value)
    expect(causes).toEqual(Object.keys(named).filter((name) => named[name] === 'cause'))
    expect(comparison.rowVerdicts.map(({ verdict }) => verdict)).toEqual(
      explained.rows.slice(1).map((row) => explained.cell(row, 'verdict')),
    )
  })

  it('is judged over several sites as it is on its own', async () => {
    const own = byName(await tool(busy, 'get_breakdown', CLICKS), 'verdict')
    const second = await app.site(busy.key, { domain: 'second.example' })
    const sites = await tool(busy, 'get_breakdown', {
      ...CLICKS,
      site: [busy.id, second],
      dimensions: ['site', 'path'],
    })
    expect(byName(sites, 'verdict')).toEqual(own)
    const engines = { ...CLICKS, dimensions: ['engine'] }
    const sums = await tool(busy, 'get_breakdown', { ...engines, site: [busy.id, second] })
    expect(byName(sums, 'verdict', 'engine')).toEqual(
      byName(await tool(busy, 'get_breakdown', engines), 'verdict', 'engine'),
    )
    const totals = await tool(busy, 'get_overview', { site: [busy.id, second] })
    const alone = await tool(busy, 'get_overview', {})
    expect(byName(totals, 'verdict', 'metric')).toMatchObject({
      ai_clicks: byName(alone, 'verdict', 'metric')['ai_clicks'],
    })
    const explained = await tool(busy, 'compare_periods', {
      metrics: ['ai_clicks'],
      dimensions: ['path'],
      site: [busy.id, second],
    })
    expect(explained.text).toContain('/rose')
  })
})

describe('without a verdict', () => {
  it.each([
    ['whole days', { range: '48h' }, 'not_comparable'],
    ['single events', { dimensions: ['path', 'engine'] }, null],
    ['single events', { metrics: ['visitors'] }, null],
    ['not judged yet', { range: '28d', compare: 'previous_year' }, 'short_history'],
    ['not judged yet', { range: '90d' }, 'short_history'],
    ['not judged yet', { range: '12mo' }, 'short_history'],
  ])('an answer says why: %s', async (word, args, verdict) => {
    const { rows, cell, notes } = await tool(busy, 'get_breakdown', {
      ...CLICKS,
      compare: 'previous_period',
      ...args,
    })
    const found = new Set(rows.map((row) => cell(row, 'verdict')))
    expect([...found].filter((one) => one !== 'too_few')).toEqual([verdict])
    expect(notes.join('\n')).toContain(word)
  })

  it('ranges that touch days on which nothing was counted are counted differently', async () => {
    const lines = history({ '/a': steady(12) })
    const broken = await siteWithHistory(
      app,
      lines.filter(({ at }) => at < '2026-11-04' || at >= '2026-11-07'),
    )
    const overview = await tool(broken, 'get_overview', {})
    expect(byName(overview, 'verdict', 'metric')['ai_clicks']).toBe('not_comparable')
    expect(byName(overview, 'change_pct', 'metric')['ai_clicks']).toBeNull()
    expect(overview.notes.join('\n')).toContain('nothing was counted')
    const earlier = await tool(broken, 'get_overview', { range: '2026-10-19..2026-10-25' })
    expect(byName(earlier, 'verdict', 'metric')['ai_clicks']).toBe('usual')
  })

  it('a single day is judged by the same days of the weeks before, at one in a hundred', async () => {
    const day = await tool(busy, 'get_breakdown', { ...CLICKS, range: '2026-11-13' })
    expect(byName(day, 'verdict')).toMatchObject({ '/rose': 'usual', '/same': 'usual' })
    const before = await tool(busy, 'get_breakdown', {
      ...CLICKS,
      range: '2026-11-13',
      compare: '2026-11-06',
    })
    expect(byName(before, 'verdict')).toMatchObject({ '/rose': 'unusual_up', '/same': 'usual' })
  })

  it('ranges between which questions are kept otherwise are counted differently, of questions alone', async () => {
    const overview = await tool(changed, 'get_overview', {})
    expect(byName(overview, 'verdict', 'metric')).toMatchObject({
      ai_clicks: 'usual',
      questions: 'not_comparable',
    })
    expect(overview.text).toContain('the way of counting changed')
    expect(overview.text).toMatch(/2026-11-12 [a-z]/)
  })

  it('describe_data says how often verdicts are wrong and right, on sites of this size', async () => {
    const { body } = await app.api('GET', `/analytics/${busy.id}/describe`, { token: busy.key })
    const data = body.data as unknown as Record<string, unknown>
    expect(data['verdictFigures']).toEqual({ perDay: 30, wrongOf100: 6, fallSeenOf100: 81 })
    const { text } = await askTool(app, 'data', 'describe_data', busy.key, { site: busy.id })
    expect(text).toContain('6 of 100 quiet weeks')
    expect(text).toContain('docs/verdicts.md')
  })
})
