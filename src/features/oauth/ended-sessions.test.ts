import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addMembership } from '../../testing/add-membership.ts'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'
import {
  authorizePath,
  formIn,
  registerTestClient,
  TestBrowser,
  type TestClient,
} from '../../testing/oauth-flow.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let client: TestClient
let person: { email: string; orgId: string; userId: string }
/** The session of another owner of the same organization. */
let owner: string

beforeAll(async () => {
  app = await TestApp.start()
  client = await registerTestClient(app)
})

beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  person = await addPerson(app)
  const org = { id: person.orgId }
  await app.changePlan(org, 'business')
  const { userId } = await app.org('business')
  addMembership(app, org, { userId, role: 'owner' })
  owner = await app.session({ ...org, userId })
  await app.site(owner)
})

afterAll(() => app[Symbol.asyncDispose]())

const call = async (method: string, path: string, token: string, body?: unknown) => {
  const answer = await app.api(method, path, { token, ...(body !== undefined && { body }) })
  expect(answer.status).toBe(200)
  // @NOTE each test knows what its route lists.
  return answer.body.data as unknown as { id: string; userId: string; kind: string }[]
}

async function ownMember(): Promise<string> {
  const members = await call('GET', '/org/members', owner)
  return `/org/members/${members.find(({ userId }) => userId === person.userId)?.id}`
}

const PASSWORDS = { currentPassword: PERSON_PASSWORD, password: 'another long passphrase' }

it.each<[string, (token: string) => Promise<unknown>]>([
  ['its person has signed out', (token) => call('DELETE', '/auth/session', token)],
  ['they have another password', (token) => call('PUT', '/auth/password', token, PASSWORDS)],
  ['they have another role', async () => call('PUT', await ownMember(), owner, { role: 'admin' })],
  ['they were removed', async () => call('DELETE', await ownMember(), owner)],
])('a session opens no page and answers none when %s', async (_, end) => {
  const browser = new TestBrowser(app)
  await browser.submit('/sign-in', { email: person.email, password: PERSON_PASSWORD, next: '/' })
  const path = authorizePath({ client })
  const form = formIn((await browser.open(path)).html)
  const session = browser.cookie?.replace('citable=', '') ?? ''
  await end(session)

  const old = new TestBrowser(app, session)
  const opened = await old.open(path)
  expect(opened.location).toMatch(/^\/sign-in\?next=%2Fauthorize%3F/)
  expect(opened.html).not.toContain(person.email)
  const answered = await old.submit('/authorize', form)
  expect(answered.location ?? '').not.toContain('code=')
  const keys = await call('GET', '/keys', owner)
  expect(keys.filter(({ kind }) => kind === 'oauth')).toEqual([])
})
