import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { TestApp } from '../../testing/start-test-app.ts'

const PASSWORD = 'correct horse battery staple'
const EMAIL = 'ada@example.com'

let app: TestApp
let orgId: string

beforeEach(async () => {
  app = await TestApp.start()
  const { context, database } = app.app.services
  const now = app.clock.now()
  orgId = newId('org', now)
  await database.accounts.createOwner({
    organization: { id: orgId, name: 'Ada’s', plan: 'business', created_at: now },
    user: {
      id: newId('usr', now),
      email: EMAIL,
      password_hash: await context.passwords.hash(PASSWORD),
      created_at: now,
    },
  })
})

afterEach(async () => {
  await app[Symbol.asyncDispose]()
})

const signIn = (body: unknown) => app.api('POST', '/auth/sign-in', { body })

describe('signing in', () => {
  it('gives a session that works, and keeps neither token nor password', async () => {
    const { status, body } = await signIn({ email: ` ${EMAIL.toUpperCase()} `, password: PASSWORD })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      orgId,
      user: { email: EMAIL },
      organizations: [{ id: orgId, name: 'Ada’s', plan: 'business', role: 'owner' }],
      expiresAt: '2026-12-20T12:00:00.000Z',
    })
    const token = String(body.data['token'])
    expect(token).toMatch(/^ctbs_[0-9A-Za-z]{49}$/)
    expect((await app.api('GET', '/keys', { token })).status).toBe(200)
    const kept = readdirSync(app.directory)
      .map((name) => readFileSync(join(app.directory, name), 'latin1'))
      .concat(app.logs)
      .join('\n')
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(PASSWORD)
  })

  it('has one answer for a wrong password, an unknown address and a foreign organization', async () => {
    const answers = [
      await signIn({ email: EMAIL, password: 'wrong' }),
      await signIn({ email: 'nobody@example.com', password: PASSWORD }),
      await signIn({ email: EMAIL, password: PASSWORD, orgId: (await app.org()).id }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body.error).toEqual(answers[0]?.body.error)
      expect(body.error?.code).toBe('INVALID_CREDENTIAL')
    }
  })

  it('names every field that is missing', async () => {
    const { status, body } = await signIn({})
    expect(status).toBe(422)
    expect(body.error?.fields.map(({ path }) => path)).toEqual(['email', 'password'])
  })

  it('takes 20 tries a minute from one address', async () => {
    const tries = await Promise.all(Array.from({ length: 21 }, () => signIn({})))
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(20)
    const refused = tries.find(({ status }) => status === 429)
    expect(refused?.body.error?.code).toBe('RATE_LIMITED')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('20')
  })
})

describe('a session', () => {
  it('ends after 7 days without use, and after 30 days with it', async () => {
    const token = String((await signIn({ email: EMAIL, password: PASSWORD })).body.data['token'])
    const use = async () => (await app.api('GET', '/keys', { token })).status
    for (let day = 0; day < 28; day += 4) {
      app.clock.advance({ days: 4 })
      expect(await use()).toBe(200)
    }
    app.clock.advance({ days: 2 })
    expect(await use()).toBe(401)

    const idle = String((await signIn({ email: EMAIL, password: PASSWORD })).body.data['token'])
    app.clock.advance({ days: 7 })
    expect((await app.api('GET', '/keys', { token: idle })).status).toBe(401)
  })
})
