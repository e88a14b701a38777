import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { siteWithHistory, type HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

/** Views of a page, of which the first few opened an engine. */
function views(
  url: string,
  impressions: number,
  clicks: number,
  at = '2026-11-10T10:00:00Z',
): HistoryLine[] {
  return Array.from({ length: impressions + clicks }, (_, i) => ({
    at,
    kind: i < impressions ? 'impression' : 'ai_click',
    visitor: `${url} ${i % impressions}`,
    url,
    ...(i >= impressions && { target: 'claude' }),
  }))
}

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  site = await siteWithHistory(app, [
    ...views('/known', 400, 40),
    ...views('/noise', 2, 1),
    ...views('/never', 2, 0),
    ...views('/poor', 400, 4),
    ...views('/nobody', 0, 1),
    ...views('/whole', 130, 130, '2026-09-01T10:00:00Z'),
    ...views('/all', 40, 40, '2026-09-01T10:00:00Z'),
  ])
})
afterAll(() => app[Symbol.asyncDispose]())

async function table(tool: string, args: Arguments) {
  const { structured, text } = await askTool(app, 'data', tool, site.key, args)
  // @NOTE tools answer a table; a wrong shape fails the expectations.
  const { columns, rows } = structured as { columns: string[]; rows: unknown[][] }
  const named = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
  return { columns, text, rows: named, paths: named.map(({ path }) => path) }
}

const BY_PATH = { dimensions: ['path'], metrics: ['ai_ctr'], compare: 'none' }

describe('a table of rates', () => {
  it('a ranking does not begin with what few events make large', async () => {
    const { paths, text } = await table('get_breakdown', { ...BY_PATH, orderBy: '-ai_ctr' })
    expect(paths).toEqual(['/known', '/poor', '/noise', '/never', '/nobody'])
    expect(text).toContain('a ranking by a rate goes by the end of its interval')
  })

  it('nor with what few events make small', async () => {
    const { paths } = await table('get_breakdown', { ...BY_PATH, orderBy: 'ai_ctr' })
    expect(paths).toEqual(['/poor', '/known', '/never', '/noise', '/nobody'])
  })

  it('rates that are equally high at their best stand by their names', async () => {
    const asked = { ...BY_PATH, range: '2026-09-01', orderBy: 'ai_ctr' }
    expect((await table('get_breakdown', asked)).paths).toEqual(['/all', '/whole'])
  })

  it('each rate has its interval, and a mark where it rests on too few', async () => {
    const { rows } = await table('get_breakdown', { ...BY_PATH, orderBy: '-ai_ctr' })
    const of = (path: string) => rows.find((row) => row['path'] === path)
    expect(of('/known')).toMatchObject({ ai_ctr: 0.1, too_few: null })
    expect(of('/known')).toMatchObject({ ai_ctr_low: 0.0743, ai_ctr_high: 0.1333 })
    expect(of('/noise')).toMatchObject({ ai_ctr: 0.5, too_few: 'ai_ctr' })
    expect(of('/nobody')).toMatchObject({ ai_ctr: null, ai_ctr_low: null, too_few: null })
  })

  it('counts alone have none of this', async () => {
    const { columns } = await table('get_breakdown', { ...BY_PATH, metrics: ['impressions'] })
    expect(columns).toEqual(['path', 'impressions'])
  })

  it('a series of rates has intervals as well', async () => {
    const { columns, rows } = await table('get_timeseries', {
      range: '2026-11-10',
      interval: 'day',
      metrics: ['ai_ctr', 'impressions'],
      compare: 'previous_period',
    })
    expect(columns).toEqual([
      'time',
      'ai_ctr',
      'impressions',
      'ai_ctr_low',
      'ai_ctr_high',
      'too_few',
      'ai_ctr_previous',
      'impressions_previous',
    ])
    expect(rows).toMatchObject([{ impressions: 804, ai_ctr_low: 0.04317, too_few: null }])
  })

  it('a table that names no metrics has counts and one rate', async () => {
    const { columns } = await table('get_breakdown', { dimensions: ['path'], compare: 'none' })
    expect(columns.slice(1)).toEqual([
      'impressions',
      'ai_clicks',
      'shares',
      'questions',
      'ai_referrals',
      'ai_ctr',
      'ai_ctr_low',
      'ai_ctr_high',
      'too_few',
    ])
  })

  it('REST has the same order and the interval of each row', async () => {
    const query = 'metrics=ai_ctr&dimensions=path&orderBy=-ai_ctr&range=28d'
    const { body } = await app.api('GET', `/analytics/${site.id}/ai?${query}`, { token: site.key })
    const { paths } = await table('get_breakdown', { ...BY_PATH, orderBy: '-ai_ctr' })
    // @NOTE a wrong shape fails the expectations.
    const { rows, rowIntervals } = body.data as unknown as {
      rows: unknown[][]
      rowIntervals: Record<string, { numerator: number; denominator: number }>[]
    }
    expect(rows.map(([path]) => path)).toEqual(paths)
    expect(rowIntervals[paths.indexOf('/known')]).toMatchObject({
      ai_ctr: { numerator: 40, denominator: 400 },
    })
  })
})
