import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { DataFolder } from '../../testing/data-folder.ts'
import { makeLinkToken } from '../../testing/one-time-links.ts'
import { SmtpServer } from '../../testing/smtp-server.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

const OTHER = 'what somebody else chose'
const OWN = 'of who has the mailbox'

interface Victim {
  email: string
  org: TestOrg
  /**
   * The token of a session of the unproven account, by which the key, the invitation and the webhook below were made.
   */
  session: string
  key: string
  invited: string
  webhook: string
}

let folder: DataFolder
let smtp: SmtpServer
let app: TestApp
let victims: Victim[]
/** The person who has a proven account, and an unproven one as well. */
let both: Victim & { orgId: string }
/** The persons who have a proven and an unproven account in one organization, with these roles. */
let twice: { role: string; unprovenRole: string; victim: Victim }[]
let made = 0

/** Before mail is set up, an admin makes accounts for addresses of others, and uses them; then mail is set up. */
beforeAll(async () => {
  folder = new DataFolder()
  smtp = await SmtpServer.start()
  const directory = folder.path
  app = await TestApp.start({ directory, environment: { TRUST_PROXY: '1' } })
  victims = []
  for (const name of ['anna', 'ben', 'cleo', 'dora', 'emil']) {
    victims.push(await takeAddress(`${name}@victim.example`))
  }
  const person = await addPerson(app)
  both = { ...person, ...(await takeAddress(person.email)) }
  twice = []
  for (const [role, unprovenRole] of [
    ['viewer', 'owner'],
    ['editor', 'admin'],
    ['owner', 'viewer'],
    ['admin', 'admin'],
  ] as const) {
    const { email, userId } = await addPerson(app)
    const victim = await takeAddress(email)
    addTwice(victim.org, { userId, role, unprovenRole })
    twice.push({ role, unprovenRole, victim })
  }
  await app[Symbol.asyncDispose]()
  const environment = { TRUST_PROXY: '1', ...smtp.environment }
  app = await TestApp.start({ directory, startAt: '2026-11-21T12:00:00.000Z', environment })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const headers = () => ({ 'x-forwarded-for': `10.7.0.${++made % 250}` })
const call = (method: string, path: string, body?: unknown, token?: string) =>
  app.api(method, path, {
    headers: headers(),
    ...(body !== undefined && { body }),
    ...(token !== undefined && { token }),
  })
const tokenIn = (text: unknown) => /#(ctbo_\w{49})/.exec(String(text))?.[1] ?? ''

async function takeAddress(email: string): Promise<Victim> {
  const org = await app.org('business')
  const owner = await app.session(org)
  const invitation = await call('POST', '/org/invitations', { email, role: 'admin' }, owner)
  const token = tokenIn(invitation.body.data['link'])
  const { body } = await call('POST', '/auth/invitations/accept', { token, password: OTHER })
  const session = String(body.data['token'])
  const key = await call('POST', '/keys', { scopes: ['*'] }, session)
  const eve = { email: `eve.${email}`, role: 'admin' }
  const invited = await call('POST', '/org/invitations', eve, session)
  const hook = { url: 'https://receiver.example/hook', events: ['credits.depleted'] }
  const webhook = await call('POST', '/webhook-subscriptions', hook, session)
  return {
    email,
    org,
    session,
    key: String(key.body.data['key']),
    invited: tokenIn(invited.body.data['link']),
    webhook: String(webhook.body.data.id),
  }
}

/** Makes a person's proven and unproven accounts the only members of an organization, in the roles of `of`. */
function addTwice({ id, userId: first }: TestOrg, of: Record<string, string>): void {
  onFile(app, (file) => {
    file.prepare('DELETE FROM member WHERE org_id = ? AND user_id = ?').run(id, first)
    file.prepare('UPDATE member SET role = ? WHERE org_id = ?').run(of['unprovenRole'], id)
    file
      .prepare('INSERT INTO member (id, org_id, user_id, role, created_at) VALUES (?, ?, ?, ?, 0)')
      .run(`mem_${of['userId']}`, id, of['userId'], of['role'])
  })
}

async function mailedToken(email: string): Promise<string> {
  await app.app.services.context.mailer?.onIdle()
  return tokenIn(smtp.received.filter(({ to }) => to.includes(email)).at(-1)?.text)
}

async function signIn(email: string, password: string) {
  const { status, body } = await call('POST', '/auth/sign-in', { email, password })
  const organizations = (body.data?.['organizations'] ?? []) as { id: string }[]
  const token = String(body.data?.['token'])
  return { status, token, organizations: organizations.map(({ id }) => id).toSorted() }
}

/**
 * Tries the password, session, key and invitation that were made with an account before its address was proven, and
 * returns the status of each answer.
 */
async function whatWorks({ email, session, key, invited }: Victim) {
  const works = {
    password: (await signIn(email, OTHER)).status,
    session: (await call('GET', '/auth/session', undefined, session)).status,
    key: (await call('GET', '/sites', undefined, key)).status,
    invitation: (
      await call('POST', '/auth/invitations/accept', { token: invited, password: OTHER })
    ).status,
  }
  return works
}
const NOTHING = { password: 401, session: 401, key: 401, invitation: 404 }

const isProven = async (org: TestOrg, email: string) => {
  const { body } = await call('GET', '/org/members', undefined, await app.session(org))
  const list = body.data as unknown as { email: string; proven: boolean; role: string }[]
  return list.filter((one) => one.email === email).map(({ proven, role }) => [proven, role])
}

it('an invitation by mail proves the address: all that was made with it before ends, and its organizations stay', async () => {
  const victim = victims[0]!
  const { email, org } = victim
  const second = await app.org('pro')
  const lost = await makeLinkToken(app, 'reset', await userOf(org, email))
  const owner = await app.session(second)
  const invitation = await call('POST', '/org/invitations', { email, role: 'viewer' }, owner)
  expect(invitation.body.data['link']).toBeNull()
  const token = await mailedToken(email)
  expect((await call('POST', '/auth/invitations/accept', { token })).status).toBe(422)
  const joined = await call('POST', '/auth/invitations/accept', { token, password: OWN })
  expect([joined.status, joined.body.data['orgId']]).toEqual([200, second.id])
  expect(await whatWorks(victim)).toEqual(NOTHING)
  const reset = await call('POST', '/auth/password/reset', { token: lost, password: OTHER })
  expect(reset.status).toBe(404)
  const mine = await signIn(email, OWN)
  expect(mine.organizations).toEqual([org.id, second.id].toSorted())
  expect(await isProven(org, email)).toEqual([[true, 'admin']])
  expect(await isProven(second, email)).toEqual([[true, 'viewer']])
  const told = auditEntries(app.directory, org.id).slice(-5)
  expect(told.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['key.revoke', 'webhook.pause', 'invitation.delete', 'account.prove']),
  )
})

it('a link for a lost password that came by mail proves the address in the same way', async () => {
  const victim = victims[1]!
  const { email, org } = victim
  expect((await call('POST', '/auth/password/forgot', { email })).status).toBe(202)
  const token = await mailedToken(email)
  expect((await call('POST', '/auth/password/reset', { token, password: OWN })).status).toBe(200)
  expect((await call('POST', '/auth/password/reset', { token, password: OTHER })).status).toBe(404)
  expect(await whatWorks(victim)).toEqual(NOTHING)
  expect((await signIn(email, OWN)).organizations).toEqual([org.id])
  expect(await isProven(org, email)).toEqual([[true, 'admin']])
})

it('a proven account takes over the unproven one, and keeps what is its own', async () => {
  const { email, org, orgId } = both
  const own = await signIn(email, PERSON_PASSWORD)
  const key = await call('POST', '/keys', { scopes: ['sites:read'] }, own.token)
  await call('POST', '/auth/password/forgot', { email })
  const token = await mailedToken(email)
  expect((await call('POST', '/auth/password/reset', { token, password: OWN })).status).toBe(200)
  expect(await whatWorks(both)).toEqual(NOTHING)
  expect((await signIn(email, PERSON_PASSWORD)).status).toBe(401)
  expect((await signIn(email, OWN)).organizations).toEqual([org.id, orgId].toSorted())
  const kept = String(key.body.data['key'])
  expect((await call('GET', '/sites', undefined, kept)).status).toBe(200)
  const times = () =>
    auditEntries(app.directory, org.id).filter(({ action }) => action === 'account.prove').length
  expect(times()).toBe(1)
  app.clock.advance({ minutes: 16 })
  await call('POST', '/auth/password/forgot', { email })
  const again = { token: await mailedToken(email), password: PERSON_PASSWORD }
  expect((await call('POST', '/auth/password/reset', again)).status).toBe(200)
  expect(times()).toBe(1)
})

it('a person who is twice in an organization stays with the higher of the two roles', async () => {
  for (const { role, unprovenRole, victim } of twice) {
    const { email, org } = victim
    await call('POST', '/auth/password/forgot', { email })
    const token = await mailedToken(email)
    expect((await call('POST', '/auth/password/reset', { token, password: OWN })).status).toBe(200)
    expect(await whatWorks(victim)).toEqual(NOTHING)
    const isRaised = unprovenRole !== role && role !== 'owner'
    const to = isRaised ? unprovenRole : role
    const roles = onFile(app, (file) =>
      file.prepare('SELECT role FROM member WHERE org_id = ?').pluck().all(org.id),
    )
    expect(roles).toEqual([to])
    const { token: session } = await signIn(email, OWN)
    const change = { orgId: org.id }
    expect((await call('PUT', '/auth/session', change, session)).status).toBe(200)
    const told = auditEntries(app.directory, org.id)
      .filter(({ action }) => action === 'member.update')
      .map(({ detail }) => JSON.parse(detail) as unknown)
    const expected = { from: role, to, because: 'account.prove' }
    expect(told).toMatchObject(isRaised ? [expected] : [])
  }
})

it('a link that the operator made gives a password, and proves nothing', async () => {
  const { email, org, session, key } = victims[2]!
  const token = await makeLinkToken(app, 'reset', await userOf(org, email))
  expect((await call('POST', '/auth/password/reset', { token, password: OWN })).status).toBe(200)
  expect((await call('GET', '/auth/session', undefined, session)).status).toBe(401)
  expect((await call('GET', '/sites', undefined, key)).status).toBe(200)
  expect((await signIn(email, OWN)).organizations).toEqual([org.id])
  expect(await isProven(org, email)).toEqual([[false, 'admin']])
})

it('an invitation by mail opens a proven account with its own password alone, and others count as wrong ones', async () => {
  const person = await addPerson(app)
  const { email } = person
  const org = await app.org('pro')
  await call('POST', '/org/invitations', { email, role: 'viewer' }, await app.session(org))
  const token = await mailedToken(email)
  const from = { 'x-forwarded-for': '192.0.2.77' }
  const attempt = async (password: string) =>
    app.api('POST', '/auth/invitations/accept', { body: { token, password }, headers: from })
  for (let i = 0; i < 10; i++) expect((await attempt(`wrong ${i}`)).status).toBe(401)
  expect((await attempt(PERSON_PASSWORD)).status).toBe(429)
  app.clock.advance({ minutes: 16 })
  expect((await attempt(PERSON_PASSWORD)).status).toBe(200)
  expect((await signIn(email, PERSON_PASSWORD)).organizations).toEqual(
    [org.id, person.orgId].toSorted(),
  )
})

async function userOf(org: TestOrg, email: string): Promise<string> {
  const { body } = await call('GET', '/org/members', undefined, await app.session(org))
  const list = body.data as unknown as { email: string; userId: string }[]
  return list.find((one) => one.email === email)?.userId ?? ''
}

it('a new password of who has an unproven account leaves the mailed link of who has the mailbox', async () => {
  const victim = victims[4]!
  const { email, session } = victim
  await call('POST', '/auth/password/forgot', { email })
  const token = await mailedToken(email)
  const change = { currentPassword: OTHER, password: 'another one of somebody else' }
  const changed = await call('PUT', '/auth/password', change, session)
  expect(changed.status).toBe(200)
  const proven = await call('POST', '/auth/password/reset', { token, password: OWN })
  expect(proven.status).toBe(200)
  const renewed = String(changed.body.data['token'])
  expect(await whatWorks({ ...victim, session: renewed })).toEqual(NOTHING)
  expect((await signIn(email, OWN)).status).toBe(200)
})
