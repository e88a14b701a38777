import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../../db/sqlite/connect.ts'
import { askMcp } from '../../testing/ask-mcp.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'

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

const create = (body: unknown, token = session) => app.api('POST', '/keys', { token, body })
const list = async () =>
  (await app.api('GET', '/keys', { token: session })).body.data as unknown as {
    [field: string]: unknown
  }[]
const use = async (token: string) => (await app.api('GET', '/sites', { token })).status

describe('making a key', () => {
  it('making a key needs scopes alone, and shows the key once', async () => {
    const { status, body } = await create({ scopes: ['sites:read'] })
    expect(status).toBe(201)
    const key = String(body.data['key'])
    expect(key).toMatch(/^ctbk_[0-9A-Za-z]{49}$/)
    expect(await use(key)).toBe(200)

    const [listed] = await list()
    expect(listed).toEqual({
      id: body.data.id,
      kind: 'static',
      client: null,
      resource: null,
      readersWords: true,
      name: 'API key',
      masked: `${key.slice(0, 9)}…${key.slice(-4)}`,
      scopes: ['sites:read'],
      siteIds: null,
      allowedIps: null,
      status: 'active',
      createdAt: '2026-11-20T12:00:00.000Z',
      createdBy: org.userId,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      rotatedFrom: null,
      rotatedAt: null,
      narrowedAt: null,
    })
    await app.app.services.authenticator.flushUses()
    expect((await list())[0]?.['lastUsedAt']).toBe('2026-11-20T12:00:00.000Z')
    expect(storedBytes(app.directory).includes(key)).toBe(false)
    expect(app.logs.join('')).not.toContain(key)
  })

  it.each([
    [{}, 'scopes'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['sites:fly'] }, 'scopes[0]'],
    [{ scopes: ['*'], name: ' ' }, 'name'],
    [{ scopes: ['*'], expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ scopes: ['*'], expiresAt: '2026-11-20T12:00:00Z' }, 'expiresAt'],
    [{ scopes: ['*'], key: 'ctbk_mine' }, 'key'],
    [{ scopes: ['*'], siteIds: [] }, 'siteIds'],
    [{ scopes: ['*'], siteIds: Array.from({ length: 101 }, () => 'site_1') }, 'siteIds'],
    [{ scopes: ['*'], siteIds: null }, 'siteIds'],
    [{ scopes: ['*'], allowedIps: [] }, 'allowedIps'],
    [{ scopes: ['*'], allowedIps: Array.from({ length: 51 }, () => '::1') }, 'allowedIps'],
    [{ scopes: ['*'], allowedIps: ['192.0.2.0/24', '192.0.2.0/33'] }, 'allowedIps[1]'],
    [{ scopes: ['*'], allowedIps: ['fe80::1%eth0'] }, 'allowedIps[0]'],
    [{ scopes: ['*'], allowedIps: ['office'] }, 'allowedIps[0]'],
  ])('making a key refuses %j', async (body, path) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields).toMatchObject([{ path, location: 'body' }])
    expect(await list()).toEqual([])
  })

  it('making a key is for sessions of admins, on a plan that has keys', async () => {
    const body = { scopes: ['*'] }
    const codeOf = async (token: string) => (await create(body, token)).body.error?.code
    expect(await codeOf(await app.key(org))).toBe('SESSION_REQUIRED')
    expect(await codeOf(await app.session(org, 'editor'))).toBe('ROLE_REQUIRED')
    const free = await app.session(await app.org('free'))
    expect(await codeOf(await app.session(org, 'viewer'))).toBe('ROLE_REQUIRED')
    expect(await codeOf(free)).toBe('PLAN_REQUIRED')
    expect((await create('{', free)).body.error?.code).toBe('PLAN_REQUIRED')
    expect((await create(body, await app.session(org, 'admin'))).status).toBe(201)
  })

  it('making keys ends at the limit of the plan, and revoking makes room', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create({ scopes: ['*'] })))
    const full = made.filter(({ status }) => status === 409)
    expect(full.map(({ body }) => body.error?.code)).toEqual(['LIMIT_REACHED', 'LIMIT_REACHED'])
    const [first] = await list()
    await app.api('DELETE', `/keys/${String(first?.['id'])}`, { token: session })
    expect((await create({ scopes: ['*'] })).status).toBe(201)
  })
})

