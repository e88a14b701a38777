import { hash as hashWeakly } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { makeLinkToken } from '../../testing/one-time-links.ts'
import { SmtpServer } from '../../testing/smtp-server.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'

const NEW_PASSWORD = 'quite another passphrase'

let app: TestApp
let mail: SmtpServer
let person: { email: string; orgId: string; userId: string }
let sent = 0

beforeAll(async () => {
  mail = await SmtpServer.start()
  app = await TestApp.start({ environment: { TRUST_PROXY: '1', ...mail.environment } })
})

/** Each test has another person, and begins when nothing of the earlier tests counts any more. */
beforeEach(async () => {
  app.clock.advance({ minutes: 16 })
  person = await addPerson(app)
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

/** Each request has another address, where the test is not about the limit of an address. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.1.0.${++sent % 250}` })

async function signIn(password: string) {
  const { status, body } = await app.api('POST', '/auth/sign-in', {
    body: { email: person.email, password },
    headers: fromElsewhere(),
  })
  return { status, token: String(body.data['token']) }
}

const change = (token: string, body: Record<string, unknown>) =>
  app.api('PUT', '/auth/password', { token, body, headers: fromElsewhere() })

const forgot = (email: string, headers = fromElsewhere()) =>
  app.api('POST', '/auth/password/forgot', { body: { email }, headers })

const reset = (token: string, password = NEW_PASSWORD) =>
  app.api('POST', '/auth/password/reset', { body: { token, password }, headers: fromElsewhere() })

const use = async (token: string) => (await app.api('GET', '/auth/session', { token })).status

const actions = () => auditEntries(app.directory, person.orgId).map(({ action }) => action)

const storedHash = () =>
  onFile(app, (file) =>
    String(
      file
        .prepare('SELECT password_hash FROM user_account WHERE id = ?')
        .pluck()
        .get(person.userId),
    ),
  )

/** Waits for the mail of the requests that were answered, and returns the tokens in the links for this person. */
async function mailedTokens(): Promise<string[]> {
  await app.app.services.context.mailer?.onIdle()
  const texts = mail.received.filter(({ to }) => to.includes(person.email)).map(({ text }) => text)
  return texts.map((text) => /#(ctbo_\w{49})/.exec(text)?.[1] ?? '')
}

describe('a password', () => {
  it('password storage: it is hashed by argon2id with 19 MiB and two passes or more', async () => {
    await reset(await makeLinkToken(app, 'reset', person.userId))
    const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(storedHash()) ?? []
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
    expect(Number(time)).toBeGreaterThanOrEqual(2)
  })

  it('password storage: one that was hashed with less work is hashed anew at the next sign-in', async () => {
    const weak = await hashWeakly(PERSON_PASSWORD, { memoryCost: 8_192, timeCost: 1 })
    onFile(app, (file) =>
      file
        .prepare('UPDATE user_account SET password_hash = ? WHERE id = ?')
        .run(weak, person.userId),
    )
    expect((await signIn('wrong')).status).toBe(401)
    expect(storedHash()).toBe(weak)
    expect((await signIn(PERSON_PASSWORD)).status).toBe(200)
    expect(storedHash()).toContain('m=19456,t=2')
    expect((await signIn(PERSON_PASSWORD)).status).toBe(200)
  })

  it.each([
    ['of 11 characters', 'x'.repeat(11)],
    ['of 257 characters', 'x'.repeat(257)],
    ['of 11 characters in more code units', '😀'.repeat(11)],
    ['of 11 characters once it is in its normal form', `${'x'.repeat(10)}e\u0301`],
  ])('password storage: one %s is refused', async (_, password) => {
    const { status, body } = await reset(await makeLinkToken(app, 'reset', person.userId), password)
    expect([status, body.error?.fields[0]?.path]).toEqual([422, 'password'])
  })

  it.each(['x'.repeat(12), 'x'.repeat(256)])('password storage: %s is taken', async (password) => {
    const token = await makeLinkToken(app, 'reset', person.userId)
    expect((await reset(token, password)).status).toBe(200)
    expect((await signIn(password)).status).toBe(200)
  })

  it('password storage: one is the same, however a keyboard writes its characters', async () => {
    const token = await makeLinkToken(app, 'reset', person.userId)
    expect((await reset(token, 'caf\u00e9 au lait \ufb01ne')).status).toBe(200)
    expect((await signIn('cafe\u0301 au lait fine')).status).toBe(200)
  })

  it('password storage: one that was hashed as it was typed, by an older version, still opens', async () => {
    const typed = 'cafe\u0301 au lait'
    const old = await hashWeakly(typed, { memoryCost: 19_456, timeCost: 2 })
    onFile(app, (file) =>
      file
        .prepare('UPDATE user_account SET password_hash = ? WHERE id = ?')
        .run(old, person.userId),
    )
    expect((await signIn(typed)).status).toBe(200)
  })
})

describe('changing a password', () => {
  it('needs the present one, ends the other sessions and gives this one another token', async () => {
    const { token } = await signIn(PERSON_PASSWORD)
    const { token: other } = await signIn(PERSON_PASSWORD)
    const lost = await makeLinkToken(app, 'reset', person.userId)
    const { status, body } = await change(token, {
      currentPassword: PERSON_PASSWORD,
      password: NEW_PASSWORD,
    })
    expect(status).toBe(200)
    const next = String(body.data['token'])
    expect([await use(token), await use(other), await use(next)]).toEqual([401, 401, 200])
    expect((await signIn(PERSON_PASSWORD)).status).toBe(401)
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
    expect((await reset(lost)).status).toBe(404)
    expect(actions()).toContain('password.change')
  })

  it('is refused with a wrong one, which counts as a guess of it', async () => {
    const { token } = await signIn(PERSON_PASSWORD)
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const body = { currentPassword: 'wrong', password: NEW_PASSWORD }
    const attempt = () => app.api('PUT', '/auth/password', { token, body, headers })
    for (let i = 0; i < 10; i++) {
      const answer = await attempt()
      expect(answer.body.error?.fields).toMatchObject([
        { path: 'currentPassword', code: 'wrong_password' },
      ])
    }
    expect((await attempt()).status).toBe(429)
    expect((await signIn(PERSON_PASSWORD)).status).toBe(200)
  })

  it('happens once where two want it at once', async () => {
    const { token } = await signIn(PERSON_PASSWORD)
    const body = { currentPassword: PERSON_PASSWORD, password: NEW_PASSWORD }
    const both = await Promise.all([change(token, body), change(token, body)])
    const won = both.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(await use(String(won[0]?.body.data['token']))).toBe(200)
  })
})

describe('a lost password', () => {
  it('a link is mailed that sets another one, once, and ends all sessions', async () => {
    const { token: open } = await signIn(PERSON_PASSWORD)
    const { status, body } = await forgot(` ${person.email.toUpperCase()} `)
    expect([status, body.data]).toEqual([202, { mail: true }])
    const other = await makeLinkToken(app, 'reset', person.userId)
    const [token = ''] = await mailedTokens()
    expect((await reset(token)).body.data).toEqual({})
    expect((await reset(token)).status).toBe(404)
    expect((await reset(other)).status).toBe(404)
    expect(await use(open)).toBe(401)
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
    expect(actions()).toEqual([
      'session.create',
      'password.link',
      'password.reset',
      'session.create',
    ])
  })

  it('a link works for an hour', async () => {
    await forgot(person.email)
    const [token = ''] = await mailedTokens()
    app.clock.advance({ hours: 1 })
    expect((await reset(token)).status).toBe(404)
    expect((await signIn(PERSON_PASSWORD)).status).toBe(200)
  })

  it('user enumeration: the answer for nobody is the same, and so is the work', async () => {
    const tokens = () =>
      onFile(app, (file) =>
        Number(file.prepare('SELECT COUNT(*) FROM one_time_token').pluck().get()),
      )
    const known = await forgot(person.email)
    const afterKnown = tokens()
    const unknown = await forgot(`nobody.${person.email}`)
    expect(tokens()).toBe(afterKnown + 1)
    expect([unknown.status, unknown.body.data]).toEqual([known.status, known.body.data])
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
    await mailedTokens()
    expect(mail.received.filter(({ to }) => to.join().startsWith('nobody.'))).toEqual([])
  })

  it('three messages in a quarter of an hour go to one account, and the answer stays the same', async () => {
    for (let i = 0; i < 5; i++) expect((await forgot(person.email)).status).toBe(202)
    expect(await mailedTokens()).toHaveLength(3)
    app.clock.advance({ minutes: 16 })
    await forgot(person.email)
    expect(await mailedTokens()).toHaveLength(4)
  })

  it('brute force: an address asks for twenty accounts in a quarter of an hour', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.9' }
    for (let i = 0; i < 20; i++) {
      if (i % 10 === 9) app.clock.advance({ minutes: 1 })
      expect((await forgot(`${i}.${person.email}`, headers)).status).toBe(202)
    }
    app.clock.advance({ minutes: 1 })
    const refused = await forgot(person.email, headers)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  it('no message begins another header, and none is logged', async () => {
    for (const email of ['a@b.example\r\nBcc: eve@example.com', 'a@b.example,eve@example.com']) {
      expect((await forgot(email)).status).toBe(422)
    }
    await forgot(person.email)
    const [token = ''] = await mailedTokens()
    const logs = app.logs.join('')
    for (const secret of [token, person.email]) expect(logs).not.toContain(secret)
  })
})
