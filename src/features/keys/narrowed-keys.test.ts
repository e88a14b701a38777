import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { signLink } from '../../testing/sign-link.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let session: string
let mine: string
let other: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org('business')
  session = await app.session(org)
  mine = await app.site(session, { domain: 'mine.example' })
  app.clock.advance({ seconds: 1 })
  other = await app.site(session, { domain: 'other.example' })
})

afterAll(() => app[Symbol.asyncDispose]())

const create = (siteIds: readonly string[], scopes = ['*']) =>
  app.api('POST', '/keys', { token: session, body: { scopes, siteIds } })
const keyOf = async (siteIds: readonly string[]) => String((await create(siteIds)).body.data['key'])
const sitesOf = async (token: string) => {
  const { body } = await app.api('GET', '/sites', { token })
  return (body.data as unknown as { id: string }[]).map(({ id }) => id)
}
const listedSites = async () => {
  const { body } = await app.api('GET', '/keys', { token: session })
  return (body.data as unknown as { siteIds: string[] | null }[]).map(({ siteIds }) => siteIds)
}

describe('narrowing a key to sites', () => {
  it('takes own sites alone; those of another organization are answered as none', async () => {
    const stranger = await app.site(await app.session(await app.org()), { domain: 'far.example' })
    for (const unknown of [stranger, 'site_nowhere', 'mine.example']) {
      const { status, body } = await create([mine, unknown])
      expect([status, body.error?.code]).toEqual([404, 'NOT_FOUND'])
      expect(body.error?.fields).toMatchObject([{ path: 'siteIds[1]', code: 'unknown_site' }])
    }
    expect(await listedSites()).toEqual([])
    const made = await create([mine, mine])
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ siteIds: [mine] })
    expect(await listedSites()).toEqual([[mine]])
  })

  it('leaves a key what it was made for, whatever sites come and go', async () => {
    const key = await keyOf([mine, other])
    app.clock.advance({ seconds: 1 })
    const made = await app.site(session, { domain: 'later.example' })
    expect(await sitesOf(key)).toEqual([mine, other])
    await app.api('DELETE', `/sites/${other}`, { token: session })
    expect(await sitesOf(key)).toEqual([mine])
    expect(await listedSites()).toEqual([[mine]])
    await app.api('DELETE', `/sites/${mine}`, { token: session })
    expect(await sitesOf(key)).toEqual([])
    expect(await listedSites()).toEqual([[]])
    expect(await sitesOf(session)).toEqual([made])
  })

  it('lets a key write to its sites and to no other', async () => {
    const key = await keyOf([mine])
    const rename = (id: string) =>
      app.api('PUT', `/sites/${id}`, { token: key, body: { name: 'Renamed' } })
    expect((await rename(mine)).status).toBe(200)
    expect((await rename(other)).status).toBe(404)
    const scan = await app.api('POST', '/scan', { token: key, body: { siteId: other } })
    expect(scan.status).toBe(404)
  })

  it('keeps a key from making sites, and says why, before the body is read', async () => {
    const key = await keyOf([mine])
    for (const body of [{ domain: 'new.example' }, '{']) {
      const answer = await app.api('POST', '/sites', { token: key, body })
      expect([answer.status, answer.body.error?.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
      expect(answer.body.error?.message).toContain('narrowed to sites')
    }
    expect(await sitesOf(session)).toEqual([mine, other])
  })

  it('holds in an answer that is stored with an Idempotency-Key', async () => {
    const key = await keyOf([mine])
    const call = (siteId: string) =>
      app.api('POST', `/rules/${siteId}`, {
        token: key,
        body: { name: 'Tides', stop: true },
        headers: { 'idempotency-key': siteId },
      })
    for (let i = 0; i < 2; i++) expect((await call(other)).status).toBe(404)
  })

  it('holds for links to files, and for calls by name of the only site', async () => {
    const key = await keyOf([mine])
    const open = async (siteId: string) =>
      (await fetch(`${app.url}/api/v1/exports${await signLink(app, key, siteId)}`)).status
    expect([await open(mine), await open(other)]).toEqual([200, 404])
    const overview = await askTool(app, 'data', 'get_overview', key, {})
    expect([overview.isError, overview.text]).toEqual([false, expect.not.stringContaining('other')])
    const { text } = await askTool(app, 'data', 'get_overview', key, { site: 'other.exampel' })
    expect(text).toBe('NOT_FOUND: No such site; yours: mine.example')
  })

  it('is told to what records calls: which site was meant', async () => {
    const key = await keyOf([mine])
    await askTool(app, 'data', 'get_overview', key, {})
    const { body } = await app.api('GET', '/org/assistant-calls', { token: session })
    expect(body.data).toMatchObject([{ tool: 'get_overview', siteId: mine }])
  })
})
