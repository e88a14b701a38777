import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { importEvents } from '../events/import-events.ts'

interface Series {
  rows: [string, number][]
  timeLabels: string[]
  partialBucket: string | null
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T12:34:00.000Z' })
})

afterAll(() => app[Symbol.asyncDispose]())

/** Makes a site in a time zone with impressions at the given instants; returns a function that asks for its series. */
async function siteWith(timezone: string, instants: readonly string[]) {
  const key = await app.key(await app.org('self_hosted'))
  const id = await app.site(key, { timezone })
  const { database, context } = app.app.services
  const site = (await database.ingestSites.find(id, context.now()))!
  const lines = instants.map((at, i) =>
    JSON.stringify({ eventId: `e${i}`, at, kind: 'impression', url: '/', visitor: 'v' }),
  )
  async function* each() {
    yield* lines
  }
  const report = await importEvents(each(), site, database.events, context.now())
  expect(report.problems).toEqual([])
  const ask = async (parameters: Readonly<Record<string, string | undefined>>) => {
    const given = Object.entries(parameters).flatMap<[string, string]>(([name, value]) =>
      value ? [[name, value]] : [],
    )
    const query = new URLSearchParams([['metrics', 'impressions'], ...given])
    const { body } = await app.api('GET', `/analytics/${id}/ai?${query.toString()}`, { token: key })
    return body
  }
  const series = async (grain: string, parameters: Record<string, string>) =>
    (await ask({ dimensions: `time:${grain}`, ...parameters })).data as unknown as Series
  return { key, id, ask, series }
}

const day = (date: string) => ({ from: date, to: date })

