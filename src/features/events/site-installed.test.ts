import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../../db/sqlite/connect.ts'
import { DELIVERY_QUEUE } from '../../../db/webhooks/enqueue-deliveries.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { importEvents } from './import-events.ts'

const VIEW = { kind: 'pageview', url: 'https://example.com/guide' }
const HOME = { origin: 'https://example.com' }
const CRAWLER = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }

let app: TestApp
let org: TestOrg
let session: string
let siteId: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  session = await app.session(org)
  siteId = await app.site(session, { aliases: ['shop.example.org'] })
})

afterAll(() => app[Symbol.asyncDispose]())

/** The domain events of the organization, with their payloads. */
const told = (directory = app.directory) =>
  inspectOrg(directory, org.id, (db) =>
    db
      .prepare<[], { event: string; payload: string }>('SELECT event, payload FROM outbox')
      .all()
      .map(({ event, payload }) => ({ event, payload: JSON.parse(payload) as unknown })),
  )

const installOf = async (id = siteId) =>
  (await app.api('GET', `/sites/${id}`, { token: session })).body.data['install']

const installed = (host: string, id = siteId) => ({
  event: 'site.installed',
  payload: { siteId: id, host, installedAt: new Date(app.clock.now()).toISOString() },
})

describe('the first beacon of a site', () => {
  it('emits site.installed with the time that the site shows', async () => {
    await app.collect(siteId, [VIEW], HOME)
    const [event, ...others] = told()
    expect([event, others]).toEqual([installed('example.com'), []])
    expect(await installOf()).toMatchObject({
      status: 'installed',
      firstSeenAt: new Date(app.clock.now()).toISOString(),
    })
  })

  it.each([
    ['the origin of a subdomain', { origin: 'http://www.example.com:8080' }, 'www.example.com'],
    ['the origin of a further domain', { origin: 'https://shop.example.org' }, 'shop.example.org'],
    ['a referer alone', { referer: 'https://example.com/guide?a=b' }, 'example.com'],
    ['a referer beside no origin', { origin: 'null', referer: VIEW.url }, 'example.com'],
  ])('may come with %s', async (_, headers, host) => {
    await app.collect(siteId, [VIEW], headers)
    expect(told()).toEqual([installed(host)])
  })

  it.each([
    ['comes from nowhere', {}],
    ['has an opaque origin', { origin: 'null' }],
    ['comes from another site', { origin: 'https://example.com.evil.test' }],
    ['has the origin of another site', { origin: 'https://evil.test', referer: VIEW.url }],
    ['has an origin that is no address', { origin: 'example.com' }],
    ['has an origin of another scheme', { origin: 'ftp://example.com' }],
    ['has a longer host than there can be', { origin: `https://${'a.'.repeat(150)}example.com` }],
    ['is of a bot', { ...HOME, ...CRAWLER }],
  ])('is none that %s', async (_, headers) => {
    await app.collect(siteId, [VIEW], headers)
    expect(told()).toEqual([])
    expect(await installOf()).toMatchObject({ status: 'not_installed', firstSeenAt: null })
  })

  it('is none whose page is of another site', async () => {
    await app.collect(siteId, [{ kind: 'pageview', url: 'https://evil.test/' }], HOME)
    expect(told()).toEqual([])
  })

  it.each([
    { status: 'paused' },
    { privacy: { honourOptOut: true } }, // the reader opts out
  ])('is none that the site does not take: %o', async (body) => {
    await app.api('PUT', `/sites/${siteId}`, { token: session, body })
    await app.collect(siteId, [VIEW], { ...HOME, 'sec-gpc': '1' })
    expect(told()).toEqual([])
  })

  it('is none of imported history', async () => {
    const { context, database } = app.app.services
    const site = await context.system.sites.find(siteId, context.now())
    if (!site) throw new Error('No site')
    async function* lines() {
      const at = new Date(context.now()).toISOString()
      yield JSON.stringify({ ...VIEW, eventId: 'old', at, visitor: 'v' })
    }
    const report = await importEvents(lines(), site, database.events, context.now())
    expect(report.accepted).toBe(1)
    expect(told()).toEqual([])
  })

  it('is queued for those who hear of the site', async () => {
    const { context } = app.app.services
    const subscription = {
      url: 'https://receiver.example/',
      events: '["site.installed"]',
      description: '',
      is_paused: 1, // so that nothing is sent
      disabled_at: null,
      disabled_reason: null,
      secret: 'sealed',
      old_secret: null,
      old_secret_until: null,
      has_event_id: 1,
      failures: 0,
      failing_since: null,
      version: 1,
      created_by: 'cli',
      created_at: 0,
      updated_at: 0,
    }
    const hears = { ...subscription, id: context.newId('whk'), site_ids: JSON.stringify([siteId]) }
    const elsewhere = { ...subscription, id: context.newId('whk'), site_ids: '["site_other"]' }
    for (const row of [hears, elsewhere])
      await context.tenant(org.id).webhooks.insert(row).execute()
    await app.collect(siteId, [VIEW], HOME)
    const queued = inspectOrg(app.directory, org.id, (db) =>
      db.prepare('SELECT group_key FROM job WHERE queue = ?').pluck().all(DELIVERY_QUEUE),
    )
    expect(queued).toEqual([hears.id])
  })
})

