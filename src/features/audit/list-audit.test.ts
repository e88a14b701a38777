import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCsv } from '../../testing/read-csv.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import type { AuditLogEntry } from './audit-entry.ts'

let app: TestApp
let org: TestOrg
let session: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org('self_hosted')
  session = await app.session(org)
})

afterAll(() => app[Symbol.asyncDispose]())

const list = async (query = '', token = session) => {
  const { body, status } = await app.api('GET', `/org/audit${query}`, { token })
  return { ...body, status, entries: body.data as unknown as AuditLogEntry[] }
}
const actionsOf = (entries: readonly AuditLogEntry[]) => entries.map(({ action }) => action)
const narrowedKey = async (siteId: string) => {
  const body = { scopes: ['*'], siteIds: [siteId] }
  return String((await app.api('POST', '/keys', { token: session, body })).body.data['key'])
}
const makeKey = async (name: string) => {
  const made = await app.api('POST', '/keys', { token: session, body: { scopes: ['*'], name } })
  return { id: String(made.body.data.id), key: String(made.body.data['key']), ...made.body.meta }
}

/** Adds entries to the log by a person, by a key and by the command line, a minute apart. */
async function fill() {
  const first = await makeKey('reports')
  app.clock.advance({ minutes: 1 })
  const site = await app.site(first.key, { domain: 'coast.example' })
  app.clock.advance({ minutes: 1 })
  await app.api('PUT', `/sites/${site}`, { token: session, body: { name: 'Coast' } })
  app.clock.advance({ minutes: 1 })
  const revoked = await app.api('DELETE', `/keys/${first.id}`, { token: session })
  return { keyId: first.id, site, revoked: revoked.body.meta.requestId }
}

describe('the audit log', () => {
  it('lists who did what to what, newest first, with hashes', async () => {
    const { keyId, site, revoked } = await fill()
    const { entries, meta } = await list()
    expect(actionsOf(entries)).toEqual(['key.revoke', 'site.update', 'site.create', 'key.create'])
    expect(entries.map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect(entries[0]).toEqual({
      number: 4,
      id: expect.stringMatching(/^aud_/),
      at: new Date(app.clock.now()).toISOString(),
      actor: { type: 'user', id: org.userId, name: `${org.userId}@example.com` },
      action: 'key.revoke',
      target: { type: 'key', id: keyId },
      detail: {},
      requestId: revoked,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(entries[2]?.actor).toEqual({ type: 'key', id: keyId, name: 'reports' })
    expect(entries[2]?.target).toEqual({ type: 'site', id: site })
    expect(meta.nextCursor).toBeNull()
  })

  it('is filtered by actor, action, target and time', async () => {
    const start = app.clock.now()
    const { keyId, site } = await fill()
    const after = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
    const filters = {
      [`actor=${keyId}`]: ['site.create'],
      [`actor=${org.userId}&action=site.update`]: ['site.update'],
      [`target=${site}`]: ['site.update', 'site.create'],
      [`from=${after(2)}`]: ['key.revoke', 'site.update'],
      [`to=${after(1)}`]: ['key.create'],
      [`from=${after(1)}&to=${after(2)}`]: ['site.create'],
      'from=2020-01-01&to=2020-01-02': [],
      'action=key.fly': [],
      'actor=usr_nobody': [],
    }
    for (const [query, wanted] of Object.entries(filters)) {
      expect([query, actionsOf((await list(`?${query}`)).entries)]).toEqual([query, wanted])
    }
    for (const query of ['from=soon', 'from=2026-02-02&to=2026-02-01', 'limit=0', 'since=1']) {
      expect((await list(`?${query}`)).status).toBe(422)
    }
  })

  it('goes on behind a cursor, which is of its filter and its organization', async () => {
    await fill()
    const pages: string[] = []
    let cursor: string | null | undefined
    do {
      const { entries, meta } = await list(`?limit=1${cursor ? `&cursor=${cursor}` : ''}`)
      pages.push(...actionsOf(entries))
      cursor = meta.nextCursor
    } while (cursor)
    expect(pages).toEqual(['key.revoke', 'site.update', 'site.create', 'key.create'])
    const { meta } = await list('?limit=1')
    expect((await list(`?limit=1&action=key.create&cursor=${meta.nextCursor}`)).status).toBe(422)
    const stranger = await app.session(await app.org())
    expect((await list(`?limit=1&cursor=${meta.nextCursor}`, stranger)).status).toBe(422)
    expect((await list('', stranger)).entries).toEqual([])
  })

  it('is shown to admins, and to keys of all sites', async () => {
    const codeFor = async (token: string) => (await list('', token)).error?.code
    expect(await codeFor(await app.session(org, 'admin'))).toBeUndefined()
    expect(await codeFor(await app.session(org, 'editor'))).toBe('ROLE_REQUIRED')
    const key = await app.key(org, ['org:read'])
    expect(await codeFor(key)).toBeUndefined()
    const { data } = (await app.api('GET', '/org/audit', { token: key })).body
    expect(JSON.stringify(data)).not.toMatch(/[\w.]@[\w.]|ctb[ks]_|whsec_/)
    const siteId = await app.site(await app.key(org))
    const narrowed = await narrowedKey(siteId)
    expect(await codeFor(narrowed)).toBe('INSUFFICIENT_SCOPE')
    const csv = await app.api('GET', '/org/audit?format=csv', { token: narrowed })
    expect(csv.body.error?.code).toBe('INSUFFICIENT_SCOPE')
    expect(await codeFor(await app.key(org, ['sites:read']))).toBe('INSUFFICIENT_SCOPE')
    const lower = await app.org('business')
    expect(await codeFor(await app.key(lower, ['org:read']))).toBe('PLAN_REQUIRED')
    expect(await codeFor(await app.session(lower, 'admin'))).toBeUndefined()
  })

  it('chains entries of writers at the same time, without a gap and without a fork', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => makeKey(`key ${i}`)))
    const { entries } = await list('?limit=100')
    expect(entries.map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, i) => 20 - i),
    )
    expect(new Set(entries.map(({ hash }) => hash)).size).toBe(20)
  })
})

