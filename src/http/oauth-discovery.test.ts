import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantOf } from '../testing/oauth-grant.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
beforeEach(() => app.clock.advance({ minutes: 2 }))
afterAll(() => app[Symbol.asyncDispose]())

const ADDRESSES = ['/mcp', '/mcp/publisher', '/mcp/data', '/mcp/data/s/tea.example']
const isOfData = (address: string) => address.startsWith('/mcp/data')

const get = async (path: string) => {
  const answer = await fetch(app.url + path)
  return {
    status: answer.status,
    cors: answer.headers.get('access-control-allow-origin'),
    body: (await answer.json()) as Record<string, unknown>,
  }
}

describe('the metadata', () => {
  it.each(ADDRESSES)('of %s names this origin and its own scopes', async (address) => {
    const { status, cors, body } = await get(`/.well-known/oauth-protected-resource${address}`)
    expect([status, cors]).toEqual([200, '*'])
    expect(body).toMatchObject({
      resource: app.url + address,
      authorization_servers: [app.url],
      bearer_methods_supported: ['header'],
    })
    const scopes = body['scopes_supported'] as string[]
    expect(scopes.every((scope) => scope.endsWith(':read'))).toBe(true)
    expect([address, scopes.includes('prompts:read')]).toEqual([address, !isOfData(address)])
  })

  it.each(['', ...ADDRESSES])(
    'of the authorization server is at the root, and behind %j',
    async (address) => {
      const { status, cors, body } = await get(`/.well-known/oauth-authorization-server${address}`)
      expect([status, cors]).toEqual([200, '*'])
      expect(body).toMatchObject({
        issuer: app.url,
        authorization_endpoint: `${app.url}/authorize`,
        token_endpoint: `${app.url}/token`,
        registration_endpoint: `${app.url}/register`,
        revocation_endpoint: `${app.url}/revoke`,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        token_endpoint_auth_methods_supported: [
          'none',
          'client_secret_basic',
          'client_secret_post',
          'private_key_jwt',
        ],
      })
      expect(body['scopes_supported']).toContain('offline_access')
      expect(JSON.stringify(body)).not.toMatch(/:write|"\*"/)
    },
  )

  it('is nowhere else', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp/protocol',
      '/.well-known/openid-configuration',
    ]) {
      expect((await get(path)).status).toBe(404)
    }
  })

  it.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/token',
    '/register',
    '/revoke',
  ])('pages of any origin may ask at %s', async (path) => {
    const answer = await fetch(app.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://inspector.example',
        'access-control-request-method': path.startsWith('/.') ? 'GET' : 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase()
    for (const name of ['authorization', 'content-type', 'mcp-protocol-version']) {
      expect(allowed).toContain(name)
    }
  })
})

describe('the way to a token', () => {
  const ask = (
    address: string,
    method: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ) =>
    fetch(app.url + address, {
      method,
      headers: {
        connection: 'close',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const call = (name: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: {} },
  })

  it.each(ADDRESSES)('is told to every method at %s', async (address) => {
    for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
      const answer = await ask(address, method)
      expect(answer.status).toBe(401)
      const told = answer.headers.get('www-authenticate') ?? ''
      expect(told).toContain(
        `Bearer resource_metadata="${app.url}/.well-known/oauth-protected-resource${address}", scope="`,
      )
      expect(told).toContain('sites:read')
      expect(told).not.toMatch(/offline_access|write|error=/)
    }
  })

  it('is told to a token that fails, and not to a key', async () => {
    const headerFor = async (token: string) =>
      (await ask('/mcp', 'POST', { authorization: `Bearer ${token}` })).headers.get(
        'www-authenticate',
      )
    expect(await headerFor('something')).toMatch(
      /^Bearer error="invalid_token", resource_metadata="/,
    )
    expect(await headerFor('ctbk_short')).toBe('Bearer error="invalid_token"')
    expect(await headerFor('"ctbk_short"')).toBe('Bearer error="invalid_token"')
  })

  it('is not told to a plan that does not reach it', async () => {
    const { token } = await grantOf(app, await app.org('pro'))
    const answer = await ask(
      '/mcp',
      'POST',
      { authorization: `Bearer ${token}` },
      call('list_sites'),
    )
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, null])
  })

  it('leads to more where a client never asked for it, and to the person who left it out', async () => {
    const org = await app.org('business')
    const scopes = ['sites:read'] as const
    const narrow = await grantOf(app, org, { resource: '/mcp/publisher', scopes })
    const left = await grantOf(app, org, {
      resource: '/mcp/publisher',
      scopes,
      asked: ['sites:read', 'prompts:read'],
    })
    const asked = await ask(
      '/mcp/publisher',
      'POST',
      { authorization: `Bearer ${narrow.token}` },
      call('list_prompts'),
    )
    expect(asked.status).toBe(403)
    expect(asked.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp/publisher", scope="prompts:read"`,
    )
    const told = await ask(
      '/mcp/publisher',
      'POST',
      { authorization: `Bearer ${left.token}` },
      call('list_prompts'),
    )
    expect(told.status).toBe(200)
    const text = await told.text()
    expect(text).toContain('"isError":true')
    expect(text).toContain(`PUT /api/v1/auth/grants/${left.keyId}`)
  })
})

it('callers without a token have 600 calls a minute on one address, and wrong ones 120', async () => {
  const remaining = async (headers: Record<string, string>) => {
    const answer = await fetch(`${app.url}/mcp/data`, { method: 'POST', headers })
    return answer.headers.get('x-ratelimit-limit')
  }
  expect(await remaining({})).toBe('600')
  expect(await remaining({ authorization: 'Bearer wrong' })).toBe('120')
})