describe('a key', () => {
  it('a key that is revoked or expires is refused on the next request, over MCP too', async () => {
    const business = await app.org('business')
    const owner = await app.session(business)
    const ask = async (key: string) =>
      (await askMcp(app, { server: 'data', key }, 'tools/list')).status
    const make = async (fields: Record<string, unknown> = {}) => {
      const { body } = await create({ scopes: ['*'], ...fields }, owner)
      return { id: String(body.data.id), key: String(body.data['key']) }
    }
    const expiresAt = new Date(app.clock.now() + 60_000).toISOString()
    const [revoked, expired, kept] = [await make(), await make({ expiresAt }), await make()]
    for (const { key } of [revoked, expired, kept]) expect(await ask(key)).toBe(200)
    await app.api('DELETE', `/keys/${revoked.id}`, { token: owner })
    app.clock.advance({ minutes: 1 })
    expect([await ask(revoked.key), await ask(expired.key), await ask(kept.key)]).toEqual([
      401, 401, 200,
    ])
  })

  it('a key stops at the time that it was made with', async () => {
    const expiresAt = '2026-11-20T13:00:00.000Z'
    const key = String((await create({ scopes: ['*'], expiresAt })).body.data['key'])
    app.clock.set('2026-11-20T12:59:59.999Z')
    expect(await use(key)).toBe(200)
    app.clock.set(expiresAt)
    expect(await use(key)).toBe(401)
    expect(await list()).toMatchObject([{ status: 'expired', expiresAt }])
  })

  it('a key is refused as soon as it is revoked, and revoking again changes nothing', async () => {
    const { body } = await create({ scopes: ['*'] })
    expect(await use(String(body.data['key']))).toBe(200)
    const revokedAt = new Date(app.clock.now()).toISOString()
    for (let i = 0; i < 2; i++) {
      const answer = await app.api('DELETE', `/keys/${body.data.id}`, { token: session })
      expect(answer).toMatchObject({ status: 200, body: { data: {}, error: null } })
      expect(await use(String(body.data['key']))).toBe(401)
      app.clock.advance({ minutes: 1 })
    }
    expect(await list()).toMatchObject([{ status: 'revoked', revokedAt }])
  })

  it('a key is used from where its client is, not from where a header of the client says', async () => {
    const near = await create({ scopes: ['*'], allowedIps: ['127.0.0.0/8'] })
    const far = await create({ scopes: ['*'], allowedIps: ['192.0.2.1'] })
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const codes = [near, far].map(async ({ body }) => {
      const token = String(body.data['key'])
      return (await app.api('GET', '/sites', { token, headers })).status
    })
    expect(await Promise.all(codes)).toEqual([200, 403])
  })

  it('the last use of a key is written down once a minute at most', async () => {
    const { body } = await create({ scopes: ['*'] })
    const lastUse = async () => {
      await use(String(body.data['key']))
      await app.app.services.authenticator.flushUses()
      return Date.parse(String((await list())[0]?.['lastUsedAt']))
    }
    const first = await lastUse()
    expect(first).toBe(app.clock.now())
    app.clock.advance({ seconds: 59 })
    expect(await lastUse()).toBe(first)
    app.clock.advance({ seconds: 1 })
    expect(await lastUse()).toBe(app.clock.now())
  })

  it('a key of another organization is not found', async () => {
    const { body } = await create({ scopes: ['*'] })
    const stranger = await app.session(await app.org('pro'))
    for (const id of [String(body.data.id), 'key_nowhere']) {
      const answer = await app.api('DELETE', `/keys/${id}`, { token: stranger })
      expect(answer.status).toBe(404)
      expect(answer.body.error?.message).toBe('No such key')
    }
    expect(await use(String(body.data['key']))).toBe(200)
  })
})

describe('the list of keys', () => {
  it('the list of keys comes newest first, page by page, each once', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await create({ scopes: ['*'], name })
      app.clock.advance({ seconds: 1 })
    }
    const names: unknown[] = []
    for (let cursor: string | null | undefined = ''; cursor !== null;) {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const { body } = await app.api('GET', `/keys?limit=2${query}`, { token: session })
      names.push(...(body.data as unknown as { name: string }[]).map(({ name }) => name))
      cursor = body.meta.nextCursor ?? null
    }
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
  })
})

describe('the audit log', () => {
  it('the audit log has one line for each key made and revoked, without the key', async () => {
    const made = await create({ scopes: ['sites:read'], name: 'reports' })
    const id = String(made.body.data.id)
    const revoked = await app.api('DELETE', `/keys/${id}`, { token: session })
    await app.api('DELETE', `/keys/${id}`, { token: session })
    await create({ scopes: ['nonsense'] })
    const by = { org_id: org.id, actor_type: 'user', actor_id: org.userId, target_id: id }
    expect(auditEntries(app.directory, org.id)).toEqual([
      {
        ...by,
        action: 'key.create',
        detail: '{"name":"reports","scopes":["sites:read"]}',
        request_id: made.body.meta.requestId,
      },
      { ...by, action: 'key.revoke', detail: '{}', request_id: revoked.body.meta.requestId },
    ])
  })

  it('the audit log cannot be changed by anybody', async () => {
    await create({ scopes: ['*'] })
    const writer = connectWriter(join(app.directory, 'citable.db'))
    const before = auditEntries(app.directory, org.id)
    for (const sql of ["UPDATE audit_entry SET actor_id = 'nobody'", 'DELETE FROM audit_entry']) {
      expect(() => writer.exec(sql)).toThrow('audit_entry is append-only')
    }
    writer.exec('DELETE FROM organization')
    expect(auditEntries(app.directory, org.id)).toEqual(before)
    writer.close()
  })
})
