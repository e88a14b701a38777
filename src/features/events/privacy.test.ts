import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../../testing/data-folder.ts'
import { BROWSER, TestApp } from '../../testing/start-test-app.ts'
import { look } from '../../testing/stored-events.ts'
import { importEvents } from './import-events.ts'

const READER = {
  address: '203.0.113.77',
  address6: '2001:db8:77aa:99bb::5',
  userAgent: `${BROWSER} Zephyrbrowser/77.4.2`,
  mailbox: 'quokkazephyr',
  phone: '+49 171 7654321',
  country: 'NZ',
}

const PROXIED = { TRUST_PROXY: '127.0.0.1', COUNTRY_HEADER: 'x-country' }
const NOON = '2026-11-20T12:00:00.000Z'
const dayOf = (isoDate: string): number => Date.parse(isoDate) / 86_400_000

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})

afterEach(() => {
  data[Symbol.dispose]()
})

const start = (startAt = NOON) =>
  TestApp.start({ directory: data.path, environment: PROXIED, startAt })

/** Every byte that the service keeps, lower case, whatever file it stands in. */
function everythingKept(): string {
  return readdirSync(data.path)
    .map((name) => readFileSync(join(data.path, name), 'latin1'))
    .join('\n')
    .toLowerCase()
}

function salts(): { site_num: number; day: number; salt: Buffer }[] {
  return look(data.path, (db) =>
    db
      .prepare<[], { site_num: number; day: number; salt: Buffer }>(
        'SELECT site_num, day, salt FROM site_salt ORDER BY site_num, day',
      )
      .all(),
  )
}

/** Visitors in the order of their events. */
function visitors(): string[] {
  return look(data.path, (db) =>
    db
      .prepare<[], { visitor: Buffer }>('SELECT visitor FROM event ORDER BY at, seq')
      .all()
      .map(({ visitor }) => visitor.toString('hex')),
  )
}

const impression = { kind: 'impression', url: 'https://example.com/a' }

const from = (address: string, userAgent = READER.userAgent) => ({
  'x-forwarded-for': address,
  'user-agent': userAgent,
  'x-country': READER.country,
})

describe('what is kept of a reader', () => {
  it('is neither address, user agent, email nor phone, in no file and no log line', async () => {
    const app = await start()
    try {
      const siteId = await app.site(await app.key(await app.org()))
      const question = `Mail ${READER.mailbox}@wombat.example or call ${READER.phone}, why?`
      const events = [
        { ...impression, title: 'A page' },
        { kind: 'question', url: 'https://example.com/a', question },
      ]
      for (const address of [READER.address, READER.address6]) {
        const { body } = await app.collect(siteId, events, from(address))
        expect(body.data).toEqual({ accepted: 2, duplicates: 0, rejected: 0 })
      }
      const bot = `Googlebot/2.1 ${READER.mailbox}`
      await app.collect(siteId, events, from(READER.address, bot))
      const refused = await app.collect(siteId, [{ kind: 'question', url: question }])
      expect(refused.status).toBe(422)

      const forbidden = [
        READER.address,
        READER.address6,
        '77aa:99bb',
        'zephyrbrowser',
        'mozilla/5.0',
        READER.mailbox,
        'wombat',
        '7654321',
      ]
      const kept = everythingKept()
      expect(kept).toContain('[email]') // the question is there, so its absence would have shown
      expect(forbidden.filter((text) => kept.includes(text))).toEqual([])
      const logged = app.logs.join('').toLowerCase()
      expect(forbidden.filter((text) => logged.includes(text))).toEqual([])

      await app[Symbol.asyncDispose]()
      const closed = everythingKept()
      expect(forbidden.filter((text) => closed.includes(text))).toEqual([])
    } finally {
      await app[Symbol.asyncDispose]()
    }
  })
})

