import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { countStoredRows } from '../../testing/stored-events.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'

let app: TestApp
let org: TestOrg
let session: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  session = await app.session(org)
})

afterAll(() => app[Symbol.asyncDispose]())

const SITE = { url: 'https://example.com/' }

const post = (path: string, body: unknown, key: string, token = session) =>
  app.api('POST', path, { token, body, headers: { 'idempotency-key': key } })

const listed = async (path: string) => (await app.api('GET', path, { token: session })).body.data

describe('Idempotency-Key', () => {
  it('gives the same answer again, and does nothing again', async () => {
    const first = await post('/sites', SITE, 'one')
    app.clock.advance({ hours: 23 })
    const again = await post('/sites', SITE, 'one')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.status).toBe(201)
    expect(again.body.data).toEqual(first.body.data)
    expect(again.body.meta.requestId).not.toBe(first.body.meta.requestId)
    expect(await listed('/sites')).toHaveLength(1)
    expect(auditEntries(app.directory, org.id)).toHaveLength(1)
  })

  it('keeps no secret: an answer that had one comes again without it', async () => {
    const body = { scopes: ['*'] }
    const first = await post('/keys', body, 'one')
    const again = await post('/keys', body, 'one')
    const { key, ...rest } = first.body.data
    expect(again.body.data).toEqual(rest)
    expect(storedBytes(app.directory).includes(String(key))).toBe(false)
    expect(await listed('/keys')).toHaveLength(1)
  })

  it('refuses another body under the same key', async () => {
    await post('/sites', SITE, 'one')
    const other = await post('/sites', { url: 'https://other.example/' }, 'one')
    expect(other.status).toBe(422)
    expect(other.body.error?.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await listed('/sites')).toHaveLength(1)
  })

  it('has one effect however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('/sites', SITE, 'one')))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    const replays = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
    expect(replays).toHaveLength(5)
    expect(auditEntries(app.directory, org.id)).toHaveLength(1)
  })

  it('belongs to one credential and one route', async () => {
    await post('/sites', SITE, 'one')
    const key = await app.key(org)
    const byKey = await post('/sites', { url: 'https://other.example/' }, 'one', key)
    expect(byKey.status).toBe(201)
    expect((await post('/keys', { scopes: ['*'] }, 'one')).status).toBe(201)
  })

  it('does not keep a refusal: what was mended may be sent again', async () => {
    expect((await post('/sites', { url: 'nowhere' }, 'one')).status).toBe(422)
    expect((await post('/sites', SITE, 'one')).status).toBe(201)
  })

  it('is forgotten after a day', async () => {
    await post('/sites', SITE, 'one')
    app.clock.advance({ hours: 24, ms: 1 })
    const { maintenance } = app.app.services
    maintenance.hourly()
    await maintenance.onIdle()
    expect(countStoredRows(app.directory, 'idempotency')).toBe(0)
  })

  it.each(['', 'x'.repeat(256)])('is refused as %j', async (key) => {
    const answer = await post('/sites', SITE, key)
    expect(answer.status).toBe(400)
    expect(answer.body.error?.message).toContain('Idempotency-Key must have')
  })
})
