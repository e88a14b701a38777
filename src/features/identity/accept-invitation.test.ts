import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'
import { TestApp, type ApiAnswer, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let owner: string
let made = 0

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})

beforeEach(async () => {
  app.clock.advance({ minutes: 16 })
  org = await app.org('pro', 'Tea & Coast')
  owner = await app.session(org)
})

afterAll(() => app[Symbol.asyncDispose]())

const PASSWORD = 'a long enough passphrase'

interface Invitation {
  id: string
  email: string
  token: string
}

async function invite(email = `new${++made}@example.com`, role = 'editor'): Promise<Invitation> {
  const body = { email, role }
  const answer = await app.api('POST', '/org/invitations', { token: owner, body })
  expect(answer.status).toBe(201)
  const token = String(answer.body.data['link']).split('#')[1] ?? ''
  return { id: String(answer.body.data.id), email, token }
}

const accept = (body: unknown, token?: string) =>
  app.api('POST', '/auth/invitations/accept', {
    body,
    ...(token !== undefined && { token }),
    headers: { 'x-forwarded-for': `10.9.0.${(made += 1) % 250}` },
  })
const signIn = (email: string, password: string, orgId = org.id) =>
  app.api('POST', '/auth/sign-in', {
    body: { email, password, orgId },
    headers: { 'x-forwarded-for': `10.9.1.${(made += 1) % 250}` },
  })
const members = async () =>
  (await app.api('GET', '/org/members', { token: owner })).body.data as unknown as {
    email: string
    role: string
  }[]
const toldOf = ({ status, body }: ApiAnswer) => [status, body.error?.code, body.error?.message]
const DEAD = [
  404,
  'NOT_FOUND',
  'This link does not work: it may be used, expired or cut off. Ask for another one',
]

describe('somebody new', () => {
  it('somebody new sets a password, joins with the role, and is signed in', async () => {
    const { email, token, id } = await invite()
    app.clock.advance({ minutes: 1 })
    const { status, body } = await accept({ token, password: PASSWORD })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      token: expect.stringMatching(/^ctbs_/) as unknown,
      user: { email },
      orgId: org.id,
      organizations: [{ id: org.id, name: 'Tea & Coast', plan: 'pro', role: 'editor' }],
    })
    const session = String(body.data['token'])
    expect((await app.api('GET', '/sites', { token: session })).status).toBe(200)
    expect((await app.api('GET', '/keys', { token: session })).body.error?.code).toBe(
      'ROLE_REQUIRED',
    )
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    expect(await members()).toMatchObject([{ role: 'owner' }, { email, role: 'editor' }])
    const { body: left } = await app.api('GET', '/org/invitations', { token: owner })
    expect(left.data).toEqual([])
    const { id: userId } = body.data['user'] as { id: string }
    expect(
      auditEntries(app.directory, org.id).filter(({ actor_id }) => actor_id === userId),
    ).toMatchObject([
      {
        action: 'member.join',
        detail: JSON.stringify({ userId, email, role: 'editor', invitationId: id }),
      },
      { action: 'session.create' },
      { action: 'session.create' },
    ])
    expect(app.logs.join('')).not.toContain(token)
    expect(app.logs.join('')).not.toContain(email)
  })

  it.each([[undefined], ['short'], ['elevenchars'], ['x'.repeat(257)]])(
    'a password such as %j is refused, and the link still works',
    async (password) => {
      const { token } = await invite()
      const { status, body } = await accept({ token, password })
      expect(status).toBe(422)
      expect(body.error?.fields).toMatchObject([{ path: 'password' }])
      expect(await members()).toHaveLength(1)
      expect((await accept({ token, password: PASSWORD })).status).toBe(200)
    },
  )

  it('a link works once, also when it is opened twice at once', async () => {
    const { token } = await invite()
    const both = await Promise.all([1, 2].map(() => accept({ token, password: PASSWORD })))
    const statuses = both.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true)
    expect(await members()).toHaveLength(2)
    expect(toldOf(await accept({ token, password: PASSWORD }))).toEqual(DEAD)
  })
})

