import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { importEvents } from '../../src/features/events/import-events.ts'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { countStoredRows } from '../../src/testing/stored-events.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { page, WebSite } from '../../src/testing/web-site.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { FIRST_RELEASE, insertRows, insertSite, makeOldData } from './testing/old-data.ts'

const AT = Date.parse('2026-11-18T10:00:00Z')
const seqOf = (eventId: string): number => hash('sha256', eventId, 'buffer').readUInt32BE(16)

/** Events as 0.1.0 stored them, a question without a topic, and rollups that are wrong and due. */
function insertEvents(connection: SqliteConnection): void {
  insertSite(connection, {
    num: 1,
    org: 'org_old',
    id: 'site_old',
    url: 'https://old.example/',
    at: AT,
  })
  connection.exec(`
    INSERT INTO page (num, id, site_num, path, url, first_seen_at, last_seen_at) VALUES (1, 'pg_old', 1, '/a', 'https://old.example/a', ${AT}, ${AT});
    INSERT INTO term (num, value) VALUES (1, 'claude');
    INSERT INTO rollup_day VALUES (1, ${Math.floor(AT / 86_400_000)}, 1, 99, 99);
  `)
  insertRows(connection, 'facet', [
    { num: 1, site_num: 1, facet_key: '{"promptKind":"ask"}', prompt_kind: 'ask' },
    { num: 2, site_num: 1, facet_key: '{"method":"copy_link"}', method: 'copy_link' },
    { num: 3, site_num: 1, facet_key: '{"evidence":"referrer"}', evidence: 'referrer' },
  ])
  const event = connection.prepare(
    'INSERT INTO event (site_num, at, seq, kind, visitor, page_num, engine, referrer, country, device, facet) VALUES (1, ?, ?, ?, ?, 1, ?, 0, 0, 0, ?)',
  )
  const visitor = Buffer.alloc(8, 1)
  event.run(AT, seqOf('one'), 1, visitor, 0, 0)
  event.run(AT + 1_000, seqOf('two'), 2, visitor, 1, 1)
  event.run(AT + 2_000, seqOf('three'), 3, visitor, 0, 2)
  event.run(AT + 3_600_000, seqOf('four'), 5, visitor, 1, 3)
  event.run(AT + 4_000, seqOf('five'), 4, visitor, 0, 0)
  connection
    .prepare(
      'INSERT INTO question (num, site_num, at, seq, page_num, engine, text, text_hash) VALUES (1, 1, ?, ?, 1, 0, ?, ?)',
    )
    .run(AT + 4_000, seqOf('five'), 'Are tide tables exact?', Buffer.alloc(12))
}

it('events of 0.1.0 are carried over: facets, rollups, topics, and what was imported', async () => {
  using folder = DataFolder.inMemory()
  await makeOldData(folder.file, FIRST_RELEASE, insertEvents)
  await using app = await TestApp.start({ directory: folder.path, startAt: '2026-11-20T12:00:00Z' })
  const { database, maintenance, context } = app.app.services
  await maintenance.onIdle()
  expect(await database.maintenance.verify(1, 'UTC')).toEqual([])
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
  const site = (await database.ingestSites.find('site_old', context.now()))!
  const report = await importEvents(lines(), site, database.events, context.now())
  expect(report).toMatchObject({ accepted: 0, duplicates: 1 })
})

it('counts by referrer stay of days whose events are gone, and are counted from events of the others', async () => {
  using folder = DataFolder.inMemory()
  const today = Math.floor(AT / 86_400_000)
  await makeOldData(folder.file, FIRST_RELEASE, (connection) => {
    insertEvents(connection)
    connection.exec(`UPDATE site SET raw_from = ${today * 86_400_000}`)
    insertRows(connection, 'term', [{ num: 2, value: 'news.example' }])
    insertRows(
      connection,
      'rollup_dim',
      [
        { kind: 1, val: 2, day: today - 2, events: 7 },
        { kind: 2, val: 2, day: today - 2, events: 3 },
        { kind: 1, val: 0, day: today - 1, events: 5 },
        { kind: 1, val: 2, day: today, events: 99 },
      ].map(({ kind, day, ...row }) => ({ ...row, site_dim: 16 + 3, day_kind: day * 32 + kind })),
    )
  })
  await using app = await TestApp.start({ directory: folder.path, startAt: '2026-11-20T12:00:00Z' })
  const { database, maintenance } = app.app.services
  await maintenance.onIdle()
  expect(await database.maintenance.verify(1, 'UTC')).toEqual([])
  expect(countStoredRows(folder.path, 'rollup_dim WHERE site_dim = 16 + 3')).toBe(0)
  const token = await app.key({ id: 'org_old', userId: 'usr_old' })
  const query = 'range=7d&dimensions=referrer&metrics=impressions,ai_clicks'
  const { body } = await app.api('GET', `/analytics/site_old/ai?${query}`, { token })
  expect(body.data['rows']).toEqual([
    ['news.example', 7, 3],
    ['(none)', 6, 1],
  ])
})

