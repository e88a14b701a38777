import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../domain/ids.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { countStoredRows } from '../../testing/stored-events.ts'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'

let app: TestApp
let email: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})

/** Each test has another person, and begins when the guesses of earlier tests no longer count. */
beforeEach(async () => {
  app.clock.advance({ minutes: 16 })
  ;({ email } = await addPerson(app))
})

afterAll(() => app[Symbol.asyncDispose]())

async function signIn(password: string, address: string, ofEmail = email) {
  const { status, headers } = await app.api('POST', '/auth/sign-in', {
    body: { email: ofEmail, password },
    headers: { 'x-forwarded-for': address },
  })
  return { status, retryAfter: Number(headers.get('retry-after')) }
}

/** Sends this many wrong passwords, each of which is checked. */
async function guess(times: number, address: string, ofEmail = email): Promise<void> {
  for (let i = 0; i < times; i++) {
    expect((await signIn(`wrong ${i}`, address, ofEmail)).status).toBe(401)
  }
}

describe('wrong passwords of one account', () => {
  it('ten wrong passwords from one address in a quarter of an hour make the right one wait too', async () => {
    await guess(10, '192.0.2.1')
    for (const password of ['wrong', PERSON_PASSWORD]) {
      const refused = await signIn(password, '192.0.2.1')
      expect(refused).toEqual({ status: 429, retryAfter: 900 })
    }
    expect((await signIn(PERSON_PASSWORD, '192.0.2.2')).status).toBe(200)
    app.clock.advance({ seconds: 900 })
    expect((await signIn(PERSON_PASSWORD, '192.0.2.1')).status).toBe(200)
  })

  it('wrong passwords count the same for an account that does not exist', async () => {
    await guess(10, '192.0.2.1', 'nobody@example.com')
    expect((await signIn('x', '192.0.2.1', 'nobody@example.com')).status).toBe(429)
  })

  it('wrong passwords count from everywhere: an address then has one try, and nobody is locked out', async () => {
    for (let i = 0; i < 10; i++) await guess(5, `198.51.100.${i}`)
    await guess(1, '203.0.113.1')
    expect((await signIn(PERSON_PASSWORD, '203.0.113.1')).status).toBe(429)
    expect((await signIn(PERSON_PASSWORD, '203.0.113.2')).status).toBe(200)
  })

  it('guesses of strangers leave the address at which somebody is signed in all of its ten', async () => {
    expect((await signIn(PERSON_PASSWORD, '2001:db8:1:2::7')).status).toBe(200)
    for (let i = 0; i < 10; i++) await guess(5, `198.51.100.${i}`)
    await guess(3, '2001:db8:1:2:ffff::1')
    expect((await signIn(PERSON_PASSWORD, '2001:db8:1:2::9')).status).toBe(200)
    await guess(10, '2001:db8:1:2::7')
    expect((await signIn(PERSON_PASSWORD, '2001:db8:1:2::7')).status).toBe(429)
    await guess(1, '2001:db8:1:3::7')
    expect((await signIn(PERSON_PASSWORD, '2001:db8:1:3::7')).status).toBe(429)
  })

  it('the right password forgives the wrong ones', async () => {
    await guess(9, '192.0.2.1')
    expect((await signIn(PERSON_PASSWORD, '192.0.2.1')).status).toBe(200)
    await guess(10, '192.0.2.1')
    expect((await signIn(PERSON_PASSWORD, '192.0.2.1')).status).toBe(429)
  })

  it('passwords are counted before they are checked: twenty at once are ten', async () => {
    const all = Array.from({ length: 20 }, () => signIn('wrong', '192.0.2.1'))
    const counts = new Map<number, number>()
    for (const answer of all) {
      const { status } = await answer
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(counts)).toEqual({ 401: 10, 429: 10 })
  })

  it('wrong passwords are stored without the address and the account, and only as long as they count', async () => {
    await guess(3, '192.0.2.77')
    expect(countStoredRows(app.directory, 'sign_in_guess')).toBeGreaterThanOrEqual(3)
    const stored = storedBytes(app.directory)
    expect(stored.includes('192.0.2.77')).toBe(false)
    app.clock.advance({ minutes: 16 })
    await guess(1, '192.0.2.1', 'nobody@example.com')
    app.app.services.maintenance.hourly()
    await app.app.services.maintenance.onIdle()
    expect(countStoredRows(app.directory, 'sign_in_guess')).toBe(1)
  })
})

describe('a password that is changed during a sign-in', () => {
  it('a sign-in with the old password opens no session', async () => {
    const { accounts } = app.app.services.database
    const user = await accounts.findUser(email)
    if (!user) throw new Error('Anna is not there')
    const now = app.clock.now()
    const session = {
      id: newId('ses', now),
      token_hash: Buffer.alloc(32),
      user_id: user.id,
      org_id: 'org',
      created_at: now,
      last_seen_at: now,
      expires_at: now + 1,
    }
    await accounts.resetPassword({ id: user.id, password_hash: 'another' }, [], now)
    const old = { most: 1, passwordHash: user.password_hash }
    expect(await accounts.addSession(session, old)).toBe(false)
  })
})

describe('hashing', () => {
  it('hashing refuses early when too many wait, with 503 and no stack', async () => {
    const { context } = app.app.services
    const waiting = Array.from({ length: 60 }, () => context.passwords.hash(PERSON_PASSWORD))
    const hashed = Promise.allSettled(waiting)
    const answered = new AbortController()
    // Takes every place in the very turn in which it becomes free, however long the request is under way.
    const stillBusy = waiting.map(async (first) => {
      await Promise.allSettled([first])
      while (!answered.signal.aborted) {
        const [end] = await Promise.allSettled([context.passwords.hash(PERSON_PASSWORD)])
        if (end.status === 'rejected') await nextTurn()
      }
    })
    const { status, body, headers } = await app.api('POST', '/auth/sign-in', {
      body: '{ this is not read',
    })
    answered.abort()
    expect(status).toBe(503)
    expect(body.error?.code).toBe('UNAVAILABLE')
    expect(headers.get('retry-after')).toBe('2')
    const ends = await hashed
    await Promise.all(stillBusy)
    expect(ends.filter((end) => end.status === 'fulfilled').length).toBeLessThanOrEqual(22)
    const line = app.logs.find((one) => one.includes('Too much work of this kind waits'))
    expect(line).toBeDefined()
    expect(line).not.toContain('stack')
  })
})
