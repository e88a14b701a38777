import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { makeLinkToken } from '../../testing/one-time-links.ts'
import { outboxEvents } from '../../testing/outbox-events.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { mintToken } from '../../kernel/credentials/tokens.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

// Tokens are counted by address; two minutes pass before each test, so that its count begins at zero.
beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

const OWNER = {
  email: ' Anna@Example.com ',
  password: 'a long enough passphrase',
  organization: 'Tides & Co',
}

const setUp = (body: Record<string, unknown>) =>
  app.api('POST', '/auth/setup', { body: { ...OWNER, ...body } })

const server = async () => (await app.api('GET', '/server')).body.data

it('bootstrap: without a setup link nobody becomes the owner, however early they come', async () => {
  const expired = await makeLinkToken(app, 'setup')
  app.clock.advance({ hours: 1 })
  const forReset = await makeLinkToken(app, 'reset')
  for (const token of [expired, forReset, mintToken('oneTime'), mintToken('session'), 'x']) {
    const { status, body } = await setUp({ token })
    expect([status, body.error?.code]).toEqual([404, 'NOT_FOUND'])
  }
  const { status, body } = await setUp({ token: undefined })
  expect([status, body.error?.fields[0]?.path]).toEqual([422, 'token'])
})

it('bootstrap: a link makes one owner, also by two setups at once, and afterwards none works', async () => {
  expect(await server()).toMatchObject({ needsSetup: true, publicUrl: app.url })
  const [first, second] = [await makeLinkToken(app, 'setup'), await makeLinkToken(app, 'setup')]
  const wrong = { email: 'anna', password: 'too short', organization: 'a\nb' }
  const refused = await setUp({ token: first, ...wrong })
  const told = refused.body.error?.fields.map(({ path }) => path)
  expect([refused.status, told]).toEqual([422, ['email', 'password', 'organization']])
  const both = await Promise.all([
    setUp({ token: first }),
    setUp({ token: first }),
    setUp({ token: second, email: 'ben@example.com' }),
  ])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '404', '404'])
  const made = both.find(({ status }) => status === 201)?.body.data ?? {}
  expect(made).toMatchObject({
    token: expect.stringMatching(/^ctbs_/),
    organizations: [{ id: made['orgId'], name: 'Tides & Co', plan: 'self_hosted', role: 'owner' }],
  })
  const token = String(made['token'])
  expect((await app.api('GET', '/auth/session', { token })).body.data).toMatchObject({
    user: made['user'],
    role: 'owner',
  })
  expect(await server()).toMatchObject({ needsSetup: false })
  for (const old of [first, second, await makeLinkToken(app, 'setup')]) {
    expect((await setUp({ token: old, email: 'eve@example.com' })).status).toBe(404)
  }
  const organizations = await app.app.services.database.accounts.organizations()
  expect(organizations.map(({ name }) => name)).toEqual(['Tides & Co'])
  const entries = auditEntries(app.directory, String(made['orgId']))
  expect(entries.map(({ action }) => action)).toEqual(['owner.create'])
  expect(outboxEvents(app.directory, String(made['orgId']))).toMatchObject([
    { event: 'subscription.updated', payload: { plan: 'self_hosted', status: 'active' } },
  ])
  const { email } = made['user'] as { email: string }
  const { status } = await app.api('POST', '/auth/sign-in', {
    body: { email, password: OWNER.password },
  })
  expect(status).toBe(200)
})
