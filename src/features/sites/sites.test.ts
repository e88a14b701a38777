import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { inspectData } from '../../testing/stored-events.ts'

const DAY_MS = 86_400_000

let app: TestApp
let org: TestOrg
let key: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  key = await app.key(org)
})

afterAll(() => app[Symbol.asyncDispose]())

const create = (body: unknown, token = key) => app.api('POST', '/sites', { token, body })
const get = (id: string, token = key) => app.api('GET', `/sites/${id}`, { token })
const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  app.api('PUT', `/sites/${id}`, { token: key, body, headers })

describe('making a site', () => {
  it('making a site answers its fields, flat, with the scan that it started', async () => {
    const { status, body } = await create({
      url: 'https://www.Example.com:443/start?x=1#y',
      timezone: 'Europe/Berlin',
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^site_/),
      name: 'example.com',
      domain: 'example.com',
      url: 'https://www.example.com/start',
      aliases: [],
      language: null,
      country: null,
      timezone: 'Europe/Berlin',
      status: 'active',
      install: { status: 'not_installed', firstSeenAt: null, lastSeenAt: null, place: null },
      privacy: { questions: 'full', honourOptOut: false, ipStorage: 'never' },
      scan: { schedule: 'off', maxPages: null, include: [], exclude: [] },
      lastScan: expect.objectContaining({ id: expect.stringMatching(/^job_/) }),
      stats: { pages: 0, prompts: 0, lastScanAt: null, nextScanAt: null, aiScore: null },
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      version: 1,
      scanJob: { id: expect.stringMatching(/^job_/), state: 'queued' },
    })
    // The scan goes on meanwhile.
    const { scanJob: _, lastScan: __, ...site } = body.data
    expect((await get(String(body.data.id))).body.data).toMatchObject(site)
  })

  it.each([
    [{}, 'url'],
    [{ url: 'https://a.example/', domain: 'a.example' }, 'url'],
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://anna:secret@example.com/' }, 'url'],
    [{ domain: 'no host' }, 'domain'],
    [{ domain: 'a.example', aliases: ['b.example'] }, 'aliases'],
    [{ domain: 'a.example', timezone: 'Mars/Olympus' }, 'timezone'],
    [{ domain: 'a.example', language: 'english!' }, 'language'],
    [{ domain: 'a.example', country: 'de' }, 'country'],
  ])('making a site refuses %j', async (body, path) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields).toMatchObject([{ path, location: 'body' }])
    expect(JSON.stringify(answer.body)).not.toContain('secret')
  })

  it('a domain is taken once in an organization, also when two come at once', async () => {
    const answers = await Promise.all(
      ['https://example.com/', 'https://www.example.com/a'].map((url) => create({ url })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await create({ domain: 'EXAMPLE.com' })).body.error?.code).toBe('SITE_EXISTS')
    const elsewhere = await app.key(await app.org())
    expect((await create({ domain: 'example.com' }, elsewhere)).status).toBe(201)
  })

  it('making sites ends at the limit of the plan', async () => {
    const session = await app.session(await app.org('free'))
    expect((await create({ domain: 'a.example' }, session)).status).toBe(201)
    const refused = await create({ domain: 'b.example' }, session)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'The plan free has at most 1 site',
    })
  })
})

