import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../../db/sqlite/connect.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { look } from '../../testing/stored-events.ts'

let app: TestApp
let org: TestOrg
let session: string

beforeEach(async () => {
  app = await TestApp.start()
  org = await app.org('business')
  session = await app.session(org)
})

afterEach(async () => {
  await app[Symbol.asyncDispose]()
})

const createKey = (body: object = {}, headers: Record<string, string> = {}) =>
  app.api('POST', '/keys', {
    token: session,
    body: { scopes: ['sites:read'], ...body },
    headers,
  })

const listKeys = async (): Promise<Record<string, unknown>[]> => {
  const { body } = await app.api('GET', '/keys', { token: session })
  return body.data as unknown as Record<string, unknown>[]
}

const auditRows = () =>
  look(app.directory, (db) =>
    db
      .prepare<
        [],
        { action: string; actor_id: string; target_id: string; request_id: string; detail: string }
      >('SELECT action, actor_id, target_id, request_id, detail FROM audit_entry ORDER BY rowid')
      .all(),
  )

const filesAndLogs = (): string =>
  readdirSync(app.directory)
    .map((name) => readFileSync(join(app.directory, name), 'latin1'))
    .concat(app.logs)
    .join('\n')

describe('a new key', () => {
  it('shows its plaintext once, and is stored and logged nowhere', async () => {
    const { status, body } = await createKey()
    const key = String(body.data['key'])
    expect(status).toBe(201)
    expect(key).toMatch(/^ctbk_[0-9A-Za-z]{49}$/)
    expect((await app.api('GET', '/sites', { token: key })).status).toBe(200)

    const [listed] = await listKeys()
    expect(listed).toMatchObject({
      id: body.data.id,
      masked: `${key.slice(0, 9)}…${key.slice(-4)}`,
      scopes: ['sites:read'],
      status: 'active',
      createdBy: org.userId,
    })
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(listed).not.toHaveProperty('key')
    expect(filesAndLogs()).not.toContain(key)
  })

  it('needs scopes that exist, and every bad field is named', async () => {
    const { status, body } = await createKey({
      scopes: ['sites:read', 'moon:read'],
      name: '',
      x: 1,
    })
    expect(status).toBe(422)
    expect(body.error?.fields.map(({ path, location }) => [path, location])).toEqual(
      expect.arrayContaining([
        ['scopes[1]', 'body'],
        ['name', 'body'],
        ['x', 'body'],
      ]),
    )
    expect((await createKey({ scopes: [] })).status).toBe(422)
  })

  it('stops at its expiry, which lies in the future', async () => {
    const past = await createKey({ expiresAt: '2026-11-20T12:00:00Z' })
    expect(past.body.error?.fields).toEqual([
      expect.objectContaining({ path: 'expiresAt', code: 'in_the_past' }),
    ])
    const { body } = await createKey({ expiresAt: '2026-11-20T13:00:00Z' })
    const token = String(body.data['key'])
    expect((await app.api('GET', '/sites', { token })).status).toBe(200)
    app.clock.advance({ hours: 1 })
    const refused = await app.api('GET', '/sites', { token })
    expect([refused.status, refused.body.error?.code]).toEqual([401, 'INVALID_CREDENTIAL'])
    expect((await listKeys())[0]).toMatchObject({ status: 'expired' })
  })

  it('needs the Pro plan', async () => {
    const free = await app.session(await app.org('free'))
    const body = { scopes: ['sites:read'] }
    const { status, body: answer } = await app.api('POST', '/keys', { token: free, body })
    expect([status, answer.error?.code]).toEqual([403, 'PLAN_REQUIRED'])
  })

  it('is refused past the limit of the plan, until one is revoked', async () => {
    const pro = await app.session(await app.org('pro'))
    const create = () => app.api('POST', '/keys', { token: pro, body: { scopes: ['sites:read'] } })
    const made = await Promise.all(Array.from({ length: 12 }, create))
    const ids = made.flatMap(({ status, body }) => (status === 201 ? [String(body.data.id)] : []))
    expect(ids).toHaveLength(10)
    expect(made.filter(({ body }) => body.error?.code === 'LIMIT_REACHED')).toHaveLength(2)
    await app.api('DELETE', `/keys/${ids[0]}`, { token: pro })
    expect((await create()).status).toBe(201)
  })
})

