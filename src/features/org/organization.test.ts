import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PLANS } from '../../kernel/plan/plans.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let session: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org('pro')
  session = await app.session(org)
})

afterAll(() => app[Symbol.asyncDispose]())

const read = async (token = session) => (await app.api('GET', '/org', { token })).body.data
const change = (body: unknown, headers: Record<string, string> = {}, token = session) =>
  app.api('PUT', '/org', { token, body, headers })

describe('the organization', () => {
  it('the organization tells its plan with limits, seats, usage, features and branding', async () => {
    expect(await read()).toEqual({
      id: org.id,
      name: 'Test',
      slug: null,
      plan: 'pro',
      seats: { limit: 5, used: 1 },
      limits: { requestsPerMinute: 120, sites: 5, keys: 10, webhooks: 5 },
      usage: { sites: 0, keys: 0, webhooks: 0, creditsUsed: 0 },
      features: {
        apiKeys: true,
        mcp: false,
        branding: false,
        extraDomains: false,
        bulkPrompts: false,
        keysChangeRules: false,
      },
      branding: { name: null, logoUrl: null, accent: null },
      assistants: { who: 'members', hosts: null },
      billing: {
        gateway: null,
        status: 'active',
        cancelled: false,
        periodStart: null,
        periodEnd: null,
        cancelAtPeriodEnd: false,
      },
      createdAt: '2026-11-20T12:00:00.000Z',
      version: 1,
    })
  })

  it('each plan has its seats', async () => {
    const limits: unknown[] = []
    for (const plan of PLANS) {
      const token = await app.session(await app.org(plan))
      limits.push([plan, ((await read(token))['seats'] as { limit: unknown }).limit])
    }
    expect(limits).toEqual([
      ['free', 1],
      ['pro', 5],
      ['business', 20],
      ['enterprise', null],
      ['self_hosted', null],
    ])
  })
})

describe('changing the organization', () => {
  it('a change keeps what is left out, and is in the audit log', async () => {
    const slug = `tea-${org.id.slice(-8)}`
    const first = await change({ name: ' Tea & Coast ' })
    expect(first.body.data).toMatchObject({ name: 'Tea & Coast', slug: null, version: 2 })
    const second = await change({ slug })
    expect(second.body.data).toMatchObject({ name: 'Tea & Coast', slug, version: 3 })
    expect(second.body.data).toEqual(await read())
    expect((await change({ slug: null })).body.data).toMatchObject({ slug: null, version: 4 })
    expect(auditEntries(app.directory, org.id)).toMatchObject([
      { action: 'org.update', actor_id: org.userId, detail: '{"name":"Tea & Coast"}' },
      { action: 'org.update', target_id: org.id, detail: JSON.stringify({ slug }) },
      { action: 'org.update', request_id: expect.stringMatching(/^req_/) },
    ])
  })

  it('a change with If-Match wins once for each version', async () => {
    const both = await Promise.all(
      ['one', 'two'].map((name) => change({ name }, { 'if-match': '"1"' })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await change({ name: 'three' }, { 'if-match': '"2"' })).status).toBe(200)
  })

  it('a slug belongs to one organization', async () => {
    const slug = `shop-${org.id.slice(-8)}`
    expect((await change({ slug })).status).toBe(200)
    const other = await app.session(await app.org('pro'))
    const refused = await change({ slug }, {}, other)
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT'])
    expect(await read(other)).toMatchObject({ slug: null, version: 1 })
    await change({ slug: null })
    expect((await change({ slug }, {}, other)).status).toBe(200)
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'hidden\u202Ename' }, 'name'],
    [{ name: 'n'.repeat(201) }, 'name'],
    [{ slug: 'Tea' }, 'slug'],
    [{ slug: 't' }, 'slug'],
    [{ slug: 'tea--shop' }, 'slug'],
    [{ slug: '-tea' }, 'slug'],
    [{ slug: 'org_1' }, 'slug'],
    [{ slug: 'a'.repeat(41) }, 'slug'],
    [{ plan: 'enterprise' }, 'plan'],
  ])('a change refuses %j', async (body, path) => {
    const answer = await change(body)
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields).toMatchObject([{ path, location: 'body' }])
    expect(await read()).toMatchObject({ name: 'Test', version: 1 })
  })

  it('a change is for sessions of admins, and a key reads alone', async () => {
    const codeOf = async (token: string) =>
      (await change({ name: 'New' }, {}, token)).body.error?.code
    expect(await codeOf(await app.key(org))).toBe('SESSION_REQUIRED')
    expect(await codeOf(await app.session(org, 'editor'))).toBe('ROLE_REQUIRED')
    expect(await codeOf(await app.session(org, 'admin'))).toBe(undefined)
    const token = await app.key(org, ['org:read'])
    expect(await read(token)).toMatchObject({ name: 'New' })
  })
})