describe('a link that does not work', () => {
  it('an unknown, used, expired, replaced and withdrawn link get one answer', async () => {
    const [used, replaced, withdrawn, expired] = [
      await invite(),
      await invite(),
      await invite(),
      await invite(),
    ]
    await accept({ token: used.token, password: PASSWORD })
    await invite(replaced.email)
    await app.api('DELETE', `/org/invitations/${withdrawn.id}`, { token: owner })
    const last = expired.token.slice(-1) === '0' ? '1' : '0'
    for (const token of [
      used.token,
      replaced.token,
      withdrawn.token,
      'ctbo_short',
      `${expired.token.slice(0, -1)}${last}`,
      await app.session(org),
    ]) {
      expect(toldOf(await accept({ token, password: PASSWORD }))).toEqual(DEAD)
    }
    app.clock.advance({ days: 7 })
    expect(toldOf(await accept({ token: expired.token, password: PASSWORD }))).toEqual(DEAD)
  })

  it('a link of another purpose opens no organization, and this one no password', async () => {
    const { token } = await invite()
    const reset = await app.api('POST', '/auth/password/reset', {
      body: { token, password: PASSWORD },
    })
    expect(toldOf(reset)).toEqual(DEAD)
    expect((await accept({ token, password: PASSWORD })).status).toBe(200)
  })
})

describe('somebody who has an account', () => {
  it('the password of the account opens it, and stays', async () => {
    const { email, orgId } = await addPerson(app)
    const { token } = await invite(email, 'viewer')
    const missing = await accept({ token })
    expect(missing.body.error?.fields).toMatchObject([{ path: 'password', code: 'required' }])
    const { body } = await accept({ token, password: PERSON_PASSWORD })
    const organizations = (body.data['organizations'] as { id: string }[]).map(({ id }) => id)
    expect(organizations.toSorted()).toEqual([org.id, orgId].toSorted())
    expect((await signIn(email, PERSON_PASSWORD)).status).toBe(200)
  })

  it('passwords that are none of the account count as wrong ones of a sign-in do', async () => {
    const { email } = await addPerson(app)
    const headers = { 'x-forwarded-for': '192.0.2.9' }
    const guess = (path: string, body: unknown) => app.api('POST', path, { body, headers })
    for (let i = 0; i < 9; i++) {
      expect((await guess('/auth/sign-in', { email, password: 'wrong' })).status).toBe(401)
    }
    const { token } = await invite(email)
    const accepting = await guess('/auth/invitations/accept', { token, password: PASSWORD + 'x' })
    expect(accepting.status).toBe(200)
    const password = PERSON_PASSWORD
    expect((await guess('/auth/sign-in', { email, password })).status).toBe(429)
    org = await app.org('pro')
    owner = await app.session(org)
    const again = await invite(email)
    expect((await guess('/auth/invitations/accept', { token: again.token, password })).status).toBe(
      429,
    )
  })

  it('a session of the same person is enough, and one of somebody else is nothing', async () => {
    const { email, orgId } = await addPerson(app)
    const own = String((await signIn(email, PERSON_PASSWORD, orgId)).body.data['token'])
    const { token } = await invite(email)
    const stranger = await app.session(await app.org())
    expect((await accept({ token }, stranger)).status).toBe(422)
    expect((await accept({ token }, await app.key(org))).status).toBe(422)
    const { status, body } = await accept({ token }, own)
    expect([status, body.data['orgId']]).toEqual([200, org.id])
  })

  it('who was removed is invited again, and no session or key of before works', async () => {
    const first = await invite(undefined, 'admin')
    const { body } = await accept({ token: first.token, password: PASSWORD })
    const before = String(body.data['token'])
    const key = await app.api('POST', '/keys', { token: before, body: { scopes: ['*'] } })
    const list = (await app.api('GET', '/org/members', { token: owner })).body.data as unknown
    const member = (list as { id: string; email: string }[]).find(
      ({ email }) => email === first.email,
    )
    await app.api('DELETE', `/org/members/${member?.id}`, { token: owner })
    expect((await signIn(first.email, PASSWORD)).status).toBe(401)
    const again = await invite(first.email, 'viewer')
    expect((await accept({ token: again.token, password: PASSWORD })).status).toBe(200)
    for (const token of [before, String(key.body.data['key'])]) {
      expect((await app.api('GET', '/sites', { token })).status).toBe(401)
    }
  })
})

describe('seats', () => {
  it('seats are counted again when somebody joins: a smaller plan lets nobody in, and the link stays', async () => {
    const { token } = await invite()
    await app.changePlan(org, 'free')
    const refused = await accept({ token, password: PASSWORD })
    expect(refused.body.error?.code).toBe('LIMIT_REACHED')
    await app.changePlan(org, 'pro')
    expect((await accept({ token, password: PASSWORD })).status).toBe(200)
  })

  it('the last seat is for whoever was invited to it', async () => {
    const invitations = [await invite(), await invite(), await invite(), await invite()]
    const answers = await Promise.all(
      invitations.map(({ token }) => accept({ token, password: PASSWORD })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await members()).toHaveLength(5)
  })
})