describe('the file of the audit log', () => {
  const open = async (query: string, token = session) => {
    const response = await fetch(`${app.url}/api/v1/org/audit${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { response, text: await response.text() }
  }

  it('has all entries, as the list has them, as NDJSON', async () => {
    await fill()
    const { response, text } = await open('?format=ndjson')
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('citable-audit.ndjson')
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual((await list()).entries)
    const part = await open('?format=ndjson&limit=3&action=key.create')
    expect(part.text.trimEnd().split('\n')).toHaveLength(1)
    const first = await open('?format=ndjson&limit=3')
    const cursor = first.response.headers.get('x-next-cursor')
    expect((await open(`?format=ndjson&cursor=${cursor}`)).text).toBe(`${lines[3]}\n`)
    const { meta } = await list('?limit=3')
    expect((await open(`?format=ndjson&cursor=${meta.nextCursor}`)).text).toBe(`${lines[3]}\n`)
  })

  it('has columns as CSV, in which no name is a formula', async () => {
    await makeKey('=cmd|calc')
    const key = await makeKey('=HYPERLINK("https://evil.example")')
    await app.site(key.key, { domain: 'csv.example' })
    const { text } = await open('?format=csv')
    const [head, newest] = readCsv(text)
    expect(head?.slice(0, 6)).toEqual(['number', 'id', 'at', 'actorType', 'actorId', 'actorName'])
    expect(newest?.[5]).toBe(`'=HYPERLINK("https://evil.example")`)
    expect((await open('?format=csv&action=none')).text).toBe(`${head?.join(',')}\r\n`)
  })

  it('is of many entries whole', async () => {
    const { context } = app.app.services
    const db = context.tenant(org.id)
    await db.transaction(async (trx) => {
      for (let i = 0; i < 1_203; i++) await trx.audit.insert(entryOf(i))
    })
    const { text } = await open('?format=ndjson')
    const numbers = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditLogEntry).number)
    expect(numbers).toEqual(Array.from({ length: 1_203 }, (_, i) => 1_203 - i))
  })

  it('needs the Enterprise plan', async () => {
    for (const plan of ['free', 'pro', 'business', 'enterprise'] as const) {
      const token = await app.session(await app.org(plan))
      for (const format of ['csv', 'ndjson']) {
        const { response } = await open(`?format=${format}`, token)
        expect([plan, response.status]).toEqual([plan, plan === 'enterprise' ? 200 : 403])
      }
      expect((await list('', token)).status).toBe(200)
    }
  })
})

const entryOf = (i: number) => ({
  id: `aud_${i}`,
  actor_type: 'system',
  actor_id: 'test',
  action: 'test',
  target_type: 'test',
  target_id: String(i),
  detail: '{}',
  request_id: null,
  at: i,
})
