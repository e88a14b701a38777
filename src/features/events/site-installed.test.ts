import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../../db/sqlite/connect.ts'
import { DELIVERY_QUEUE } from '../../../db/webhooks/enqueue-deliveries.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
import { BROWSER_USER_AGENT, TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { importEvents } from './import-events.ts'

const VIEW = { kind: 'pageview', url: 'https://example.com/guide' }
const HOME = { origin: 'https://example.com' }
const CRAWLER = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }

let app: TestApp
let org: TestOrg
let session: string
let key: string
let siteId: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  session = await app.session(org)
  key = await app.key(org)
  siteId = await app.site(session, { aliases: ['shop.example.org'] })
})

afterAll(() => app[Symbol.asyncDispose]())

/** Reads the domain events of the organization, with their payloads. */
const told = (directory = app.directory) =>
  inspectOrg(directory, org.id, (db) =>
    db
      .prepare<[], { event: string; payload: string }>('SELECT event, payload FROM outbox')
      .all()
      .map(({ event, payload }) => ({ event, payload: JSON.parse(payload) as unknown })),
  )

const installOf = async (id = siteId) =>
  (await app.api('GET', `/sites/${id}`, { token: key })).body.data['install']

const installed = (host: string, id = siteId) => ({
  event: 'site.installed',
  payload: { siteId: id, host, installedAt: new Date(app.clock.now()).toISOString() },
})

describe('the first beacon of a site', () => {
  it('emits site.installed with the time that the site shows', async () => {
    await app.beacon(siteId, [VIEW], HOME)
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
    await app.beacon(siteId, [VIEW], headers)
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
    await app.beacon(siteId, [VIEW], headers)
    expect(told()).toEqual([])
    expect(await installOf()).toMatchObject({ status: 'not_installed', firstSeenAt: null })
  })

  it('is none whose page is of another site', async () => {
    await app.beacon(siteId, [{ kind: 'pageview', url: 'https://evil.test/' }], HOME)
    expect(told()).toEqual([])
  })

  it.each([
    { status: 'paused' },
    { privacy: { honourOptOut: true } }, // the reader opts out
  ])('is none that the site does not take: %o', async (body) => {
    await app.api('PUT', `/sites/${siteId}`, { token: session, body })
    await app.beacon(siteId, [VIEW], { ...HOME, 'sec-gpc': '1' })
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
      paused_reason: null,
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
      vouched_by: 'cli',
      created_at: 0,
      updated_at: 0,
    }
    const hears = { ...subscription, id: context.newId('whk'), site_ids: JSON.stringify([siteId]) }
    const elsewhere = { ...subscription, id: context.newId('whk'), site_ids: '["site_other"]' }
    for (const row of [hears, elsewhere])
      await context.tenant(org.id).webhooks.insert(row).execute()
    await app.beacon(siteId, [VIEW], HOME)
    const queued = inspectOrg(app.directory, org.id, (db) =>
      db.prepare('SELECT group_key FROM job WHERE queue = ?').pluck().all(DELIVERY_QUEUE),
    )
    expect(queued).toEqual([hears.id])
  })
})

describe('a boot id', () => {
  const collect = (boot: unknown, headers: Record<string, string> = HOME) =>
    app.api('POST', '/collect', {
      body: { siteId, boot, ...VIEW },
      headers: { 'user-agent': BROWSER_USER_AGENT, ...headers },
    })

  it('may stand beside a single event', async () => {
    expect((await collect(await app.boot(siteId))).body.data).toMatchObject({ accepted: 1 })
    expect(told()).toEqual([installed('example.com')])
  })

  it('counts for a day after it was given, as caches may keep it', async () => {
    const boot = await app.boot(siteId)
    app.clock.advance({ hours: 25 })
    await collect(boot)
    expect(told()).toEqual([installed('example.com')])
  })

  it.each<[string, () => unknown]>([
    ['is missing', () => undefined],
    ['is made up', () => 'abc.0123456789012345678901'],
    [
      'is of another site',
      async () => app.boot(await app.site(session, { url: 'https://b.example/' })),
    ],
    [
      'has ended',
      async () => {
        const boot = await app.boot(siteId)
        app.clock.advance({ days: 2 })
        return boot
      },
    ],
  ])('that %s installs nothing, and the event counts as ever', async (_, bootOf) => {
    const answer = await collect(await bootOf())
    expect([answer.status, answer.body.data]).toMatchObject([202, { accepted: 1 }])
    expect(told()).toEqual([])
    expect(await installOf()).toMatchObject({ status: 'not_installed' })
  })

  it.each([1, null, 'x'.repeat(65), {}])('is no %j', async (boot) => {
    const { status, body } = await collect(boot)
    expect([status, body.error?.fields.map(({ path }) => path)]).toEqual([422, ['boot']])
  })

  it('is of no use on the pages of others', async () => {
    await collect(await app.boot(siteId), { origin: 'https://evil.test' })
    expect(told()).toEqual([])
  })
})

