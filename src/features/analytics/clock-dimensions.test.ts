import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { siteWithHistory, type HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

const asked = (at: string, visitor: string): HistoryLine => ({
  at,
  kind: 'ai_click',
  visitor,
  url: '/tides',
  target: 'claude',
})

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-02T15:30:00.000Z' })
  site = await siteWithHistory(
    app,
    [
      // Saturday 23:30 in Berlin is Saturday 21:30 in UTC, in summer time.
      asked('2026-10-24T21:30:00Z', 'a'),
      // The clock is set back on Sunday at 3: both of these stand in the hour that begins at 2.
      asked('2026-10-25T00:30:00Z', 'b'),
      asked('2026-10-25T01:30:00Z', 'c'),
      asked('2026-10-26T08:10:00Z', 'd'),
      asked('2026-10-26T08:20:00Z', 'd'),
      // Monday 00:15 in Berlin is Sunday 23:15 in UTC, in winter time.
      asked('2026-11-01T23:15:00Z', 'e'),
    ],
    { url: 'https://tideline.example/', timezone: 'Europe/Berlin' },
  )
})
afterAll(() => app[Symbol.asyncDispose]())

async function rows(tool: string, args: Arguments): Promise<unknown[][]> {
  const { structured, text } = await askTool(app, 'data', tool, site.key, args)
  if (!structured['rows']) throw new Error(text)
  // @NOTE checked to be there; a wrong shape fails the expectation.
  return structured['rows'] as unknown[][]
}

const RANGE = '2026-10-20..2026-11-02'
const PLAIN = { range: RANGE, metrics: ['ai_clicks'], compare: 'none' }

describe('days of the week and hours of the day', () => {
  it('events stand at the weekday of the site’s zone', async () => {
    const found = await rows('get_breakdown', {
      ...PLAIN,
      dimensions: ['weekday'],
      orderBy: 'weekday',
    })
    expect(found).toEqual([
      ['1 Mon', 3],
      ['6 Sat', 1],
      ['7 Sun', 2],
    ])
  })

  it('events stand at the hour of the site’s clock, the repeated hour once', async () => {
    const found = await rows('get_breakdown', {
      ...PLAIN,
      dimensions: ['hourOfDay'],
      orderBy: 'hourOfDay',
    })
    expect(found).toEqual([
      ['00', 1],
      ['02', 2],
      ['09', 2],
      ['23', 1],
    ])
  })

  it('both together show when readers come', async () => {
    const found = await rows('query', {
      ...PLAIN,
      metrics: ['ai_clicks', 'visitors'],
      dimensions: ['weekday', 'hourOfDay'],
      orderBy: '-ai_clicks',
      limit: 2,
    })
    expect(found).toEqual([
      ['1 Mon', '09', 2, 1],
      ['7 Sun', '02', 2, 2],
    ])
  })

  it.each([
    [{ dimension: 'weekday', values: ['weekend'] }, 3],
    [{ dimension: 'weekday', values: ['Monday'] }, 3],
    [{ dimension: 'weekday', op: 'is_not', values: ['mon', 'sunday'] }, 1],
    [{ dimension: 'hourOfDay', values: ['9 am'] }, 2],
    [{ dimension: 'hour_of_the_day', values: [2, 23] }, 3],
  ])('a filter %j keeps %i', async (filter, clicks) => {
    const [[count] = []] = await rows('query', { ...PLAIN, filters: [filter] })
    expect(count).toBe(clicks)
  })

  it('a day or an hour that there is none of is refused with those that there are', async () => {
    const filters = [{ dimension: 'weekday', op: 'is', values: ['Montag'] }]
    const { text, isError } = await askTool(app, 'data', 'query', site.key, { ...PLAIN, filters })
    expect(isError).toBe(true)
    expect(text).toContain('1 Mon, 2 Tue, 3 Wed')
  })

  it.each([
    ['2026-10-20..2026-11-02', undefined],
    ['2026-10-20..2026-10-29', 'there is one more of 2 Tue, 3 Wed, 4 Thu'],
  ])('an answer of %s says whether the days are equally many', async (range, note) => {
    const { text } = await askTool(app, 'data', 'get_breakdown', site.key, {
      ...PLAIN,
      range,
      dimensions: ['day of week'],
    })
    expect(text.includes('there is one more of')).toBe(note !== undefined)
    expect(text).toContain(note ?? 'weekday')
  })

  it('REST counts the same', async () => {
    const query = `metrics=ai_clicks&dimensions=weekday&orderBy=weekday&from=2026-10-20&to=2026-11-02`
    const { body } = await app.api('GET', `/analytics/${site.id}/ai?${query}`, { token: site.key })
    expect(body.data).toMatchObject({
      rows: [
        ['1 Mon', 3],
        ['6 Sat', 1],
        ['7 Sun', 2],
      ],
    })
  })
})