describe('calendar days', () => {
  it('the short and the long day of Berlin have 23 and 25 hours', async () => {
    const { series } = await siteWith('Europe/Berlin', [
      '2026-03-29T00:59:59.999Z', // 01:59:59 +01:00, the last before the gap
      '2026-03-29T01:00:00.000Z', // 03:00:00 +02:00
      '2026-10-25T00:30:00.000Z', // 02:30 +02:00
      '2026-10-25T01:30:00.000Z', // 02:30 +01:00, the same hour again
    ])
    const spring = await series('hour', day('2026-03-29'))
    expect(spring.timeLabels).toHaveLength(23)
    expect(spring.rows.filter(([, n]) => n > 0)).toEqual([
      ['2026-03-29T01:00+01:00', 1],
      ['2026-03-29T03:00+02:00', 1],
    ])
    const autumn = await series('hour', day('2026-10-25'))
    expect(autumn.timeLabels).toHaveLength(25)
    expect(autumn.rows.filter(([, n]) => n > 0)).toEqual([
      ['2026-10-25T02:00+02:00', 1],
      ['2026-10-25T02:00+01:00', 1],
    ])
  })

  it('the days of New York end where its clocks say', async () => {
    const { series } = await siteWith('America/New_York', [
      '2026-10-31T03:59:59.999Z', // the last of 30 October
      '2026-10-31T04:00:00.000Z', // the first of 31 October
      '2026-11-02T04:59:59.999Z', // the last of 1 November, which has 25 hours
      '2026-11-02T05:00:00.000Z', // the first of 2 November
    ])
    const { rows } = await series('day', { from: '2026-10-30', to: '2026-11-02' })
    expect(rows).toEqual([
      ['2026-10-30', 1],
      ['2026-10-31', 1],
      ['2026-11-01', 1],
      ['2026-11-02', 1],
    ])
    expect((await series('hour', day('2026-11-01'))).timeLabels).toHaveLength(25)
    expect((await series('hour', day('2026-03-08'))).timeLabels).toHaveLength(23)
  })

  it('an hour of Lord Howe is cut where its clock goes back by half an hour', async () => {
    const { series } = await siteWith('Australia/Lord_Howe', [
      '2026-04-04T14:40:00.000Z', // 01:40 +11:00
      '2026-04-04T15:10:00.000Z', // 01:40 +10:30, after the clock went back by 30 minutes at 02:00
      '2026-04-04T15:40:00.000Z', // 02:10 +10:30
    ])
    const { rows, timeLabels } = await series('hour', day('2026-04-05'))
    expect(rows.filter(([, n]) => n > 0)).toEqual([
      ['2026-04-05T01:00+11:00', 1],
      ['2026-04-05T01:30+10:30', 1],
      ['2026-04-05T02:00+10:30', 1],
    ])
    expect(timeLabels).toHaveLength(25)
  })

  it('weeks begin on Monday and months on their first', async () => {
    const { series } = await siteWith('UTC', [
      '2026-11-01T23:59:59.999Z', // a Sunday
      '2026-11-02T00:00:00.000Z', // a Monday
      '2026-10-31T12:00:00.000Z',
    ])
    const weeks = await series('week', { from: '2026-10-26', to: '2026-11-08' })
    expect(weeks.rows).toEqual([
      ['2026-10-26', 2],
      ['2026-11-02', 1],
    ])
    const months = await series('month', { from: '2026-10-01', to: '2026-11-08' })
    expect(months.rows).toEqual([
      ['2026-10', 1],
      ['2026-11', 2],
    ])
  })

  it('the bucket that is not over is named', async () => {
    const { series } = await siteWith('Asia/Kathmandu', [])
    expect((await series('hour', { range: 'today' })).partialBucket).toBe('2026-11-20T18:00+05:45')
    expect((await series('day', { range: '7d' })).partialBucket).toBe('2026-11-20')
    expect((await series('week', { range: '28d' })).partialBucket).toBe('2026-11-16')
    expect((await series('month', { range: '12mo' })).partialBucket).toBe('2026-11')
    expect((await series('day', { range: 'yesterday' })).partialBucket).toBeNull()
  })

  it.each([
    ['today', '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-11-19', '2026-11-19'],
    ['7d', '2026-11-14', '2026-11-20'],
    ['28d', '2026-10-24', '2026-11-20'],
    ['30d', '2026-10-22', '2026-11-20'],
    ['90d', '2026-08-23', '2026-11-20'],
    ['12mo', '2025-12-01', '2026-11-20'],
    ['mtd', '2026-11-01', '2026-11-20'],
    ['month', '2026-10-01', '2026-10-31'],
    ['2026-02-27..2026-03-01', '2026-02-27', '2026-03-01'],
  ])('the range %s is read', async (range, from, to) => {
    const { ask } = await siteWith('UTC', [])
    expect((await ask({ range })).data['range']).toEqual({ from, to })
  })

  it.each([
    [{ range: 'never' }, 'range', 'last_month'],
    [{ range: '2026-02-30..2026-03-01' }, 'range', '2026-02-30'],
    [{ range: '2026-11-20..2026-11-01' }, 'range', 'before it begins'],
    [{ range: '2026-11-20..2026-12-01' }, 'range', 'today is 2026-11-20'],
    [{ from: '2027-01-01' }, 'from', 'today is 2026-11-20'],
    [{ range: '7d', from: '2026-11-01' }, 'range', 'from and to'],
    [{ from: '2001-01-01' }, 'from', 'ten years'],
  ])('the range %j is refused with the reason', async (parameters, path, reason) => {
    const { ask } = await siteWith('UTC', [])
    const { error } = await ask(parameters)
    expect(error?.code).toBe('VALIDATION_FAILED')
    expect(error?.fields).toEqual([expect.objectContaining({ path, location: 'query' })])
    expect(error?.message).toContain(reason)
  })

  it('a site’s days are recounted when its zone changes, also after a stop in between', async () => {
    const { key, id, series } = await siteWith('UTC', ['2026-11-10T23:30:00.000Z'])
    const range = { from: '2026-11-10', to: '2026-11-11' }
    expect((await series('day', range)).rows.map(([, n]) => n)).toEqual([1, 0])
    await app.api('PUT', `/sites/${id}`, { token: key, body: { timezone: 'Europe/Berlin' } })
    await app.app.services.maintenance.onIdle()
    // Days before the first one with data are empty, since counting had not begun.
    expect((await series('day', range)).rows.map(([, n]) => n)).toEqual([null, 1])
    expect((await series('hour', range)).rows.filter(([, n]) => n > 0)).toEqual([
      ['2026-11-11T00:00+01:00', 1],
    ])
  })
})
