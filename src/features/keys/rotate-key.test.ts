import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
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

const create = async (fields: Record<string, unknown> = {}) => {
  const body = { scopes: ['sites:read'], name: 'reports', ...fields }
  const made = await app.api('POST', '/keys', { token: session, body })
  return { id: String(made.body.data.id), key: String(made.body.data['key']) }
}
const rotate = (id: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  app.api('POST', `/keys/${id}/rotate`, { token: session, body, headers })
const statusWith = async (token: unknown) =>
  (await app.api('GET', '/sites', { token: String(token) })).status
const inHours = (hours: number) => new Date(app.clock.now() + hours * 3_600_000).toISOString()

describe('rotating a key', () => {
  it('makes one with the same rights, and lets the old one end after the overlap', async () => {
    const siteIds = [await app.site(session)]
    const allowedIps = ['127.0.0.0/8']
    const old = await create({ siteIds, allowedIps })
    const { status, body } = await rotate(old.id, { overlapHours: 2 })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'reports',
      scopes: ['sites:read'],
      siteIds,
      allowedIps,
      status: 'active',
      expiresAt: null,
      rotatedFrom: old.id,
      rotatedAt: null,
    })
    const { body: shown } = await app.api('GET', `/keys/${old.id}`, { token: session })
    expect(shown.data).toMatchObject({
      status: 'active',
      expiresAt: inHours(2),
      rotatedAt: inHours(0),
    })
    expect(await statusWith(old.key)).toBe(200)
    expect(await statusWith(body.data['key'])).toBe(200)
    app.clock.advance({ hours: 2 })
    expect(await statusWith(old.key)).toBe(401)
    expect(await statusWith(body.data['key'])).toBe(200)
  })

  it('shows the new key once', async () => {
    const { id } = await create()
    const [first, again] = [
      await rotate(id, {}, { 'idempotency-key': 'once' }),
      await rotate(id, {}, { 'idempotency-key': 'once' }),
    ]
    const key = String(first.body.data['key'])
    expect(key).toMatch(/^ctbk_/)
    expect(again.body.data.id).toBe(first.body.data.id)
    expect(again.body.data).not.toHaveProperty('key')
    expect(storedBytes(app.directory).includes(key)).toBe(false)
    expect(app.logs.join('')).not.toContain(key)
  })

  it('ends the old key at once without an overlap, and never later than it would have', async () => {
    const [sudden, short] = [await create(), await create({ expiresAt: inHours(1) })]
    await rotate(sudden.id, { overlapHours: 0 })
    expect(await statusWith(sudden.key)).toBe(401)
    const { body } = await rotate(short.id, { overlapHours: 168 })
    expect(body.data).toMatchObject({ expiresAt: inHours(1) })
    const { body: old } = await app.api('GET', `/keys/${short.id}`, { token: session })
    expect(old.data).toMatchObject({ expiresAt: inHours(1) })
    const longer = await rotate(String(body.data.id), { expiresAt: inHours(48) })
    expect(longer.body.data).toMatchObject({ expiresAt: inHours(48) })
  })

  it.each([
    [{ overlapHours: -1 }, 'overlapHours'],
    [{ overlapHours: 169 }, 'overlapHours'],
    [{ overlapHours: 1.5 }, 'overlapHours'],
    [{ overlapHours: '2' }, 'overlapHours'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ scopes: ['*'] }, 'scopes'],
  ])('refuses %j', async (body, path) => {
    const { id, key } = await create()
    const answer = await rotate(id, body)
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields).toMatchObject([{ path, location: 'body' }])
    expect(await statusWith(key)).toBe(200)
  })

  it('refuses a key that is revoked, expired or replaced already', async () => {
    const [revoked, expired, replaced] = [
      await create(),
      await create({ expiresAt: inHours(1) }),
      await create(),
    ]
    await app.api('DELETE', `/keys/${revoked.id}`, { token: session })
    await rotate(replaced.id)
    app.clock.advance({ hours: 1 })
    const said = ['is revoked', 'is expired', 'has replaced this one']
    for (const [i, { id }] of [revoked, expired, replaced].entries()) {
      const { status, body } = await rotate(id)
      expect([status, body.error?.code]).toEqual([409, 'CONFLICT'])
      expect(body.error?.message).toContain(said[i])
    }
  })

  it('makes one key of ten that are asked for at the same time', async () => {
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('is not kept from it by the limit of the plan, and is no way around it', async () => {
    const ids: string[] = []
    for (let i = 0; i < 10; i++) ids.push((await create()).id)
    const replaced = await Promise.all(ids.map((id) => rotate(id)))
    expect(new Set(replaced.map(({ status }) => status))).toEqual(new Set([201]))
    const full = await app.api('POST', '/keys', { token: session, body: { scopes: ['*'] } })
    expect(full.body.error?.code).toBe('LIMIT_REACHED')
    const next = String(replaced[0]?.body.data.id)
    expect((await rotate(next, { overlapHours: 1 })).body.error?.code).toBe('LIMIT_REACHED')
    expect((await rotate(next, { overlapHours: 0 })).status).toBe(201)
    const usage = (await app.api('GET', '/org', { token: session })).body.data['usage']
    expect(usage).toMatchObject({ keys: 10 })
  })

  it('is on the audit log, with when the old key ended and ends', async () => {
    const { id } = await create()
    const { body } = await rotate(id, { overlapHours: 1 })
    const [, created, rotated] = auditEntries(app.directory, org.id)
    expect(created).toMatchObject({ action: 'key.create', target_id: body.data.id })
    expect(JSON.parse(created!.detail)).toMatchObject({ rotatedFrom: id, scopes: ['sites:read'] })
    expect(rotated).toMatchObject({ action: 'key.rotate', target_id: id })
    expect(JSON.parse(rotated!.detail)).toEqual({
      newKeyId: body.data.id,
      before: { expiresAt: null },
      after: { expiresAt: inHours(1) },
    })
  })
})

describe('renaming a key', () => {
  it('changes its name alone, and is on the audit log once', async () => {
    const { id, key } = await create()
    const rename = () =>
      app.api('PUT', `/keys/${id}`, { token: session, body: { name: ' weekly reports ' } })
    const [first, second] = [await rename(), await rename()]
    expect(first.body.data).toMatchObject({ id, name: 'weekly reports', scopes: ['sites:read'] })
    expect(second.body.data).toEqual(first.body.data)
    expect(await statusWith(key)).toBe(200)
    const entries = auditEntries(app.directory, org.id).slice(1)
    expect(entries).toMatchObject([{ action: 'key.update', target_id: id }])
    expect(JSON.parse(entries[0]!.detail)).toEqual({
      before: { name: 'reports' },
      after: { name: 'weekly reports' },
    })
    const wider = { name: 'x', scopes: ['*'] }
    const refused = await app.api('PUT', `/keys/${id}`, { token: session, body: wider })
    expect(refused.status).toBe(422)
  })
})