describe('a visitor', () => {
  it('is one within a day, also across a restart, and another one on the next day', async () => {
    let siteId = ''
    {
      await using app = await start()
      siteId = await app.site(await app.key(await app.org()))
      await app.collect(siteId, [impression], from(READER.address))
      app.clock.advance({ hours: 6 })
      await app.collect(siteId, [impression], from(READER.address))
    }
    {
      await using app = await start('2026-11-20T20:00:00.000Z')
      await app.collect(siteId, [impression], from(READER.address))
      app.clock.advance({ hours: 6 })
      await app.collect(siteId, [impression], from(READER.address))
    }
    const [first, second, third, nextDay] = visitors()
    expect(new Set([first, second, third]).size).toBe(1)
    expect(nextDay).not.toBe(first)
  })

  it('differs by address and by user agent', async () => {
    await using app = await start()
    const siteId = await app.site(await app.key(await app.org()))
    await app.collect(siteId, [impression], from(READER.address))
    await app.collect(siteId, [impression], from('203.0.113.78'))
    await app.collect(siteId, [impression], from(READER.address, BROWSER))
    expect(new Set(visitors()).size).toBe(3)
  })

  it('is another one on another site', async () => {
    await using app = await start()
    const key = await app.key(await app.org())
    const one = await app.site(key)
    const two = await app.site(key, { url: 'https://example.org/' })
    await app.collect(one, [impression], from(READER.address))
    await app.collect(two, [{ ...impression, url: '/a' }], from(READER.address))
    expect(new Set(visitors()).size).toBe(2)
  })
})

describe('salts', () => {
  it('are one for each site and local day, and all different', async () => {
    await using app = await start()
    const key = await app.key(await app.org())
    const utc = await app.site(key)
    const ahead = await app.site(key, {
      url: 'https://example.org/',
      timezone: 'Pacific/Kiritimati',
    })
    for (let day = 0; day < 2; day++) {
      await app.collect(utc, [impression], from(READER.address))
      await app.collect(ahead, [{ ...impression, url: '/a' }], from(READER.address))
      app.clock.advance({ days: 1 })
    }
    const kept = salts()
    expect(kept.map(({ site_num, day }) => [site_num, day])).toEqual([
      [1, dayOf('2026-11-20')],
      [1, dayOf('2026-11-21')],
      [2, dayOf('2026-11-21')],
      [2, dayOf('2026-11-22')],
    ])
    expect(new Set(kept.map(({ salt }) => salt.toString('hex'))).size).toBe(4)
    expect(kept.every(({ salt }) => salt.length === 32)).toBe(true)
  })

  it('are gone after 48 hours, from the files too', async () => {
    {
      await using app = await start()
      const siteId = await app.site(await app.key(await app.org()))
      await app.collect(siteId, [impression], from(READER.address))
    }
    const [kept] = salts()
    const bytes = kept!.salt.toString('latin1')
    const isInFiles = () =>
      readdirSync(data.path).some((name) =>
        readFileSync(join(data.path, name), 'latin1').includes(bytes),
      )
    expect(isInFiles()).toBe(true)
    {
      await using app = await start('2026-11-22T11:59:59.999Z')
      await app.app.services.upkeep.onIdle()
      expect(salts()).toHaveLength(1)
    }
    {
      await using app = await start('2026-11-22T12:00:00.000Z')
      await app.app.services.upkeep.onIdle()
      expect(salts()).toHaveLength(0)
      expect(isInFiles()).toBe(false)
    }
    expect(isInFiles()).toBe(false)
  })

  it('of imported days in the past are never stored', async () => {
    await using app = await start()
    const siteId = await app.site(await app.key(await app.org()))
    const { context, database } = app.app.services
    const site = context.system.sites.find(siteId, app.clock.now())!
    const lines = ['2026-10-01', '2026-11-18', '2026-11-20'].map((day) =>
      JSON.stringify({ ...impression, eventId: day, at: `${day}T08:00:00Z`, visitor: 'reader-7' }),
    )
    const report = await importEvents(linesOf(lines), site, database.events, app.clock.now())
    expect(report.accepted).toBe(3)
    expect(salts().map(({ day }) => day)).toEqual([dayOf('2026-11-20')])
    expect(new Set(visitors()).size).toBe(3)
    expect(everythingKept()).not.toContain('reader-7')
  })
})

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