describe('install.status', () => {
  it('is stale two weeks after the last widget that proved itself, whatever else was sent', async () => {
    await app.beacon(siteId, [VIEW], HOME)
    const firstSeenAt = new Date(app.clock.now()).toISOString()
    app.clock.advance({ days: 14 })
    await app.collect(siteId, [VIEW], HOME)
    const first = { firstSeenAt, lastSeenAt: firstSeenAt, place: null }
    expect(await installOf()).toEqual({ status: 'installed', ...first })
    app.clock.advance({ seconds: 1 })
    expect(await installOf()).toEqual({ status: 'stale', ...first })
    const { body } = await app.api('GET', `/sites/${siteId}/install`, { token: key })
    expect(body.data['install']).toEqual({ status: 'stale', ...first })
    await app.beacon(siteId, [VIEW], HOME)
    const lastSeenAt = new Date(app.clock.now()).toISOString()
    expect(await installOf()).toEqual({ ...first, status: 'installed', lastSeenAt })
  })

  it('is written once an hour at most', async () => {
    const seen = async () => {
      await app.beacon(siteId, [VIEW], HOME)
      // @NOTE the schema of the answer says so.
      const { lastSeenAt } = (await installOf()) as { lastSeenAt: string }
      return app.clock.now() - Date.parse(lastSeenAt)
    }
    expect(await seen()).toBe(0)
    app.clock.advance({ minutes: 59 })
    expect(await seen()).toBe(59 * 60_000)
    app.clock.advance({ minutes: 1 })
    expect(await seen()).toBe(0)
  })
})

describe('a site is told once', () => {
  it('of many beacons at once', async () => {
    const beacons = Array.from({ length: 40 }, (_, i) =>
      app.beacon(siteId, [{ ...VIEW, eventId: `e${i}` }], HOME),
    )
    for (const { status } of await Promise.all(beacons)) expect(status).toBe(202)
    expect(told()).toEqual([installed('example.com')])
  })

  it('for ever, also once it was stale', async () => {
    await app.beacon(siteId, [VIEW], HOME)
    const first = installed('example.com')
    for (const days of [0, 1, 30]) {
      app.clock.advance({ days })
      await app.beacon(siteId, [VIEW], HOME)
      await app.beacon(siteId, [VIEW], { origin: 'https://shop.example.org' })
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
      await restarted.beacon(siteId, [VIEW], HOME)
    }
    expect(told(directory)).toHaveLength(1)
    rmSync(directory, { recursive: true })
  })

  it('after a beacon that could not be stored, which is told by the next', async () => {
    using file = refusingEventsOf(org.id)
    expect((await app.beacon(siteId, [VIEW], HOME)).status).toBe(500)
    expect(await installOf()).toMatchObject({ status: 'not_installed' })
    file.accept()
    expect((await app.beacon(siteId, [VIEW], HOME)).status).toBe(202)
    expect(told()).toEqual([installed('example.com')])
  })

  it('and not at all where it was seen before events were told', async () => {
    const seen = app.clock.now() - 86_400_000
    await app.app.services.context
      .tenant(org.id)
      .sites.update(siteId)
      .set({ install_first_seen_at: seen, install_last_seen_at: seen })
      .execute()
    await app.beacon(siteId, [VIEW], HOME)
    expect(told()).toEqual([])
    expect(await installOf()).toMatchObject({ firstSeenAt: new Date(seen).toISOString() })
  })

  it('and again where it was deleted and made anew', async () => {
    await app.beacon(siteId, [VIEW], HOME)
    await app.api('DELETE', `/sites/${siteId}`, { token: session })
    await app.app.services.maintenance.onIdle()
    const again = await app.site(session)
    await app.beacon(again, [VIEW], HOME)
    expect(told()).toEqual([installed('example.com', again)])
  })
})

/** Refuses new rows in the outbox of one organization until `accept` is called. */
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
