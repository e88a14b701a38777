import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpRequest, postMcp } from '../../testing/mcp-post.ts'
import { signLink } from '../../testing/sign-link.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let session: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '127.0.0.1' } })
  session = await app.session(await app.org('business'))
})

afterAll(() => app[Symbol.asyncDispose]())

const keyFor = async (allowedIps: readonly string[]) => {
  const body = { scopes: ['*'], allowedIps }
  const made = await app.api('POST', '/keys', { token: session, body })
  expect(made.body.error).toBeNull()
  return { id: String(made.body.data.id), key: String(made.body.data['key']) }
}
const from = (address: string) => ({ 'x-forwarded-for': address })
const use = async (token: string, address: string) => {
  const { status, body } = await app.api('GET', '/sites', { token, headers: from(address) })
  return body.error ? `${status} ${body.error.code}` : status
}
const REFUSED = '403 IP_NOT_ALLOWED'

describe('a key with allowed addresses', () => {
  it.each([
    [['192.0.2.7'], '192.0.2.7', '192.0.2.8'],
    [['192.0.2.7/32'], '192.0.2.7', '192.0.2.6'],
    [['192.0.2.99/24'], '192.0.2.1', '192.0.3.1'],
    [['192.0.2.0/24'], '::ffff:192.0.2.1', '::ffff:192.0.3.1'],
    [['2001:db8::/32'], '2001:db8:1::1', '2001:db9::1'],
    [['2001:DB8::1'], '2001:db8:0:0::1', '2001:db8::2'],
    [['10.0.0.0/8', '2001:db8::/64'], '2001:db8::ff', '10.1.1.1.example'],
    [['0.0.0.0/0'], '203.0.113.9', '2001:db8::1'],
    [['::/0'], '2001:db8::1', 'unknown'],
  ])('of %j works from %s and not from %s', async (allowedIps, inside, outside) => {
    const { key } = await keyFor(allowedIps)
    expect(await use(key, inside)).toBe(200)
    expect(await use(key, outside)).toBe(REFUSED)
  })

  it('is refused over MCP as over REST, with nothing done and no use noted', async () => {
    const { id, key } = await keyFor(['192.0.2.0/24'])
    const call = mcpRequest('legacy', { method: 'tools/call', params: { name: 'list_sites' } })
    const answers = []
    for (const address of ['198.51.100.1', '192.0.2.1']) {
      const headers = { ...call.headers, ...from(address) }
      answers.push(await postMcp(app, 'data', { ...call, headers }, key))
    }
    const [refused, answered] = answers
    expect(refused?.status).toBe(403)
    expect(refused?.body?.error?.data).toMatchObject({ code: 'IP_NOT_ALLOWED' })
    expect(answered?.status).toBe(200)
    const { body } = await app.api('GET', '/org/assistant-calls', { token: session })
    expect(body.data).toMatchObject([{ keyId: id, outcome: 'ok' }])

    const unused = await keyFor(['192.0.2.0/24'])
    expect(await use(unused.key, '198.51.100.1')).toBe(REFUSED)
    const made = await app.api('POST', '/sites', {
      token: unused.key,
      body: { domain: 'never.example' },
      headers: from('198.51.100.1'),
    })
    expect(made.status).toBe(403)
    await app.app.services.authenticator.flushUses()
    const shown = await app.api('GET', `/keys/${unused.id}`, { token: session })
    expect(shown.body.data).toMatchObject({ lastUsedAt: null, allowedIps: ['192.0.2.0/24'] })
    const sites = await app.api('GET', '/sites', { token: session })
    expect(sites.body.data).toEqual([])
  })

  it('says no more of a revoked key than of one that never was', async () => {
    const { id, key } = await keyFor(['192.0.2.0/24'])
    await app.api('DELETE', `/keys/${id}`, { token: session })
    expect(await use(key, '198.51.100.1')).toBe('401 INVALID_CREDENTIAL')
  })

  it('counts refusals against the address, and not against the key', async () => {
    const { key } = await keyFor(['192.0.2.0/24'])
    const read = (address: string) =>
      app.api('GET', '/sites', { token: key, headers: from(address) })
    const refused = await read('198.51.100.77')
    expect(refused.headers.get('x-ratelimit-limit')).toBe('120')
    await read('198.51.100.77')
    expect((await read('192.0.2.1')).headers.get('x-ratelimit-remaining')).toBe('599')
  })

  it('makes links that open from the same addresses', async () => {
    const site = await app.site(session)
    const { key } = await keyFor(['127.0.0.1'])
    const query = await signLink(app, key, site)
    const open = async (address: string) =>
      (await fetch(`${app.url}/api/v1/exports${query}`, { headers: from(address) })).status
    expect([await open('127.0.0.1'), await open('198.51.100.1')]).toEqual([200, 403])
  })
})
