import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

// No mail is set up here, so that the person who invites reads the link.

let app: TestApp
let made = 0

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})

beforeEach(() => app.clock.advance({ minutes: 16 }))

afterAll(() => app[Symbol.asyncDispose]())

const headers = () => ({ 'x-forwarded-for': `10.8.0.${++made % 250}` })
const address = () => `ceo${++made}@victim.example`

async function invite(org: TestOrg, email: string): Promise<string> {
  const token = await app.session(org)
  const body = { email, role: 'admin' }
  const answer = await app.api('POST', '/org/invitations', { token, body })
  return String(answer.body.data['link']).split('#')[1] ?? ''
}

const accept = (body: { token: string; password?: string }, token?: string) =>
  app.api('POST', '/auth/invitations/accept', {
    body,
    headers: headers(),
    ...(token !== undefined && { token }),
  })

async function join(email: string, password: string) {
  const org = await app.org('pro')
  const { body } = await accept({ token: await invite(org, email), password })
  return { org, session: String(body.data['token']) }
}

async function signIn(email: string, password: string, orgId?: string) {
  const { status, body } = await app.api('POST', '/auth/sign-in', {
    body: { email, password, ...(orgId !== undefined && { orgId }) },
    headers: headers(),
  })
  const organizations = (body.data?.['organizations'] ?? []) as { id: string }[]
  return { status, orgId: body.data?.['orgId'], organizations: organizations.map(({ id }) => id) }
}

/** The functions that make email addresses, by the accounts that each has; a stranger must not learn which. */
const KNOWN: Readonly<Record<string, () => Promise<string>>> = {
  nobody: async () => address(),
  'a proven account': async () => (await addPerson(app)).email,
  'an unproven account': async () => {
    const email = address()
    await join(email, 'what somebody else chose')
    return email
  },
  'a proven and an unproven account': async () => {
    const { email } = await addPerson(app)
    await join(email, 'what somebody else chose')
    return email
  },
}

describe('an admin who reads the link of an invitation', () => {
  it('learns nothing of the address, and gets an account of their organization alone', async () => {
    const shapes: unknown[] = []
    for (const make of Object.values(KNOWN)) {
      const email = await make()
      const org = await app.org('pro')
      const token = await invite(org, email)
      const [missing, short] = [await accept({ token }), await accept({ token, password: 'short' })]
      const taken = await accept({ token, password: 'of the curious admin' })
      const { token: session, user, organizations } = taken.body.data
      const own = await app.api('GET', '/auth/session', { token: String(session) })
      const members = await app.api('GET', '/org/members', { token: String(session) })
      const list = members.body.data as unknown as { email: string; proven: boolean }[]
      shapes.push({
        told: [missing, short, taken].map(({ status, body }) => [status, body.error]),
        headers: [...taken.headers.keys()],
        fields: [Object.keys(taken.body.data), Object.keys(user as object)],
        reaches: (organizations as { id: string }[]).map(({ id }) => id === org.id),
        own: own.status,
        proven: list.map((one) => one.email === email && one.proven),
      })
    }
    expect(shapes).toEqual(shapes.map(() => shapes[0]))
    expect(shapes[0]).toMatchObject({ reaches: [true], own: 200, proven: [false, false] })
    expect(shapes[0]).toMatchObject({
      told: [
        [422, { code: 'VALIDATION_FAILED' }],
        [422, { code: 'VALIDATION_FAILED' }],
        [200, null],
      ],
    })
  })

  it('leaves the proven account as it is: its password, its organizations and its sessions', async () => {
    const { email, orgId } = await addPerson(app)
    const { org, session } = await join(email, 'of the curious admin')
    expect(await signIn(email, PERSON_PASSWORD)).toEqual({
      status: 200,
      orgId,
      organizations: [orgId],
    })
    expect((await signIn(email, PERSON_PASSWORD, org.id)).status).toBe(401)
    expect((await signIn(email, 'of the curious admin', orgId)).status).toBe(401)
    const moved = await app.api('PUT', '/auth/session', { token: session, body: { orgId } })
    expect(moved.status).toBe(404)
  })

  it('buys no more guesses of the proven account with the password or session of their own', async () => {
    const { email } = await addPerson(app)
    const own = 'of the curious admin'
    const { org, session } = await join(email, own)
    const from = { 'x-forwarded-for': '10.9.9.9' }
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1) {
      for (const password of ['guess one', 'guess two', 'guess three']) {
        const { status } = await app.api('POST', '/auth/sign-in', {
          body: { email, password },
          headers: from,
        })
        statuses.push(status)
      }
      const body = { email, password: own, orgId: org.id }
      if (round === 0) await app.api('POST', '/auth/sign-in', { body, headers: from })
      const changed = { currentPassword: own, password: own }
      if (round === 1) {
        await app.api('PUT', '/auth/password', { token: session, body: changed, headers: from })
      }
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  })

  it('joins no second organization with a session or the password of an unproven account', async () => {
    const email = address()
    const { session } = await join(email, 'what somebody else chose')
    const org = await app.org('pro')
    const token = await invite(org, email)
    expect((await accept({ token }, session)).status).toBe(422)
    const { body } = await accept({ token, password: 'what somebody else chose' }, session)
    expect(body.data['organizations']).toMatchObject([{ id: org.id }])
  })
})

describe('accounts of one address', () => {
  it('are told apart by their passwords, however many there are, or by the organization', async () => {
    const { email, orgId } = await addPerson(app)
    const passwords = [
      'the first of four',
      'the second of four',
      'the third of four',
      'the third of four',
    ]
    const orgs: string[] = []
    for (const password of passwords) orgs.push((await join(email, password)).org.id)
    const [first, second, third, fourth] = orgs
    expect((await signIn(email, PERSON_PASSWORD)).orgId).toBe(orgId)
    expect((await signIn(email, 'the first of four')).organizations).toEqual([first])
    expect((await signIn(email, 'the second of four')).organizations).toEqual([second])
    expect((await signIn(email, 'the third of four', third)).organizations).toEqual([third])
    expect((await signIn(email, 'the third of four', fourth)).organizations).toEqual([fourth])
    expect([third, fourth]).toContain((await signIn(email, 'the third of four')).orgId)
    expect((await signIn(email, 'the first of four', second)).status).toBe(401)
    expect((await signIn(email, 'none of the four')).status).toBe(401)
  })
})
