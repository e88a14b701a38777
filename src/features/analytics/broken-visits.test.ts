import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askOracle, rowKey } from '../../testing/analytics-oracle.ts'
import { dateOf, shiftDate } from '../../testing/oracle-calendar.ts'
import { readEvents } from '../../testing/oracle-events.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string

// Ten minutes before midnight in Tokyo.
beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T14:50:00.000Z' })
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())

let sites = 0
const newSite = (timezone: string) =>
  app.site(key, { url: `https://site${(sites += 1)}.example/`, timezone })

const INSIDE = () => `https://site${sites}.example/before`
const CHATGPT = 'https://chatgpt.com/'

interface Act {
  kind?: string
  url: string
  referrer?: string | undefined
}

/** Sends events to a site, all in one request, in this order, from one reader. */
const send = (siteId: string, ...acts: Act[]) =>
  app.collect(
    siteId,
    acts.map(({ kind = 'impression', ...act }) => ({
      kind,
      ...act,
      ...(kind === 'ai_click' && { target: 'claude' }),
      ...(kind === 'share' && { method: 'copy_link' }),
    })),
  )

const METRICS = ['impressions', 'ai_clicks', 'shares', 'sessions', 'visitors', 'engagement_rate']
const DIMENSIONS = ['channel', 'referrer', 'entryPath', 'engine', 'time:day', 'time:hour']

type Cells = (string | number | null)[]

/** Returns rows by their group, without those whose values are all 0 or null: an answer may have these or not. */
const withoutEmpty = (rows: (readonly [string, Cells])[]) =>
  Object.fromEntries(rows.filter(([, values]) => values.some(Boolean)))

/**
 * Asks for every metric by every dimension of visits, and expects the numbers that the raw events give in this time
 * zone.
 */
async function expectRight(siteId: string, zone: string): Promise<Record<string, Cells[]>> {
  await app.app.services.maintenance.onIdle()
  const events = readEvents(join(app.directory, 'citable.db'), siteId, zone)
  const to = dateOf(zone, app.clock.now())
  const from = shiftDate(to, -2)
  const told: Record<string, Cells[]> = {}
  for (const dimension of DIMENSIONS) {
    app.clock.advance({ ms: 50 }) // 3,000 requests a minute
    const asked = { from, to, metrics: METRICS.join(), dimensions: dimension, fill: 'none' }
    const query = new URLSearchParams(asked).toString()
    const { body } = await app.api('GET', `/analytics/${siteId}/ai?${query}`, { token: key })
    const rows = body.data['rows'] as Cells[]
    const expected = { zone, metrics: METRICS, dimensions: [dimension], from, to, filters: [] }
    const answer = askOracle(events, expected)
    const found = rows.map(([label, ...values]) => [rowKey([label]), values] as const)
    expect(withoutEmpty(found), `${zone} ${dimension}`).toEqual(withoutEmpty([...answer.rows]))
    told[dimension] = rows
  }
  return told
}

it('a visit keeps right numbers when the time zone of its site changes in the middle of it', async () => {
  const changes = [
    ['Europe/Berlin', 'America/New_York', 1],
    // Midnight of the one zone, or of the other, lies between the two pages.
    ['Asia/Tokyo', 'UTC', 20],
    ['UTC', 'Asia/Tokyo', 1],
    ['Asia/Kathmandu', 'Asia/Tokyo', 20],
  ] as const
  for (const [before, after, minutes] of changes) {
    const id = await newSite(before)
    await send(id, { url: '/start', referrer: CHATGPT })
    await expectRight(id, before)
    const body = { timezone: after }
    expect((await app.api('PUT', `/sites/${id}`, { token: key, body })).status).toBe(200)
    app.clock.advance({ minutes })
    const inside = INSIDE()
    await send(id, { url: '/next', referrer: inside }, { kind: 'ai_click', url: '/next' })
    await expectRight(id, after)
    app.clock.advance({ minutes: 5 })
    await send(id, { kind: 'share', url: '/last', referrer: inside })
    const { channel = [] } = await expectRight(id, after)
    const impressions = channel.reduce((sum, row) => sum + Number(row[1]), 0)
    expect(impressions).toBe(2)
    expect(channel.map(([name]) => String(name))).toContain('ai')
  }
})

it('two tabs of one reader are one visit, whose source is the page that was first', async () => {
  const google = 'https://www.google.com/'
  const sources = [
    [CHATGPT, google, 'ai', 'chatgpt.com'],
    [google, CHATGPT, 'search', 'google.com'],
    [undefined, CHATGPT, 'direct', '(none)'],
    ['https://forum.example/t/1', undefined, 'referral', 'forum.example'],
  ] as const
  for (const [first, second, channel, referrer] of sources) {
    const id = await newSite('Europe/Berlin')
    const inside = INSIDE()
    await send(id, { url: '/one', referrer: first })
    app.clock.advance({ minutes: 1 })
    await send(id, { url: '/two', referrer: second })
    app.clock.advance({ minutes: 20 })
    await send(
      id,
      { url: '/one/next', referrer: inside },
      { kind: 'ai_click', url: '/one/next', referrer: inside },
    )
    app.clock.advance({ minutes: 20 })
    // The second tab was left for longer than a visit lasts, while the reader went on in the first.
    await send(id, { kind: 'share', url: '/two', referrer: second })
    const told = await expectRight(id, 'Europe/Berlin')
    expect(told['channel']).toEqual([[channel, 3, 1, 1, 1, 1, 1]])
    expect(told['referrer']).toEqual([[referrer, 3, 1, 1, 1, 1, 1]])
    expect(told['entryPath']).toEqual([['/one', 3, 1, 1, 1, 1, 1]])
  }
})
