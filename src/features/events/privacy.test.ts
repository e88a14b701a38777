import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countOrgRows, inspectOrg } from '../../testing/org-rows.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { storedEvents } from '../../testing/stored-events.ts'
import { importEvents } from './import-events.ts'

const ADDRESS = '203.0.113.77'
const ADDRESS_6 = '2001:db8:77:1234::9'
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.7777.42 Safari/537.36'
const EMAIL = 'rosalind.quell@mail.example'
const CARD = '4242 4242 4242 4242'
const PHONE = '+49 30 5557 7123'
const VISITOR = 'reader-of-history-8841'
const PAGE = 'https://example.com/guide'
const DAY_MS = 86_400_000

let app: TestApp
let org: TestOrg
let key: string
let siteId: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})

/** Each test begins at noon of a day. */
beforeEach(async () => {
  app.clock.set(`${daysAgo(-1)}T12:00:00Z`)
  org = await app.org()
  key = await app.key(org)
  siteId = await app.site(key)
})

afterAll(() => app[Symbol.asyncDispose]())

/** Returns the UTC date that is `days` days before the present date of the clock. */
const daysAgo = (days: number): string =>
  new Date(app.clock.now() - days * DAY_MS).toISOString().slice(0, 10)

const reader = (address = ADDRESS) => ({ 'x-forwarded-for': address, 'user-agent': AGENT })

const read = (address?: string, site = siteId) =>
  app.collect(site, [{ kind: 'pageview', url: PAGE }], reader(address))

const visitors = (orgId = org.id): string[] =>
  inspectOrg(app.directory, orgId, storedEvents).map(({ visitor }) => visitor)

async function importLine(at: string): Promise<void> {
  const { context, database } = app.app.services
  const site = (await database.ingestSites.find(siteId, context.now()))!
  const line = JSON.stringify({
    eventId: `h${at}`,
    kind: 'pageview',
    url: PAGE,
    at,
    visitor: VISITOR,
  })
  const report = await importEvents(Readable.from([line]), site, database.events, context.now())
  expect(report).toMatchObject({ accepted: 1, problems: [] })
}

/** Moves the clock and runs the hourly maintenance. */
async function later(step: { hours: number }): Promise<void> {
  app.clock.advance(step)
  const { maintenance } = app.app.services
  maintenance.hourly()
  await maintenance.onIdle()
}

const salts = (orgId = org.id) =>
  inspectOrg(app.directory, orgId, (db) =>
    db
      .prepare<[], { site_num: number; day: number; salt: Buffer; expires_at: number }>(
        'SELECT site_num, day, salt, expires_at FROM site_salt ORDER BY day, site_num',
      )
      .all(),
  )

describe('what could identify a reader', () => {
  it('nothing that identifies a reader is in any file or line of the log', async () => {
    const question = `I am ${EMAIL}, ${PHONE}, card ${CARD}: which boots?`
    const events = [
      {
        kind: 'question',
        url: `${PAGE}?user=${EMAIL}#${EMAIL}`,
        question,
        referrer: `https://ref.example/?u=${EMAIL}`,
      },
      { kind: 'pageview', url: PAGE },
    ]
    for (const address of [ADDRESS, ADDRESS_6]) {
      expect((await app.collect(siteId, events, reader(address))).body.data['accepted']).toBe(2)
    }
    await app.collect(siteId, [{ kind: 'unknown' }], reader())
    await app.collect(siteId, events, { ...reader(), 'user-agent': `${AGENT} GPTBot/1.2` })
    await app.api('GET', '/sites', { token: 'nonsense', headers: reader() })
    await importLine(`${daysAgo(50)}T09:00:00Z`)

    expect(readdirSync(app.directory)).toEqual(
      expect.arrayContaining(['citable.db', 'citable.db-wal', 'citable.db-limits']),
    )
    const stored = storedBytes(app.directory)
    expect(stored.includes('which boots?')).toBe(true)
    const address6 = Buffer.from('20010db80077123400000000000000', 'hex')
    const secrets = [
      ADDRESS,
      ADDRESS_6,
      '2001:db8:77:1234',
      address6,
      AGENT,
      '140.0.7777.42',
      'rosalind',
    ]
    const logged = app.logs.join('')
    const leaked = [...secrets, EMAIL, CARD, PHONE, '5557 7123', VISITOR].filter(
      (secret) => stored.includes(secret) || logged.includes(String(secret)),
    )
    expect(leaked).toEqual([])
  })
})

describe('a visitor', () => {
  it('a reader is one visitor on one day, whatever page and however often', async () => {
    await read()
    await later({ hours: 11 })
    await app.collect(siteId, [{ kind: 'impression', url: '/other' }], reader())
    await read('203.0.113.78')
    const [first, ...rest] = visitors()
    expect(rest.filter((visitor) => visitor === first)).toHaveLength(1)
    expect(new Set(rest).size).toBe(2)
  })

  it('a reader is another visitor on the next day of the site, which begins at its own midnight', async () => {
    const tokyo = await app.site(key, { domain: 'tokyo.example', timezone: 'Asia/Tokyo' })
    const readThere = () =>
      app.collect(tokyo, [{ kind: 'pageview', url: 'https://tokyo.example/' }], reader())
    await readThere()
    app.clock.set(`${daysAgo(0)}T14:59:59Z`)
    await readThere()
    app.clock.set(`${daysAgo(0)}T15:00:00Z`)
    await readThere()
    const [noon, evening, midnight] = visitors()
    expect(evening).toBe(noon)
    expect(midnight).not.toBe(noon)
  })

  it('a reader is another visitor on each site', async () => {
    const another = await app.org()
    await read()
    await read(ADDRESS, await app.site(await app.key(another)))
    expect(new Set([...visitors(), ...visitors(another.id)]).size).toBe(2)
  })
})

describe('the salts', () => {
  it('salts are random, one for each site and local day', async () => {
    const another = await app.org()
    await read()
    await read(ADDRESS, await app.site(await app.key(another)))
    await later({ hours: 24 })
    await read()
    const kept = [...salts(), ...salts(another.id)]
    expect(kept).toHaveLength(3)
    expect(new Set(kept.map(({ salt }) => salt.toString('hex'))).size).toBe(3)
    expect(kept.every(({ salt }) => salt.length === 32)).toBe(true)
  })

  it('salts of days that history is imported into are never stored', async () => {
    await importLine(`${daysAgo(50)}T09:00:00Z`)
    await importLine(`${daysAgo(2)}T09:00:00Z`)
    expect(salts()).toEqual([])
    await importLine(`${daysAgo(0)}T09:00:00Z`)
    expect(salts().map(({ day }) => day)).toEqual([Date.parse(daysAgo(0)) / DAY_MS])
  })

  it('salts leave no list of a closed day’s visitors behind', async () => {
    await read()
    expect(countOrgRows(app.directory, org.id, 'visitor_day')).toBe(1)
    await later({ hours: 72 })
    expect(countOrgRows(app.directory, org.id, 'visitor_day')).toBe(0)
  })
})
