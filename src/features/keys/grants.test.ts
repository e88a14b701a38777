import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_GRANTS } from '../../kernel/rights/may-connect.ts'
import { askMcp } from '../../testing/ask-mcp.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { askLink, refusedLink } from '../../testing/file-links.ts'
import { joinOrg } from '../../testing/join-org.ts'
import { grantOf } from '../../testing/oauth-grant.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let owner: string
let mine: string
let other: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org('business')
  owner = await app.session(org)
  mine = await app.site(owner, { domain: 'mine.example' })
  app.clock.advance({ seconds: 1 })
  other = await app.site(owner, { domain: 'other.example' })
})

afterAll(() => app[Symbol.asyncDispose]())

type Options = Parameters<typeof grantOf>[2]
const grant = (options: Options = {}) => grantOf(app, org, { resource: '/mcp/data', ...options })
const put = (path: string, body: unknown, token = owner) => app.api('PUT', path, { token, body })
const read = async (keyId: string) =>
  (await app.api('GET', `/keys/${keyId}`, { token: owner })).body.data
const opens = async (key: string) =>
  (await askMcp(app, { server: 'data', key }, 'tools/list')).status
const sitesOf = async (token: string) =>
  ((await askTool(app, 'data', 'list_sites', token, {})).structured['rows'] as string[][]).map(
    ([id]) => id,
  )
const lastEntry = () => auditEntries(app.directory, org.id).at(-1)
const tokensOf = (keyId: string) =>
  onFile(app, (file) =>
    file.prepare('SELECT COUNT(*) FROM oauth_token WHERE key_id = ?').pluck().get(keyId),
  )

describe('a grant among the keys', () => {
  it('is listed beside them, with its assistant, its address and what it may read', async () => {
    const { keyId } = await grant({
      scopes: ['sites:read'],
      siteIds: [mine],
      mayReadWords: false,
    })
    const [listed] = (await app.api('GET', '/keys', { token: owner })).body.data as unknown as [
      object,
    ]
    expect(listed).toMatchObject({
      id: keyId,
      kind: 'oauth',
      client: { name: 'Assistant', host: 'assistant.example' },
      resource: `${app.url}/mcp/data`,
      scopes: ['sites:read'],
      siteIds: [mine],
      readersWords: false,
      status: 'active',
      createdBy: org.userId,
      rotatedFrom: null,
    })
    expect(await read(keyId)).toEqual(listed)
  })

  it('takes no place of a key, and a person has room for others', async () => {
    const { userId } = await joinOrg(app, org, 'viewer')
    for (let i = 0; i < MAX_GRANTS; i++) await grant({ userId })
    await app.api('DELETE', `/keys/${(await grant()).keyId}`, { token: owner })
    const { body } = await app.api('GET', '/org', { token: owner })
    expect(body.data).toMatchObject({ usage: { keys: 0 } })
    const { keys } = app.app.services.context.tenant(org.id)
    const now = app.clock.now()
    expect(await keys.countGrants(userId, now)).toBe(MAX_GRANTS)
    expect(await keys.countGrants(org.userId, now)).toBe(0)
    expect(await keys.countLive(now)).toBe(0)
  })

  it('is renamed like a key, and is not rotated', async () => {
    const { keyId } = await grant()
    expect((await put(`/keys/${keyId}`, { name: 'Desk' })).body.data).toMatchObject({
      name: 'Desk',
      narrowedAt: null,
    })
    const rotated = await app.api('POST', `/keys/${keyId}/rotate`, { token: owner, body: {} })
    expect([rotated.status, rotated.body.error?.code]).toEqual([409, 'CONFLICT'])
  })
})

