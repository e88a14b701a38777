import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importEvents } from '../../src/features/events/import-events.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { Sqlite } from '../sqlite/binding.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start({
    startAt: '2026-10-24T20:00:00.000Z',
    environment: { TRUST_PROXY: '1' },
  })
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())

const MINUTE_MS = 60_000
const HALF_HOUR_MS = 30 * MINUTE_MS

const happening = fc.record({
  kind: fc.constantFrom('impression', 'ai_click', 'referral', 'share', 'question', 'pageview'),
  reader: fc.nat(2),
  engine: fc.constantFrom('claude', 'chatgpt'),
  query: fc.constantFrom('', '?utm_campaign=spring', '?utm_campaign=autumn&utm_medium=email'),
})

/** A batch of one instant after a pause, or a few lines of history at any time of the last three days. */
const step = fc.oneof(
  fc.record({
    by: fc.constant('live' as const),
    pauseMs: fc.constantFrom(
      0,
      1,
      9 * MINUTE_MS,
      11 * MINUTE_MS,
      HALF_HOUR_MS - 1,
      HALF_HOUR_MS,
      HALF_HOUR_MS + 1,
      35 * MINUTE_MS,
      5 * 60 * MINUTE_MS,
    ),
    events: fc.array(happening, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    by: fc.constant('history' as const),
    events: fc.array(fc.tuple(happening, fc.nat(3 * 24 * 60)), { minLength: 1, maxLength: 4 }),
  }),
)

let made = 0

async function live(site: string, events: readonly Happening[]): Promise<void> {
  for (const { kind, reader, engine, query } of events) {
    made += 1
    const host = engine === 'claude' ? 'claude.ai' : 'chatgpt.com'
    const event = {
      kind,
      url: `/${query}`,
      eventId: `live${made}`,
      ...((kind === 'ai_click' || kind === 'question') && { target: engine }),
      ...(kind === 'question' && { question: `What about ${made}?` }),
      ...(kind === 'referral' && { referrer: `https://${host}/` }),
    }
    const answer = await app.collect(site, [event], { 'x-forwarded-for': `10.0.0.${reader}` })
    expect(answer.body.data).toMatchObject({ accepted: 1 })
  }
}

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

async function history(site: string, events: readonly [Happening, number][]): Promise<void> {
  const { database, context } = app.app.services
  const now = context.now()
  async function* lines() {
    for (const [{ kind, reader, engine, query }, minutes] of events) {
      made += 1
      yield JSON.stringify({
        eventId: `old${made}`,
        at: new Date(now - minutes * MINUTE_MS).toISOString(),
        kind,
        url: `/old${query}`,
        visitor: `v${reader}`,
        ...((kind === 'ai_click' || kind === 'question') && { target: engine }),
        ...(kind === 'question' && { question: `What of ${made}?` }),
        ...(kind === 'referral' && {
          referrer: `https://${engine === 'claude' ? 'claude.ai' : 'chatgpt.com'}/`,
        }),
      })
    }
  }
  const found = (await database.ingestSites.find(site, now))!
  const report = await importEvents(lines(), found, database.events, now)
  expect(report.problems).toEqual([])
}

async function newSite(): Promise<{ id: string; num: number }> {
  made += 1
  const fields = { url: `https://s${made}.example/`, timezone: 'Europe/Berlin' }
  const id = await app.site(key, fields)
  const { database, context } = app.app.services
  return { id, num: (await database.ingestSites.find(id, context.now()))!.num }
}

const verify = (num: number) => app.app.services.database.maintenance.verify(num, 'Europe/Berlin')

describe('rollups', () => {
  it('rollups equal a count of the events, in whatever order those come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { id, num } = await newSite()
        for (const one of steps) {
          if (one.by === 'history') await history(id, one.events)
          else {
            app.clock.advance({ ms: one.pauseMs })
            await live(id, one.events)
          }
        }
        expect(await verify(num)).toEqual([])
      }),
      { numRuns: 80 },
    )
  })

  it('wrong rollups are found, and mended by counting anew', async () => {
    const { id, num } = await newSite()
    await live(id, [{ kind: 'impression', reader: 1, engine: 'claude', query: '' }])
    const file = new Sqlite(`${app.directory}/citable.db`)
    file
      .prepare('UPDATE rollup_day SET events = events + 1 WHERE site_num = ? AND kind = 1')
      .run(num)
    file.prepare('DELETE FROM rollup_dim WHERE site_dim = ?').run(num * 16 + 1)
    file.prepare('UPDATE rollup_visit SET readers = 2 WHERE site_dim = ?').run(num * 16 + 6)
    file.close()
    const found = await verify(num)
    expect(found.map(({ table, at }) => `${table} ${at}`)).toEqual([
      'rollup_day events',
      'rollup_day rollups',
      'rollup_dim events',
      'rollup_visit events',
      'rollup_visit rollups',
    ])
    const { maintenance } = app.app.services.database
    for await (const _ of maintenance.rebuild(num));
    expect(await verify(num)).toEqual([])
  })
})