describe('changing a site', () => {
  it('a change leaves what is left out, and empties what is null', async () => {
    const id = await app.site(key, { language: 'en', country: 'GB' })
    app.clock.advance({ minutes: 1 })
    const { body } = await change(id, { name: 'New', language: null })
    expect(body.data).toMatchObject({
      name: 'New',
      language: null,
      country: 'GB',
      updatedAt: '2026-11-20T12:01:00.000Z',
      version: 2,
    })
    expect((await get(id)).body.data).toEqual(body.data)
  })

  it.each([
    [['b.example', 'c.example'], 'aliases[1]', 'not_verified'],
    [['no host', 'b.example'], 'aliases[0]', 'invalid_host'],
    [[], 'aliases', 'not_removed'],
  ])('a change neither adds nor removes domains: %j', async (aliases, path, code) => {
    const id = await app.site(key, { aliases: ['b.example'] })
    const refused = await change(id, { aliases })
    expect(refused.status).toBe(422)
    expect(refused.body.error?.fields).toMatchObject([{ path, code, location: 'body' }])
    const same = await change(id, { aliases: ['https://www.B.example/'] })
    expect(same.body.data['aliases']).toEqual(['b.example'])
  })

  it('a change with If-Match wins once for each version', async () => {
    const id = await app.site(key)
    const put = (name: string, version: string) => change(id, { name }, { 'if-match': version })
    const both = await Promise.all([put('one', '"1"'), put('two', '"1"')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const stale = await put('three', 'W/"1"')
    expect(stale.body.error).toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: 'The site is at version 2; read it again',
    })
    expect((await put('four', '"2"')).body.data['version']).toBe(3)
    expect((await put('five', '*')).body.data['version']).toBe(4)
  })

  it('a change cannot set the address of the site through the body', async () => {
    const id = await app.site(key)
    const other = await app.site(key, { domain: 'other.example' })
    const answer = await change(id, { id: other, name: 'Mine' })
    expect(answer.body.error?.fields).toMatchObject([{ path: 'id', location: 'body' }])
    const same = await change(id, { id, name: 'Mine' })
    expect(same.body.data).toMatchObject({ id, name: 'Mine' })
    expect((await change(id, { domain: 'stolen.example' })).body.error?.fields).toMatchObject([
      { path: 'domain', code: 'unknown_field' },
    ])
  })

  it('a change of the time zone counts the site’s days anew', async () => {
    const id = await app.site(key)
    app.clock.set('2026-11-20T16:00:00.000Z')
    await app.collect(id, [{ kind: 'pageview', url: '/' }])
    const days = () =>
      inspectData(app.directory, (db) =>
        db.prepare('SELECT day FROM rollup_day WHERE kind = 6').pluck().all(),
      )
    const day = Date.UTC(2026, 10, 20) / DAY_MS
    expect(days()).toEqual([day])
    await change(id, { timezone: 'Asia/Tokyo' })
    await app.app.services.maintenance.onIdle()
    expect(days()).toEqual([day + 1])
    await app.collect(id, [{ kind: 'pageview', url: '/' }])
    expect(days()).toEqual([day + 1])
  })
})

describe('sites of others', () => {
  it('sites of others are not found', async () => {
    const id = await app.site(key)
    const other = await app.org()
    const stranger = await app.session(other)
    for (const site of [id, 'site_nowhere']) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await app.api(method, `/sites/${site}`, {
          token: stranger,
          ...(method === 'PUT' && { body: { name: 'Mine' } }),
        })
        expect([answer.status, answer.body.error?.message]).toEqual([404, 'No such site'])
      }
    }
    expect((await app.api('GET', '/sites', { token: stranger })).body.data).toEqual([])
    expect(auditEntries(app.directory, other.id)).toEqual([])
  })
})

describe('the list of sites', () => {
  it('the list comes page by page, each site once, and refuses a cursor that it did not make', async () => {
    for (let i = 0; i < 5; i++) {
      await app.site(key, { domain: `s${i}.example` })
      app.clock.advance({ ms: 1 })
    }
    const page = async (query: string) => app.api('GET', `/sites?limit=2${query}`, { token: key })
    const domains: string[] = []
    let cursor: string | null = null
    do {
      const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { body } = await page(next)
      domains.push(...(body.data as unknown as { domain: string }[]).map((site) => site.domain))
      cursor = body.meta.nextCursor ?? null
    } while (cursor !== null)
    expect(domains).toEqual(['s0', 's1', 's2', 's3', 's4'].map((name) => `${name}.example`))
    const forged = await page('&cursor=bm90aGluZw')
    expect([forged.status, forged.body.error?.fields[0]?.path]).toEqual([422, 'cursor'])
  })
})

describe('the audit log', () => {
  it('the audit log has each change of a site with what it changed, and who', async () => {
    const id = await app.site(key)
    await change(id, { name: 'New', timezone: 'Asia/Tokyo' })
    await change(id, { name: 'Late' }, { 'if-match': '"1"' })
    await app.api('DELETE', `/sites/${id}`, { token: await app.session(org) })
    const entries = auditEntries(app.directory, org.id).filter(({ target_id }) => target_id === id)
    expect(entries.map(({ action, actor_type, detail }) => [action, actor_type, detail])).toEqual([
      ['site.create', 'key', '{"domain":"example.com"}'],
      [
        'site.update',
        'key',
        '{"name":"New","timezone":"Asia/Tokyo","before":{"time_zone":{"zone":"UTC","kept_from":0}}}',
      ],
      ['site.delete', 'user', '{}'],
    ])
  })
})