describe('narrowing a grant as an admin', () => {
  it('holds from the next call on, and ends the links that it made before', async () => {
    const held = ['sites:read', 'analytics:read', 'org:read'] as const
    const { token, keyId } = await grant({ scopes: held })
    expect(await sitesOf(token)).toEqual(['mine.example', 'other.example'])
    const { url } = await askLink(app, token, { site: mine })
    const scopes = ['sites:read', 'analytics:read']
    const narrower = { scopes, siteIds: [mine, mine], readersWords: false }
    const { status, body } = await put(`/keys/${keyId}`, narrower)
    const after = { ...narrower, siteIds: [mine] }
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...after,
      narrowedAt: new Date(app.clock.now()).toISOString(),
    })
    expect(await sitesOf(token)).toEqual(['mine.example'])
    expect(await refusedLink(url)).toBe('401 INVALID_CREDENTIAL')
    const before = { scopes: held, siteIds: null, readersWords: true }
    expect(lastEntry()).toMatchObject({ action: 'key.update', target_id: keyId })
    expect(JSON.parse(lastEntry()?.detail ?? '')).toEqual({ before, after })
  })

  it('leaves a grant as it is that is sent what it has, in any order', async () => {
    const { keyId } = await grant({ scopes: ['sites:read', 'org:read'], siteIds: [mine, other] })
    const entries = auditEntries(app.directory, org.id).length
    const same = { scopes: ['org:read', 'sites:read'], siteIds: [other, mine], readersWords: true }
    expect((await put(`/keys/${keyId}`, same)).body.data).toMatchObject({ narrowedAt: null })
    expect(auditEntries(app.directory, org.id)).toHaveLength(entries)
  })

  it.each([
    ['scopes', () => ({ scopes: ['org:read'] })],
    ['siteIds', () => ({ siteIds: [mine, other] })],
    ['siteIds', () => ({ siteIds: null })],
    ['readersWords', () => ({ readersWords: true, scopes: ['sites:read'] })],
  ])('refuses to widen its %s, which only its person can', async (path, wider) => {
    const { keyId } = await grant({
      scopes: ['sites:read', 'analytics:read'],
      asked: ['sites:read', 'analytics:read', 'org:read'],
      siteIds: [mine],
      mayReadWords: false,
    })
    const before = await read(keyId)
    const { status, body } = await put(`/keys/${keyId}`, wider())
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_FAILED'])
    expect(body.error?.fields).toMatchObject([{ path, code: 'too_wide', location: 'body' }])
    expect(body.error?.message).toContain('only its person can widen it')
    expect(await read(keyId)).toEqual(before)
  })

  it('settles nothing of a key, whose rights were settled when it was made', async () => {
    const made = await app.api('POST', '/keys', { token: owner, body: { scopes: ['sites:read'] } })
    const { status, body } = await put(`/keys/${made.body.data.id}`, {
      name: 'Other',
      siteIds: [mine],
    })
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: 'siteIds', code: 'settled' }])
    expect(await read(String(made.body.data.id))).toMatchObject({ name: 'API key', siteIds: null })
  })
})

describe('ending a grant', () => {
  it.each(['/keys', '/auth/grants'])(
    'by DELETE %s/:id holds from the next call on, deletes its tokens and is audited once',
    async (path) => {
      const [{ token, keyId }, kept] = [await grant(), await grant()]
      expect(await opens(token)).toBe(200)
      for (let i = 0; i < 2; i++) {
        const { status } = await app.api('DELETE', `${path}/${keyId}`, { token: owner })
        expect([status, await opens(token), await opens(kept.token)]).toEqual([200, 401, 200])
      }
      expect([tokensOf(keyId), tokensOf(kept.keyId)]).toEqual([0, 1])
      const ended = auditEntries(app.directory, org.id).filter(
        ({ action }) => action === 'key.revoke',
      )
      expect(ended).toMatchObject([{ target_id: keyId, actor_id: org.userId }])
    },
  )

  it('leaves nothing of it to change', async () => {
    const { keyId } = await grant()
    await app.api('DELETE', `/auth/grants/${keyId}`, { token: owner })
    for (const path of ['/keys', '/auth/grants']) {
      const { status, body } = await put(`${path}/${keyId}`, { scopes: ['sites:read'] })
      expect([status, body.error?.message]).toEqual([
        409,
        'This grant is revoked: connect the assistant again',
      ])
    }
  })
})

