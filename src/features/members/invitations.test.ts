import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../kernel/plan/plans.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { joinOrg, type Joined } from '../../testing/join-org.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'

let app: TestApp
let org: TestOrg
let owner: Joined

beforeAll(async () => {
  app = await TestApp.start({ environment: { PUBLIC_URL: 'https://citable.example.com' } })
})

beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  await begin('pro')
})

afterAll(() => app[Symbol.asyncDispose]())

async function begin(plan: Plan): Promise<void> {
  org = await app.org(plan)
  owner = await joinOrg(app, org, 'owner')
}

const invite = (
  body: unknown,
  { token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
) => app.api('POST', '/org/invitations', { token: token ?? owner.token, body, headers })
const list = async () =>
  (await app.api('GET', '/org/invitations', { token: owner.token })).body.data as unknown as Record<
    string,
    unknown
  >[]
const seats = async () => (await app.api('GET', '/org', { token: owner.token })).body.data['seats']

describe('inviting', () => {
  it('an invitation answers its link once, and takes a seat', async () => {
    const { status, body } = await invite({ email: ' Ben@Example.com ', role: 'editor' })
    expect(status).toBe(201)
    const { link, ...invitation } = body.data
    expect(link).toMatch(
      /^https:\/\/citable\.example\.com\/app\/accept-invitation#ctbo_[0-9A-Za-z]{49}$/,
    )
    const now = app.clock.now()
    expect(invitation).toEqual({
      id: expect.stringMatching(/^inv_/),
      email: 'ben@example.com',
      role: 'editor',
      invitedBy: org.userId,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 7 * 86_400_000).toISOString(),
      mailed: false,
    })
    const { mailed: _, ...listed } = invitation
    expect(await list()).toEqual([listed])
    expect(await seats()).toEqual({ limit: 5, used: 2 })
    const token = String(link).split('#')[1]!
    expect(storedBytes(app.directory).includes(token)).toBe(false)
    expect(app.logs.join('')).not.toContain(token)
    expect(app.logs.join('').toLowerCase()).not.toContain('ben@example.com')
    expect(auditEntries(app.directory, org.id)).toMatchObject([
      {
        action: 'invitation.create',
        actor_id: org.userId,
        target_id: invitation['id'],
        detail: '{"email":"ben@example.com","role":"editor"}',
      },
    ])
  })

  it('an address has one invitation: a new one takes the place of the old', async () => {
    const first = await invite({ email: 'ben@example.com', role: 'editor' })
    app.clock.advance({ minutes: 1 })
    const second = await invite({ email: 'BEN@example.com', role: 'viewer' })
    expect(second.body.data['link']).not.toBe(first.body.data['link'])
    expect(await list()).toMatchObject([{ id: second.body.data.id, role: 'viewer' }])
    expect(await seats()).toMatchObject({ used: 2 })
  })

  it('seats end at the limit of the plan, also for invitations at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, i) => invite({ email: `p${i}@example.com`, role: 'viewer' })),
    )
    const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 201, 201, 201, 409, 409])
    const full = await invite({ email: 'late@example.com', role: 'viewer' })
    expect(full.body.error).toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'The plan pro has 5 seats, and all are taken by members and invitations',
    })
    const [first] = await list()
    await app.api('DELETE', `/org/invitations/${String(first?.['id'])}`, { token: owner.token })
    expect((await invite({ email: 'late@example.com', role: 'viewer' })).status).toBe(201)
  })

  it('an invitation ends after seven days, and its seat is free again', async () => {
    await begin('free')
    expect((await invite({ email: 'ben@example.com', role: 'viewer' })).status).toBe(409)
    await begin('pro')
    await invite({ email: 'ben@example.com', role: 'viewer' })
    app.clock.advance({ days: 7 })
    owner = await joinOrg(app, org, 'owner')
    expect(await list()).toEqual([])
    expect(await seats()).toMatchObject({ used: 1 })
    expect((await invite({ email: 'ben@example.com', role: 'viewer' })).status).toBe(201)
    expect(countOrgRows(app.directory, org.id, 'invitation')).toBe(1)
  })

  it('expired invitations are forgotten by maintenance', async () => {
    await invite({ email: 'ben@example.com', role: 'viewer' })
    app.clock.advance({ days: 8 })
    app.app.services.maintenance.hourly()
    await app.app.services.maintenance.onIdle()
    expect(countOrgRows(app.directory, org.id, 'invitation')).toBe(0)
  })

  it('nobody invites above their role, or takes the place of such an invitation', async () => {
    const admin = await joinOrg(app, org, 'admin')
    const { token } = admin
    const codeOf = async (email: string, role: string) =>
      (await invite({ email, role }, { token })).body.error?.code
    expect(await codeOf('ben@example.com', 'owner')).toBe('ROLE_REQUIRED')
    await invite({ email: 'ben@example.com', role: 'owner' })
    expect(await codeOf('ben@example.com', 'viewer')).toBe('ROLE_REQUIRED')
    expect(await codeOf('eve@example.com', 'admin')).toBe(undefined)
    const first = (await list()).find(({ role }) => role === 'owner')
    const path = `/org/invitations/${String(first?.['id'])}`
    expect(first).toMatchObject({ email: 'ben@example.com' })
    expect((await app.api('DELETE', path, { token })).body.error?.code).toBe('ROLE_REQUIRED')
  })

  it('inviting is for sessions of admins', async () => {
    const body = { email: 'ben@example.com', role: 'viewer' }
    const codeOf = async (token: string) => (await invite(body, { token })).body.error?.code
    expect(await codeOf(await app.key(org))).toBe('SESSION_REQUIRED')
    expect(await codeOf(await app.session(org, 'editor'))).toBe('ROLE_REQUIRED')
  })

  it('a member is not invited', async () => {
    const { email } = await joinOrg(app, org, 'viewer')
    const refused = await invite({ email: email.toUpperCase(), role: 'viewer' })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT'])
  })

  it.each([
    [{ role: 'viewer' }, 'email'],
    [{ email: 'ben@example.com' }, 'role'],
    [{ email: 'ben@example.com', role: 'king' }, 'role'],
    [{ email: 'ben_at_example', role: 'viewer' }, 'email'],
    [{ email: 'ben@example.com\r\nBcc: eve@example.com', role: 'viewer' }, 'email'],
    [{ email: 'Ben <ben@example.com>', role: 'viewer' }, 'email'],
    [{ email: 'ben@example.com,eve@example.com', role: 'viewer' }, 'email'],
    [{ email: `${'b'.repeat(250)}@example.com`, role: 'viewer' }, 'email'],
  ])('inviting refuses %j', async (body, path) => {
    const { status, body: answer } = await invite(body)
    expect(status).toBe(422)
    expect(answer.error?.fields).toMatchObject([{ path, location: 'body' }])
    expect(await list()).toEqual([])
    const typed = 'email' in body ? body.email : 'king'
    expect(app.logs.join('')).not.toContain(typed)
  })

  it('the same request again is one invitation, whose link is not told twice', async () => {
    const headers = { 'idempotency-key': 'the-same' }
    const body = { email: 'ben@example.com', role: 'viewer' }
    const [first, second] = [await invite(body, { headers }), await invite(body, { headers })]
    expect(second.body.data).toEqual({ ...first.body.data, link: undefined })
    expect(await list()).toHaveLength(1)
  })
})

describe('taking back', () => {
  it('an invitation that is taken back is gone', async () => {
    const { body } = await invite({ email: 'ben@example.com', role: 'viewer' })
    const path = `/org/invitations/${body.data.id}`
    expect(await app.api('DELETE', path, { token: owner.token })).toMatchObject({
      status: 200,
      body: { data: {} },
    })
    expect((await app.api('DELETE', path, { token: owner.token })).status).toBe(404)
    expect(await list()).toEqual([])
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'invitation.delete',
      target_id: body.data.id,
    })
  })

  it('who is demoted or leaves takes their invitations along', async () => {
    const [first, second] = [await joinOrg(app, org, 'admin'), await joinOrg(app, org, 'admin')]
    await invite({ email: 'a@example.com', role: 'admin' }, first)
    await invite({ email: 'b@example.com', role: 'viewer' }, second)
    const { token } = owner
    await app.api('PUT', `/org/members/${first.id}`, { token, body: { role: 'viewer' } })
    expect(await list()).toMatchObject([{ email: 'b@example.com' }])
    await app.api('DELETE', `/org/members/${second.id}`, second)
    expect(await list()).toEqual([])
  })
})
