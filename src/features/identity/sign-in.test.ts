import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'

const DAY_MS = 86_400_000

let app: TestApp
let email: string
let orgId: string

beforeAll(async () => {
  app = await TestApp.start()
})

/** Each test begins when the sign-ins of earlier tests no longer count. */
beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  ;({ email, orgId } = await addPerson(app))
})

afterAll(() => app[Symbol.asyncDispose]())

const signIn = (body: Record<string, unknown> = {}, token?: string) =>
  app.api('POST', '/auth/sign-in', {
    body: { email, password: PERSON_PASSWORD, ...body },
    ...(token !== undefined && { token }),
  })

const use = async (token: string) => (await app.api('GET', '/keys', { token })).status

describe('signing in', () => {
  it('a sign-in answers a session, once, with who and where', async () => {
    const { status, body } = await signIn({
      email: `  ${email.replace('usr_', 'USR_').replace('example', 'Example')} `,
    })
    expect(status).toBe(200)
    const token = String(body.data['token'])
    expect(body.data).toEqual({
      token: expect.stringMatching(/^ctbs_[0-9A-Za-z]{49}$/),
      expiresAt: new Date(app.clock.now() + 30 * DAY_MS).toISOString(),
      user: { id: expect.stringMatching(/^usr_/), email },
      orgId,
      organizations: [{ id: orgId, name: 'Anna’s', plan: 'pro', role: 'owner' }],
    })
    expect(await use(token)).toBe(200)
    const stored = storedBytes(app.directory)
    for (const secret of [token, PERSON_PASSWORD]) {
      expect(stored.includes(secret)).toBe(false)
      expect(app.logs.join('')).not.toContain(secret)
    }
  })

  it('a sign-in says the same for a wrong password, an unknown person and a foreign organization', async () => {
    const other = await app.org()
    const answers = await Promise.all([
      signIn({ password: 'wrong' }),
      signIn({ email: 'nobody@example.com' }),
      signIn({ orgId: other.id }),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body.error).toMatchObject({
        code: 'INVALID_CREDENTIAL',
        message: 'Email address or password is wrong',
      })
    }
  })

  it('a sign-in ignores Idempotency-Key: each makes a session of its own', async () => {
    const headers = { 'idempotency-key': 'again' }
    const body = { email, password: PERSON_PASSWORD }
    const tokens = [1, 2].map(async () => {
      const answer = await app.api('POST', '/auth/sign-in', { body, headers })
      return String(answer.body.data['token'])
    })
    const [first, second] = await Promise.all(tokens)
    expect(first).toMatch(/^ctbs_/)
    expect(second).not.toBe(first)
  })

  it.each([
    ['without a credential', false],
    ['with one', true],
  ])('sign-ins are limited to twenty a minute and address, %s', async (_, withCredential) => {
    const token = withCredential ? await app.session(await app.org()) : undefined
    for (let i = 0; i < 20; i++) expect((await signIn({ email: 5 }, token)).status).toBe(422)
    const refused = await signIn({}, token)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('x-ratelimit-limit')).toBe('20')
    app.clock.advance({ seconds: Number(refused.headers.get('retry-after')) })
    expect((await signIn({}, token)).status).toBe(200)
  })
})

describe('a session', () => {
  const open = async () => String((await signIn()).body.data['token'])

  it('a session ends after a week without use', async () => {
    const token = await open()
    app.clock.advance({ days: 6 })
    expect(await use(token)).toBe(200)
    app.clock.advance({ days: 6 })
    expect(await use(token)).toBe(200)
    app.clock.advance({ days: 7 })
    expect(await use(token)).toBe(401)
  })

  it('a session ends after thirty days, however busy', async () => {
    const token = await open()
    for (let day = 0; day < 29; day += 1) {
      app.clock.advance({ days: 1 })
      expect(await use(token)).toBe(200)
    }
    app.clock.advance({ days: 1 })
    expect(await use(token)).toBe(401)
  })

  it('a session opens no MCP server', async () => {
    const response = await fetch(`${app.url}/mcp/publisher`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await open()}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(401)
  })
})
