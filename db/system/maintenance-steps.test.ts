import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importEvents } from '../../src/features/events/import-events.ts'
import { countTurns } from '../../src/testing/count-turns.ts'
import { countStoredRows } from '../../src/testing/stored-events.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'

const DAY_MS = 86_400_000
const DAYS = 30
const EVENTS_OF_DAY = 600

let app: TestApp
let session: string
let site: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  const org = await app.org('self_hosted')
  session = await app.session(org)
  site = await app.site(session)
  await fill()
})

afterAll(() => app[Symbol.asyncDispose]())

async function fill(): Promise<void> {
  const { database, context } = app.app.services
  const now = app.clock.now()
  async function* lines() {
    for (let i = 0; i < DAYS * EVENTS_OF_DAY; i++) {
      const at = new Date(now - (i % DAYS) * DAY_MS - i * 1_000).toISOString()
      const kind =
        i % 10 === 0 ? { kind: 'question', question: `Of what is ${i}?` } : { kind: 'impression' }
      yield JSON.stringify({
        eventId: `e${i}`,
        at,
        url: `/p${i % 50}`,
        visitor: `v${i % 599}`,
        ...kind,
      })
    }
  }
  const found = await database.ingestSites.find(site, context.now())
  if (!found) throw new Error('The site is not there')
  const report = await importEvents(lines(), found, database.events, context.now())
  expect(report.accepted).toBe(DAYS * EVENTS_OF_DAY)
}

const daysAgo = (days: number): string =>
  new Date(app.clock.now() - days * DAY_MS).toISOString().slice(0, 10)

const totals = async (): Promise<unknown> => {
  const [from, to] = [daysAgo(50), daysAgo(0)]
  const path = `/analytics/${site}/ai?from=${from}&to=${to}`
  return (await app.api('GET', path, { token: session })).body.data['totals']
}

const idle = () => app.app.services.maintenance.onIdle()

const TABLES = [
  'event',
  'rollup_day',
  'rollup_dim',
  'rollup_visit',
  'visitor_day',
  'question',
  'page',
]

const siteNum = async (): Promise<number> =>
  (await app.app.services.database.ingestSites.find(site, app.clock.now()))?.num ?? 0

/** Counts the rows of a site, which may be deleted. */
const rowsOf = (num: number, table: string): number =>
  countStoredRows(
    app.directory,
    `${table} WHERE ${['rollup_dim', 'rollup_visit'].includes(table) ? 'site_dim / 16' : 'site_num'} = ${num}`,
  )

describe('Maintenance', () => {
  it('maintenance lets others in while it empties a deleted site', async () => {
    const num = await siteNum()
    for (const table of TABLES) expect([table, rowsOf(num, table)]).not.toEqual([table, 0])
    await app.api('DELETE', `/sites/${site}`, { token: session })
    const { turns } = await countTurns(idle)
    expect(turns).toBeGreaterThanOrEqual((DAYS * EVENTS_OF_DAY) / 1_000)
    for (const table of TABLES) expect([table, rowsOf(num, table)]).toEqual([table, 0])
  })

  it('maintenance lets others in while it recounts for another time zone, and the numbers are right all the while', async () => {
    const before = await totals()
    const { turns, result } = await countTurns(async () => {
      await app.api('PUT', `/sites/${site}`, {
        token: session,
        body: { timezone: 'Asia/Tokyo' },
        headers: { 'if-match': '*' },
      })
      const meanwhile = await totals()
      await idle()
      return meanwhile
    })
    expect(result).toEqual(before)
    expect(turns).toBeGreaterThanOrEqual(DAYS)
    expect(await totals()).toEqual(before)
    const { database } = app.app.services
    const row = (await database.retention.sites()).find(({ id }) => id === site)
    expect(row?.rollup_timezone).toBe('Asia/Tokyo')
  })

  it('maintenance lets others in while it forgets what expired', async () => {
    const rows = countStoredRows(app.directory, 'visitor_day')
    expect(rows).toBeGreaterThan(1_000)
    app.clock.advance({ days: 5 })
    const { turns } = await countTurns(async () => {
      app.app.services.maintenance.hourly()
      await idle()
    })
    expect(turns).toBeGreaterThanOrEqual(Math.floor(rows / 1_000))
    expect(countStoredRows(app.directory, 'visitor_day')).toBe(0)
  })
})
