import { hash } from 'node:crypto'
import { join } from 'node:path'
import { Kysely, Migrator } from 'kysely'
import { expect, it } from 'vitest'
import { rollupCalendar } from '../../src/core/rollup-calendar.ts'
import { importEvents } from '../../src/features/events/import-events.ts'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { connectWriter } from '../sqlite/connect.ts'
import { sqliteDialect } from '../sqlite/driver.ts'
import type { Tables } from '../tables/schema.ts'
import { MIGRATIONS } from './index.ts'

const AT = Date.parse('2026-11-18T10:00:00Z')
const seqOf = (eventId: string): number => hash('sha256', eventId, 'buffer').readUIntBE(16, 6)

/** The data of a service as it was before facets and topics. */
async function oldData(file: string): Promise<void> {
  const connection = connectWriter(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  const first = Object.entries(MIGRATIONS).slice(0, 2)
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(first)) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  expect(error).toBeUndefined()
  connection.exec(`
    INSERT INTO organization (id, name, plan, created_at) VALUES ('org_old', 'Old', 'self_hosted', ${AT});
    INSERT INTO site (num, id, org_id, name, domain, url, aliases, timezone, rollup_timezone, status, question_mode, honour_opt_out, created_at, updated_at, version)
      VALUES (1, 'site_old', 'org_old', 'Old', 'old.example', 'https://old.example/', '[]', 'UTC', 'UTC', 'active', 'full', 0, ${AT}, ${AT}, 1);
    INSERT INTO page (num, id, site_num, path, url, first_seen_at, last_seen_at) VALUES (1, 'pg_old', 1, '/a', 'https://old.example/a', ${AT}, ${AT});
    INSERT INTO term (num, value) VALUES (1, 'claude');
    INSERT INTO rollup_day VALUES (1, ${Math.floor(AT / 86_400_000)}, 1, 99, 99);
  `)
  const event = connection.prepare(
    'INSERT INTO event (site_num, at, seq, kind, visitor, page_num, engine, referrer, country, device, detail) VALUES (1, ?, ?, ?, ?, 1, ?, 0, 0, 0, ?)',
  )
  const visitor = Buffer.alloc(8, 1)
  event.run(AT, seqOf('one'), 1, visitor, 0, null)
  event.run(AT + 1_000, seqOf('two'), 2, visitor, 1, '{"promptKind":"ask"}')
  event.run(AT + 2_000, seqOf('three'), 3, visitor, 0, '{"method":"copy_link"}')
  event.run(AT + 3_600_000, seqOf('four'), 5, visitor, 1, '{"evidence":"referrer","paid":false}')
  event.run(AT + 4_000, seqOf('five'), 4, visitor, 0, null)
  connection
    .prepare(
      'INSERT INTO question (num, site_num, at, seq, page_num, engine, text, text_hash) VALUES (1, 1, ?, ?, 1, 0, ?, ?)',
    )
    .run(AT + 4_000, seqOf('five'), 'Are tide tables exact?', Buffer.alloc(12))
  await db.destroy()
}

it('data of the first release is carried over: facets, rollups, topics, and what was imported', async () => {
  using folder = new DataFolder()
  await oldData(join(folder.path, 'citable.db'))
  await using app = await TestApp.start({ directory: folder.path, startAt: '2026-11-20T12:00:00Z' })
  const { database, upkeep, context } = app.app.services
  await upkeep.onIdle()
  expect(await database.maintenance.verify(1, rollupCalendar('UTC'))).toEqual([])
  const token = await app.key({ id: 'org_old', userId: 'usr_old' })
  const ask = async (query: string) => {
    const { body } = await app.api('GET', `/analytics/site_old/ai?range=7d&${query}`, { token })
    expect(body.error).toBeNull()
    return body.data as { totals: Record<string, unknown>; rows: unknown[][] }
  }
  const { totals } = await ask(
    'metrics=impressions,ai_clicks,shares,questions,ai_referrals,sessions,return_rate',
  )
  expect(totals).toEqual({
    impressions: 1,
    ai_clicks: 1,
    shares: 1,
    questions: 1,
    ai_referrals: 1,
    sessions: 2,
    return_rate: 1,
  })
  expect((await ask('metrics=shares&dimensions=method')).rows).toEqual([['copy_link', 1]])
  expect((await ask('metrics=ai_clicks&dimensions=promptKind')).rows).toEqual([['ask', 1]])
  expect((await ask('metrics=questions&dimensions=topic')).rows).toEqual([['tide tables', 1]])

  // History that was imported before the upgrade is still known after it.
  async function* lines() {
    yield JSON.stringify({
      eventId: 'one',
      at: new Date(AT).toISOString(),
      kind: 'impression',
      url: '/a',
      visitor: 'v',
    })
  }
  const site = database.ingestSites.find('site_old', context.now())!
  const report = await importEvents(lines(), site, database.events, context.now())
  expect(report).toMatchObject({ accepted: 0, duplicates: 1 })
})