/** Inserts the data of 0.1.0 for a site that no scan had read: a question in a topic that its owner renamed. */
function insertTopics(connection: SqliteConnection, url: string): void {
  insertSite(connection, { num: 1, org: 'org_old', id: 'site_old', url, at: AT })
  const seen = { first_seen_at: AT, last_seen_at: AT }
  insertRows(connection, 'page', [
    { num: 1, id: 'pg_old', site_num: 1, path: '/tides', url: `${url}tides`, ...seen },
  ])
  insertRows(connection, 'facet', [
    { num: 1, site_num: 1, facet_key: '{"channel":"ai"}', channel: 'ai' },
  ])
  const visitor = Buffer.alloc(8, 1)
  const from = { site_num: 1, visitor, page_num: 1, engine: 0 }
  const unknown = { referrer: 0, country: 0, device: 0 }
  insertRows(connection, 'event', [
    { ...from, ...unknown, at: AT, seq: 1, kind: 6, facet: 1 },
    { ...from, ...unknown, at: AT + 1_000, seq: 2, kind: 4, facet: 0 },
  ])
  const text = 'Are tide tables exact?'
  insertRows(connection, 'question', [
    { ...from, num: 1, at: AT + 1_000, seq: 2, text, text_hash: Buffer.alloc(12), topic_num: 1 },
  ])
  insertRows(connection, 'question_text', [{ rowid: 1, site: 's1', text }])
  insertRows(connection, 'topic', [
    { num: 1, id: 'top_old', site_num: 1, label: 'Timetables', is_renamed: 1, bigrams: 0, ...seen },
  ])
  insertRows(connection, 'topic_text', [{ rowid: 1, site: 's1', label: 'Timetables' }])
}

it('a site that 0.1.0 had not scanned is carried over: topics keep their names, pages their ids when they are scanned', async () => {
  await using web = await WebSite.start({
    '/': page('Home', { links: ['/tides'] }),
    '/tides': page('Tides'),
  })
  using folder = DataFolder.inMemory()
  await makeOldData(folder.file, FIRST_RELEASE, (connection) =>
    insertTopics(connection, `${web.url}/`),
  )
  await using app = await TestApp.start({
    directory: folder.path,
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
  })
  const { database, jobs, maintenance } = app.app.services
  await maintenance.onIdle()
  await jobs.onIdle()
  expect(web.asked).toEqual([]) // no caller has asked for a scan
  expect(await database.maintenance.verify(1, 'UTC')).toEqual([])
  const token = await app.key({ id: 'org_old', userId: 'usr_old' })
  const get = async (path: string) => {
    const { status, body } = await app.api('GET', path, { token })
    expect([status, body.error]).toEqual([200, null])
    return body.data
  }
  expect(await get('/topics/site_old')).toMatchObject([{ id: 'top_old', label: 'Timetables' }])
  const analytics = '/analytics/site_old/ai?range=7d&metrics='
  expect(await get(`${analytics}questions&dimensions=topic`)).toMatchObject({
    rows: [['Timetables', 1]],
  })
  expect(await get(`${analytics}pageviews&dimensions=channel`)).toMatchObject({ rows: [['ai', 1]] })
  expect(await get('/prompts/site_old')).toEqual([])
  expect(await get('/rules/site_old')).toEqual([])

  const started = await app.api('POST', '/scan', { token, body: { siteId: 'site_old' } })
  await jobs.onIdle()
  expect(await get(`/scan/${String(started.body.data.id)}`)).toMatchObject({
    state: 'succeeded',
    result: { pages: 2, added: 2, promptsGenerated: 2 },
  })
  expect(await get('/prompts/site_old')).toMatchObject([
    { path: '/' },
    { path: '/tides', pageId: 'pg_old', pageTitle: 'Tides' },
  ])
})