describe('a site is told once', () => {
  it('of many beacons at once', async () => {
    const beacons = Array.from({ length: 40 }, (_, i) =>
      app.collect(siteId, [{ ...VIEW, eventId: `e${i}` }], HOME),
    )
    for (const { status } of await Promise.all(beacons)) expect(status).toBe(202)
    expect(told()).toEqual([installed('example.com')])
  })

  it('for ever, also once it was stale', async () => {
    await app.collect(siteId, [VIEW], HOME)
    const first = installed('example.com')
    for (const days of [0, 1, 30]) {
      app.clock.advance({ days })
      await app.collect(siteId, [VIEW], HOME)
      await app.collect(siteId, [VIEW], { origin: 'https://shop.example.org' })
    }
    expect(told()).toEqual([first])
  })

  it('across a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'citable-installed-'))
    for (let i = 0; i < 2; i++) {
      await using restarted = await TestApp.start({ directory })
      if (i === 0) {
        org = await restarted.org()
        siteId = await restarted.site(await restarted.key(org))
      }
      await restarted.collect(siteId, [VIEW], HOME)
    }
    expect(told(directory)).toHaveLength(1)
    rmSync(directory, { recursive: true })
  })

  it('after a beacon that could not be stored, which is told by the next', async () => {
    using file = refusingEventsOf(org.id)
    expect((await app.collect(siteId, [VIEW], HOME)).status).toBe(500)
    expect(await installOf()).toMatchObject({ status: 'not_installed' })
    file.accept()
    expect((await app.collect(siteId, [VIEW], HOME)).status).toBe(202)
    expect(told()).toEqual([installed('example.com')])
  })

  it('and not at all where it was seen before events were told', async () => {
    const seen = app.clock.now() - 86_400_000
    await app.app.services.context
      .tenant(org.id)
      .sites.update(siteId)
      .set({ install_first_seen_at: seen, install_last_seen_at: seen })
      .execute()
    await app.collect(siteId, [VIEW], HOME)
    expect(told()).toEqual([])
    expect(await installOf()).toMatchObject({ firstSeenAt: new Date(seen).toISOString() })
  })

  it('and again where it was deleted and made anew', async () => {
    await app.collect(siteId, [VIEW], HOME)
    await app.api('DELETE', `/sites/${siteId}`, { token: session })
    await app.app.services.maintenance.onIdle()
    const again = await app.site(session)
    await app.collect(again, [VIEW], HOME)
    expect(told()).toEqual([installed('example.com', again)])
  })
})

/** Lets nothing be stored in the outbox of one organization until it is told to. */
function refusingEventsOf(orgId: string) {
  const file = connectWriter(join(app.directory, 'citable.db'))
  file.exec(
    `CREATE TRIGGER refuse_event BEFORE INSERT ON outbox WHEN NEW.org_id = '${orgId}' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  )
  return {
    accept: () => file.exec('DROP TRIGGER refuse_event'),
    [Symbol.dispose]: () => file.close(),
  }
}
