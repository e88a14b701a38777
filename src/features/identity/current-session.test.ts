import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { VERSION } from '../../kernel/door/version.ts'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

it('a session says who it is, where, and where else it could be', async () => {
  const { email, orgId, userId } = await addPerson(app)
  const { body } = await app.api('POST', '/auth/sign-in', {
    body: { email, password: PERSON_PASSWORD },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
  })
  const token = String(body.data['token'])
  const own = { id: orgId, name: 'Anna’s', plan: 'pro', role: 'owner' }
  const { body: session } = await app.api('GET', '/auth/session', { token })
  expect(session.data).toEqual({
    user: { id: userId, email, isProven: true },
    organization: own,
    role: 'owner',
    organizations: [own],
    session: {
      id: expect.stringMatching(/^ses_/),
      createdAt: new Date(app.clock.now()).toISOString(),
      expiresAt: body.data['expiresAt'],
    },
  })
  const { body: sessions } = await app.api('GET', '/auth/sessions', { token })
  expect(sessions.data).toMatchObject([{ agent: 'Firefox on Linux', current: true }])
  expect(JSON.stringify(sessions.data)).not.toContain('127.0.0.1')
  expect(auditEntries(app.directory, orgId)).toMatchObject([
    { action: 'session.create', actor_id: userId },
  ])
})

it('a session goes on in another organization of its person, and in no other', async () => {
  const home = await app.org()
  const other = await app.org()
  const foreign = await app.org()
  onFile(app, (file) =>
    file
      .prepare('INSERT INTO member (org_id, user_id, role) VALUES (?, ?, ?)')
      .run(other.id, home.userId, 'viewer'),
  )
  const token = await app.session(home)
  const goTo = (orgId: string) => app.api('PUT', '/auth/session', { token, body: { orgId } })
  for (const orgId of [foreign.id, 'org_nothing']) {
    const { status, body } = await goTo(orgId)
    expect([status, body.error?.code]).toEqual([404, 'NOT_FOUND'])
  }
  const { body } = await goTo(other.id)
  expect(body.data).toMatchObject({ role: 'viewer', organization: { id: other.id } })
  expect((await app.api('GET', '/auth/session', { token })).body.data).toEqual(body.data)
  const { body: refused } = await app.api('POST', '/keys', { token, body: { scopes: ['*'] } })
  expect(refused.error?.code).toBe('ROLE_REQUIRED')
  expect((await goTo(home.id)).body.data).toMatchObject({ role: 'owner' })
  expect(auditEntries(app.directory, other.id)).toMatchObject([{ action: 'session.switch' }])
})

it('a server without mail says so to everybody, and looks for nobody', async () => {
  const { email } = await addPerson(app)
  const { body } = await app.api('GET', '/server')
  expect(body.data).toEqual({
    version: VERSION,
    publicUrl: app.url,
    needsSetup: false,
    features: { mail: false, mcp: true, oauth: true },
  })
  for (const asked of [email, 'nobody@example.com']) {
    const answer = await app.api('POST', '/auth/password/forgot', { body: { email: asked } })
    expect([answer.status, answer.body.data]).toEqual([202, { mail: false }])
  }
})

it('a key has no session', async () => {
  const token = await app.key(await app.org())
  const { body } = await app.api('GET', '/auth/session', { token })
  expect(body.error?.code).toBe('SESSION_REQUIRED')
})
