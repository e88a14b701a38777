import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../db/sqlite/connect.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { countStoredRows } from '../testing/stored-events.ts'

const JUMPS = [{ days: 1 }, { days: -1 }, { days: 400 }, { days: -400 }]
const WINDOW_SECONDS = 61
const AT_ONCE = 20

let data: DataFolder
let app: TestApp

beforeEach(async () => {
  data = DataFolder.migrated()
  app = await TestApp.start({ directory: data.path })
})

afterEach(async () => {
  await app[Symbol.asyncDispose]()
  data[Symbol.dispose]()
})

/** Sets the clock wrong while the work runs, and right again. */
async function whileWrong<T>({ days }: { days: number }, work: () => Promise<T>): Promise<T> {
  app.clock.jump({ days })
  const result = await work()
  app.clock.jump({ days: -days })
  return result
}

async function exhausted(ask: () => Promise<{ status: number; headers: Headers }>) {
  for (let i = 0; i < 2_000; i += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask))
    const refused = answers.find(({ status }) => status === 429)
    if (refused) return Number(refused.headers.get('retry-after'))
  }
  throw new Error('Nothing was refused')
}

describe('a service whose clock is wrong for a moment', () => {
  it.each(JUMPS.slice(0, 2))(
    'shuts no caller out for longer than a window, wrong by $days days',
    async (jump) => {
      const key = await app.key(await app.org('pro'))
      const siteId = await app.site(key)
      const event = [{ kind: 'impression', url: '/' }]
      const asks = [
        () => app.api('GET', '/sites', { token: key }),
        () => app.api('POST', '/auth/sign-in', { body: {} }),
        () => app.collect(siteId, event),
      ]
      await whileWrong(jump, () => Promise.all(asks.map((ask) => ask())))
      for (const ask of asks) {
        expect(await exhausted(ask)).toBeLessThanOrEqual(WINDOW_SECONDS)
        expect(await whileWrong(jump, () => exhausted(ask))).toBeLessThanOrEqual(WINDOW_SECONDS)
      }
      app.clock.advance({ seconds: WINDOW_SECONDS })
      for (const ask of asks) expect((await ask()).status).not.toBe(429)
    },
  )

  it.each(JUMPS)(
    'begins its next start with limits of the right time, wrong by $days days',
    async (jump) => {
      const signIn = () => app.api('POST', '/auth/sign-in', { body: {} })
      await whileWrong(jump, async () => {
        await exhausted(signIn)
        await app[Symbol.asyncDispose]()
      })
      app = await TestApp.start({ directory: data.path })
      app.clock.advance({ seconds: WINDOW_SECONDS })
      expect((await signIn()).status).not.toBe(429)
    },
  )

  it.each(JUMPS)('keeps no site in memory that is gone, wrong by $days days', async (jump) => {
    const siteId = await app.site(await app.key(await app.org()))
    const collect = () => app.collect(siteId, [{ kind: 'impression', url: '/' }])
    expect((await whileWrong(jump, collect)).status).toBe(202)
    const other = connectWriter(data.file)
    other.exec('DELETE FROM site')
    other.close()
    app.clock.advance({ seconds: 6 })
    expect((await collect()).status).toBe(404)
  })

  it.each(JUMPS)(
    'forgets the wrong time of the last use of a key, wrong by $days days',
    async (jump) => {
      const org = await app.org()
      const [key, session] = [await app.key(org), await app.session(org)]
      const use = async () => {
        await app.api('GET', '/sites', { token: key })
        await app.app.services.authenticator.flushUses()
      }
      await whileWrong(jump, use)
      app.clock.advance({ minutes: 2 })
      await use()
      const { body } = await app.api('GET', '/keys', { token: session })
      expect(body.data).toMatchObject([{ lastUsedAt: new Date(app.clock.now()).toISOString() }])
    },
  )
})

it.each(JUMPS)(
  'sessions and answers to repeated requests outlive a clock that is wrong by $days days',
  async (jump) => {
    const { maintenance } = app.app.services
    const token = await app.session(await app.org())
    const create = () =>
      app.api('POST', '/sites', {
        token,
        body: { url: 'https://once.example/', scan: false },
        headers: { 'idempotency-key': 'once' },
      })
    const first = await create()
    await whileWrong(jump, async () => {
      maintenance.hourly()
      await maintenance.onIdle()
    })
    const again = await create()
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.data.id).toBe(first.body.data.id)
  },
)

describe('what a plan does not keep', () => {
  const eventsAfter = async (): Promise<number> => {
    const { maintenance } = app.app.services
    maintenance.hourly()
    await maintenance.onIdle()
    return countStoredRows(data.path, 'event')
  }

  beforeEach(async () => {
    const siteId = await app.site(await app.key(await app.org('pro')))
    await app.collect(siteId, [{ kind: 'impression', url: '/' }])
  })

  it.each(JUMPS)('stays while the clock is wrong for a moment by $days days', async (jump) => {
    expect(await whileWrong(jump, eventsAfter)).toBe(1)
    app.clock.advance({ hours: 1 })
    expect(await eventsAfter()).toBe(1)
  })

  it('goes once the clock has been there for an hour', async () => {
    app.clock.jump({ days: 400 })
    expect(await eventsAfter()).toBe(1)
    app.clock.advance({ hours: 1 })
    expect(await eventsAfter()).toBe(0)
  })
})
