import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { look } from '../../testing/stored-events.ts'

let app: TestApp
let key: string
let session: string

beforeEach(async () => {
  app = await TestApp.start()
  const org = await app.org()
  key = await app.key(org)
  session = await app.session(org)
})

afterEach(async () => {
  await app[Symbol.asyncDispose]()
})

const create = (body: unknown) => app.api('POST', '/sites', { token: key, body })
const get = (id: string) => app.api('GET', `/sites/${id}`, { token: key })
const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  app.api('PUT', `/sites/${id}`, { token: key, body, headers })

const actions = () =>
  look(app.directory, (db) =>
    db.prepare('SELECT action, detail FROM audit_entry ORDER BY rowid').all(),
  )

describe('creating a site', () => {
  it('answers its fields flat, with defaults', async () => {
    const { status, body } = await create({ url: 'https://www.Example.com/start?x=1#y' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      domain: 'example.com',
      name: 'example.com',
      url: 'https://www.example.com/start',
      aliases: [],
      timezone: 'UTC',
      status: 'active',
      install: { status: 'not_installed', firstSeenAt: null, lastSeenAt: null },
      privacy: { questions: 'full', honourOptOut: false, ipStorage: 'never' },
      version: 1,
      scanJob: null,
    })
    const { scanJob, ...site } = body.data
    expect(scanJob).toBeNull()
    expect((await get(String(body.data.id))).body.data).toEqual(site)
  })

  it.each([
    [{}, 'url'],
    [{ url: 'https://a.example/', domain: 'a.example' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://user:secret@a.example/' }, 'url'],
    [{ domain: 'a b' }, 'domain'],
    [{ domain: 'a.example', aliases: ['ok.example', 'not a host'] }, 'aliases[1]'],
    [{ domain: 'a.example', timezone: 'Mars/Olympus' }, 'timezone'],
  ])('refuses %j and names the field', async (body, path) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields).toEqual([expect.objectContaining({ path, location: 'body' })])
  })

  it('has one site for a domain, in each organization', async () => {
    expect((await create({ domain: 'example.com' })).status).toBe(201)
    const again = await create({ url: 'https://www.example.com/' })
    expect([again.status, again.body.error?.code]).toEqual([409, 'SITE_EXISTS'])
    const other = await app.key(await app.org())
    const body = { domain: 'example.com' }
    expect((await app.api('POST', '/sites', { token: other, body })).status).toBe(201)
  })

  it('stops at the limit of the plan', async () => {
    const token = await app.session(await app.org('free'))
    expect(
      (await app.api('POST', '/sites', { token, body: { domain: 'one.example' } })).status,
    ).toBe(201)
    const { status, body: answer } = await app.api('POST', '/sites', {
      token,
      body: { domain: 'two.example' },
    })
    expect([status, answer.error?.code]).toEqual([409, 'LIMIT_REACHED'])
  })
})

describe('changing a site', () => {
  it('changes what is sent, leaves the rest, and counts the version', async () => {
    const id = await app.site(key, { name: 'Before', language: 'en' })
    const { status, body } = await put(id, { name: 'After', aliases: ['Shop.Example.com'] })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      name: 'After',
      aliases: ['shop.example.com'],
      language: 'en',
      version: 2,
    })
    expect((await get(id)).body.data).toEqual(body.data)
    expect((await put(id, { language: null })).body.data).toMatchObject({ language: null })
  })

  it('happens only from the version that If-Match names', async () => {
    const id = await app.site(key)
    expect((await put(id, { name: 'A' }, { 'if-match': '"1"' })).status).toBe(200)
    const stale = await put(id, { name: 'B' }, { 'if-match': '"1"' })
    expect([stale.status, stale.body.error?.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await get(id)).body.data).toMatchObject({ name: 'A', version: 2 })
    expect((await put(id, { name: 'B' }, { 'if-match': 'W/"2"' })).status).toBe(200)
    expect((await put(id, { name: 'C' }, { 'if-match': '*' })).status).toBe(200)
  })

  it('lets one of several writers win who start from the same version', async () => {
    const id = await app.site(key)
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => put(id, { name }, { 'if-match': '"1"' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(3)
  })
})

describe('deleting a site', () => {
  it('takes it and everything that was collected for it away', async () => {
    const id = await app.site(key)
    const question = { kind: 'question', url: '/a', question: 'Why is the sea salty?' }
    await app.collect(id, [question, { kind: 'impression', url: '/b' }])
    const { status, body } = await app.api('DELETE', `/sites/${id}`, { token: session })
    expect([status, body.data]).toEqual([200, {}])
    expect((await get(id)).status).toBe(404)
    expect((await app.collect(id, [question])).status).toBe(404)
    await app.app.services.upkeep.onIdle()
    const left = look(app.directory, (db) =>
      ['event', 'event_key', 'rollup_day', 'rollup_dim', 'visitor_day', 'site_salt']
        .concat('question', 'question_text', 'page', 'page_text', 'deleted_site')
        .filter((table) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined),
    )
    expect(left).toEqual([])
  })

  it('is not for keys', async () => {
    const id = await app.site(key)
    const { status, body } = await app.api('DELETE', `/sites/${id}`, { token: key })
    expect([status, body.error?.code]).toEqual([403, 'SESSION_REQUIRED'])
  })
})

it('writes each change of a site into the audit log', async () => {
  const { body } = await create({ domain: 'example.com' })
  await put(String(body.data.id), { name: 'New' })
  await app.api('DELETE', `/sites/${body.data.id}`, { token: session })
  expect(actions()).toEqual([
    expect.objectContaining({ action: 'key.create' }),
    { action: 'site.create', detail: '{"domain":"example.com"}' },
    { action: 'site.update', detail: '{"name":"New"}' },
    { action: 'site.delete', detail: '{}' },
  ])
})