describe('the grants of a person', () => {
  it('are their own of this organization that work, the latest first', async () => {
    const viewer = await joinOrg(app, org, 'viewer')
    const { userId } = viewer
    const first = await grant({ userId, asked: ['sites:read', 'org:read'], scopes: ['sites:read'] })
    app.clock.advance({ seconds: 1 })
    const [second, ended] = [await grant({ userId }), await grant({ userId })]
    await grant()
    await grantOf(app, await app.org(), { userId })
    await app.api('DELETE', `/keys/${ended.keyId}`, { token: owner })
    const { body } = await app.api('GET', '/auth/grants', { token: viewer.token })
    expect(body.data).toMatchObject([{ id: second.keyId }, { id: first.keyId }])
    expect((body.data as unknown as object[])[1]).toEqual({
      id: first.keyId,
      name: 'Assistant',
      client: { name: 'Assistant', host: 'assistant.example' },
      resource: `${app.url}/mcp/data`,
      scopes: ['sites:read'],
      asked: ['sites:read', 'org:read'],
      siteIds: null,
      readersWords: true,
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: null,
      narrowedAt: null,
    })
  })

  it('are changed by them in both directions, within what the assistant asked for', async () => {
    const viewer = await joinOrg(app, org, 'viewer')
    const { token, keyId } = await grant({
      userId: viewer.userId,
      scopes: ['sites:read'],
      asked: ['sites:read', 'analytics:read'],
      siteIds: [mine],
      mayReadWords: false,
    })
    const change = (body: unknown) => put(`/auth/grants/${keyId}`, body, viewer.token)
    const wide = { scopes: ['sites:read', 'analytics:read'], siteIds: null, readersWords: true }
    expect((await change(wide)).body.data).toMatchObject({ ...wide, narrowedAt: null })
    expect(await sitesOf(token)).toEqual(['mine.example', 'other.example'])
    expect(lastEntry()).toMatchObject({ action: 'key.update', actor_id: viewer.userId })
    const { body } = await change({ siteIds: [other] })
    expect(body.data).toMatchObject({ siteIds: [other], narrowedAt: expect.any(String) })
    expect(await sitesOf(token)).toEqual(['other.example'])
    const beyond = await change({ scopes: ['sites:read', 'org:read'] })
    expect([beyond.status, beyond.body.error?.fields]).toMatchObject([
      422,
      [{ path: 'scopes', code: 'not_asked' }],
    ])
  })

  it.each([
    [{ scopes: ['*'] }, 422, 'scopes[0]'],
    [{ scopes: ['sites:write'] }, 422, 'scopes[0]'],
    [{ scopes: [] }, 422, 'scopes'],
    [{ siteIds: [] }, 422, 'siteIds'],
    [{ siteIds: Array.from({ length: 101 }, () => 'site_1') }, 422, 'siteIds'],
    [{ siteIds: ['site_nowhere'] }, 404, 'siteIds[0]'],
    [{ words: true }, 422, 'words'],
  ])('are not changed by %j, whoever sends it', async (body, status, path) => {
    const { keyId } = await grant()
    for (const route of ['/keys', '/auth/grants']) {
      const answer = await put(`${route}/${keyId}`, body)
      expect([route, answer.status]).toEqual([route, status])
      expect(answer.body.error?.fields).toMatchObject([{ path }])
    }
  })

  it('are found by nobody else: what is another’s, a key or unknown has one answer', async () => {
    const viewer = await joinOrg(app, org, 'viewer')
    const { keyId, token } = await grant({ userId: viewer.userId })
    const made = await app.api('POST', '/keys', { token: owner, body: { scopes: ['*'] } })
    for (const id of [keyId, String(made.body.data.id), 'key_nowhere']) {
      const change = await put(`/auth/grants/${id}`, { readersWords: false })
      const end = await app.api('DELETE', `/auth/grants/${id}`, { token: owner })
      for (const { status, body } of [change, end]) {
        expect([status, body.error?.message]).toEqual([404, 'No such grant'])
      }
    }
    expect(await opens(token)).toBe(200)
  })
})
