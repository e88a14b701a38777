import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mintToken } from '../../kernel/credentials/tokens.ts'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { ExportedSite } from '../../testing/exported-site.ts'
import { askLink, openLink, refusedLink } from '../../testing/file-links.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

let exported: ExportedSite
let app: TestApp

beforeAll(async () => {
  exported = await ExportedSite.start()
  ;({ app } = exported)
})
afterAll(() => exported[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ minutes: 2 }))

const link = (args: Arguments) => askLink(app, exported.site.key, args)

const DEAD = '401 INVALID_CREDENTIAL'

/** Makes an organization with a key, a site and a link to a file of it, all of which a test may end. */
async function ownSite() {
  const org = await app.org('business')
  const key = await app.key(org)
  const site = await app.site(key)
  return { org, key, site, url: (await askLink(app, key, { site })).url }
}

const update = (statement: string, ...values: unknown[]): number =>
  onFile(app, (file) => file.prepare(statement).run(...values).changes)

describe('a link that does not open', () => {
  it('is refused at an address whose port is none, and not repeated in the log', async () => {
    const token = 'A'.repeat(200)
    const path = `http://a:99999/api/v1/exports?link=${token}`
    const { status, body } = await rawRequest(app.url, { method: 'GET', path })
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ error: expect.objectContaining({ code: 'INVALID_CREDENTIAL' }) }),
    ])
    expect(app.logs.join('')).not.toContain(token)
    const sites = { method: 'GET', path: 'http://a:99999/api/v1/sites?limit=1' }
    const headers = { authorization: `Bearer ${exported.site.key}` }
    expect((await rawRequest(app.url, { ...sites, headers })).status).toBe(200)
  })

  it('is one of fifteen minutes ago', async () => {
    const { url } = await link({})
    app.clock.advance({ minutes: 14, seconds: 59 })
    expect((await openLink(url)).status).toBe(200)
    app.clock.advance({ seconds: 1 })
    expect(await refusedLink(url)).toBe(DEAD)
  })

  it('is one with any character changed, cut, added or doubled', async () => {
    const { url } = await link({})
    const at = url.indexOf('link=') + 5
    const [head, token] = [url.slice(0, at), url.slice(at)]
    for (let i = 0; i < token.length; i++) {
      if (i % 60 === 0) app.clock.advance({ seconds: 61 })
      const other = token[i] === 'A' ? 'B' : 'A'
      expect([
        i,
        await refusedLink(`${head}${token.slice(0, i)}${other}${token.slice(i + 1)}`),
      ]).toEqual([i, DEAD])
    }
    app.clock.advance({ minutes: 2 })
    const fresh = (await link({})).url.slice(at)
    for (const text of ['', 'x', fresh.slice(0, -1), `${fresh}A`, `${fresh}=`, 'A'.repeat(9_000)]) {
      expect([text, await refusedLink(`${head}${text}`)]).toEqual([text, DEAD])
    }
    expect(await refusedLink(`${head}${fresh}&link=${fresh}`)).toBe('422 VALIDATION_FAILED')
    expect(await refusedLink(head.replace('?link=', ''))).toBe('401 UNAUTHENTICATED')
  })

  it('is one whose key was revoked, from that moment on', async () => {
    const { org, key, url } = await ownSite()
    const session = await app.session(org)
    expect((await openLink(url)).status).toBe(200)
    const { body } = await app.api('GET', '/keys', { token: session })
    const [{ id } = { id: '' }] = body.data as unknown as { id: string }[]
    expect((await app.api('DELETE', `/keys/${id}`, { token: session })).status).toBe(200)
    expect(await refusedLink(url)).toBe(DEAD)
    expect((await app.api('GET', '/sites', { token: key })).status).toBe(401)
  })

  it('is one whose key has expired, lost its scope or its plan', async () => {
    const { org, url } = await ownSite()
    const ofOrg = 'WHERE org_id = ?'
    const set = (column: string, value: unknown) =>
      update(`UPDATE api_key SET ${column} = ? ${ofOrg}`, value, org.id)
    set('expires_at', app.clock.now())
    expect(await refusedLink(url)).toBe(DEAD)
    set('expires_at', null)
    set('scopes', '["sites:read"]')
    expect(await refusedLink(url)).toBe('403 INSUFFICIENT_SCOPE')
    set('scopes', '["analytics:read"]')
    update('UPDATE organization SET plan = ? WHERE id = ?', 'pro', org.id)
    expect(await refusedLink(url)).toBe('403 PLAN_REQUIRED')
    update('UPDATE organization SET plan = ? WHERE id = ?', 'business', org.id)
    expect((await openLink(url)).status).toBe(200)
  })

  it('is one of a site that was deleted', async () => {
    const { org, site, url } = await ownSite()
    await app.api('DELETE', `/sites/${site}`, { token: await app.session(org) })
    expect(await refusedLink(url)).toBe('404 NOT_FOUND')
  })

  it('is none of another organization: it cannot be made, also not by a changed query', async () => {
    const other = await ownSite()
    await expect(askLink(app, other.key, { site: exported.site.id })).rejects.toThrow('NOT_FOUND')
    const forged = `${other.url}&site=${exported.site.id}`
    expect(await refusedLink(forged)).toBe('422 VALIDATION_FAILED')
    for (const more of ['range=90d', 'rows=events', 'format=json', 'siteId=x']) {
      expect([more, await refusedLink(`${other.url}&${more}`)]).toEqual([
        more,
        '422 VALIDATION_FAILED',
      ])
    }
  })

  it('is one of a key with the token of another surface beside it', async () => {
    const { url } = await link({})
    const beside = (token: string) =>
      openLink(url, { headers: { authorization: `Bearer ${token}` } })
    expect((await beside(exported.site.key)).status).toBe(200)
    expect((await beside(mintToken('partner'))).status).toBe(401)
  })
})

describe('the token of a link', () => {
  it('is no credential: nothing else takes it', async () => {
    const { url } = await link({})
    const token = url.slice(url.indexOf('link=') + 5)
    expect((await app.api('GET', '/sites', { token })).status).toBe(401)
    const path = `/analytics/${exported.site.id}/export?link=${token}`
    expect((await app.api('GET', path)).status).toBe(401)
    await expect(askTool(app, 'data', 'list_sites', token, {})).rejects.toThrow('401')
  })

  it('stands in no line of the log, whatever becomes of it', async () => {
    const { url } = await link({})
    const token = url.slice(url.indexOf('link=') + 5)
    const before = app.logs.length
    await (await openLink(url)).text()
    await openLink(url, { method: 'POST' })
    await openLink(url.replace('/exports', '/nowhere'))
    app.clock.advance({ minutes: 15 })
    await refusedLink(url)
    const lines = app.logs.slice(before).join('')
    expect(lines).toContain('"route":"/api/v1/exports"')
    expect(lines).toMatch(/"keyId":"key_/)
    expect(lines).not.toContain(token)
    expect(lines).not.toContain(token.slice(0, 24))
  })

  it('counts as a request of its key, and a wrong one as a failure of its address', async () => {
    const { key, url } = await ownSite()
    const left = async (asking: Promise<Response>) =>
      Number((await asking).headers.get('x-ratelimit-remaining'))
    const headers = { authorization: `Bearer ${key}` }
    const sites = () => fetch(`${app.url}/api/v1/sites`, { headers })
    const first = await left(sites())
    expect(await left(openLink(url))).toBe(first - 1)
    expect(await left(sites())).toBe(first - 2)
    expect(await left(openLink(`${url}A`))).toBe(119)
    expect(await left(openLink(`${url}B`))).toBe(118)
  })
})