describe('revoking a key', () => {
  it('works with the next request, and twice is the same as once', async () => {
    const { body } = await createKey()
    const path = `/keys/${body.data.id}`
    const first = await app.api('DELETE', path, { token: session })
    expect([first.status, first.body.data]).toEqual([200, {}])
    const token = String(body.data['key'])
    expect((await app.api('GET', '/sites', { token })).status).toBe(401)
    expect((await app.api('DELETE', path, { token: session })).status).toBe(200)
    expect((await listKeys())[0]).toMatchObject({ status: 'revoked' })
    expect(auditRows().map(({ action }) => action)).toEqual(['key.create', 'key.revoke'])
  })

  it('does not reach a key of another organization', async () => {
    const { body } = await createKey()
    const stranger = await app.session(await app.org())
    const path = `/keys/${body.data.id}`
    expect((await app.api('DELETE', path, { token: stranger })).status).toBe(404)
    expect((await listKeys())[0]).toMatchObject({ status: 'active' })
  })
})

describe('the audit log', () => {
  it('tells who made and revoked a key, with the id of the request', async () => {
    const made = await createKey({ name: 'export' })
    const id = String(made.body.data.id)
    const gone = await app.api('DELETE', `/keys/${id}`, { token: session })
    const common = { actor_id: org.userId, target_id: id }
    expect(auditRows()).toEqual([
      {
        ...common,
        action: 'key.create',
        request_id: made.body.meta.requestId,
        detail: JSON.stringify({ name: 'export', scopes: ['sites:read'] }),
      },
      { ...common, action: 'key.revoke', request_id: gone.body.meta.requestId, detail: '{}' },
    ])
  })

  it('takes no change and no deletion, whoever asks', async () => {
    await createKey()
    const connection = connectWriter(join(app.directory, 'citable.db'))
    try {
      expect(() => connection.exec("UPDATE audit_entry SET actor_id = 'nobody'")).toThrow(
        /append-only/,
      )
      expect(() => connection.exec('DELETE FROM audit_entry')).toThrow(/append-only/)
    } finally {
      connection.close()
    }
    expect(auditRows()).toEqual([expect.objectContaining({ actor_id: org.userId })])
  })
})

describe('Idempotency-Key', () => {
  const once = { 'idempotency-key': 'try-1' }

  it('gives the same answer again, without the secret', async () => {
    const first = await createKey({}, once)
    const again = await createKey({}, once)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.status).toBe(201)
    const { key, ...rest } = first.body.data
    expect(again.body.data).toEqual(rest)
    expect(await listKeys()).toHaveLength(1)
    expect(filesAndLogs()).not.toContain(key)
  })

  it('refuses another body', async () => {
    await createKey({}, once)
    const { status, body } = await createKey({ name: 'other' }, once)
    expect([status, body.error?.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await listKeys()).toHaveLength(1)
  })

  it('lets concurrent posts have one effect', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => createKey({}, once)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(answers.filter(({ body }) => 'key' in body.data)).toHaveLength(1)
    expect(await listKeys()).toHaveLength(1)
    expect(auditRows()).toHaveLength(1)
  })

  it('belongs to one credential', async () => {
    await createKey({}, once)
    const other = await app.session(org, 'admin')
    const body = { scopes: ['sites:read'] }
    await app.api('POST', '/keys', { token: other, body, headers: once })
    expect(await listKeys()).toHaveLength(2)
  })

  it('stores no answer of a request that failed', async () => {
    expect((await createKey({ scopes: ['moon:read'] }, once)).status).toBe(422)
    expect((await createKey({}, once)).status).toBe(201)
  })
})
