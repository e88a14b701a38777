import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintToken } from '../kernel/credentials/tokens.ts'
import { mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

const list = mcpRequest('legacy', { method: 'tools/list' })

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

describe.each(['publisher', 'data'])('/mcp/%s', (server) => {
  it('answers a missing credential with where to look', async () => {
    const answer = await postMcp(app, server, list)
    expect(answer.status).toBe(401)
    expect(answer.body?.error?.data).toMatchObject({ code: 'UNAUTHENTICATED' })
    const challenge = answer.headers.get('www-authenticate') ?? ''
    expect(challenge).not.toContain('error=')
    const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
    const metadata = (await (await fetch(address)).json()) as Record<string, unknown>
    expect(metadata).toEqual({
      resource: `${app.url}/mcp/${server}`,
      authorization_servers: [app.url],
      scopes_supported: expect.arrayContaining(['analytics:read']) as unknown,
      bearer_methods_supported: ['header'],
    })
  })

  it.each([
    ['made up', 'nonsense'],
    ['unknown', mintToken('key')],
    ['of a partner', mintToken('partner')],
    ['of a session', mintToken('session')],
  ])('refuses a token that is %s', async (_, token) => {
    const answer = await postMcp(app, server, list, token)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(answer.body?.error?.data).toMatchObject({ code: 'INVALID_CREDENTIAL' })
  })

  it('refuses a plan below Business without asking to log in', async () => {
    const key = await app.key(await app.org('pro'))
    const answer = await postMcp(app, server, list, key)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('www-authenticate')).toBeNull()
    expect(answer.body?.error?.data).toMatchObject({ code: 'PLAN_REQUIRED' })
  })

  it('refuses requests that were meant for another host, or come from another site’s page', async () => {
    const key = await app.key(await app.org())
    const own = { ...list.headers, origin: app.url }
    expect((await postMcp(app, server, { ...list, headers: own }, key)).status).toBe(200)
    const foreign = { ...list.headers, origin: 'https://evil.example' }
    expect((await postMcp(app, server, { ...list, headers: foreign }, key)).status).toBe(403)
    expect(await statusWithHost(`/mcp/${server}`, 'evil.example')).toBe(403)
    for (const host of ['evil@127.0.0.1', 'a:b@localhost', '127.0.0.1/x', '127.0.0.1?x']) {
      expect([host, await statusWithHost(`/mcp/${server}`, host)]).toEqual([host, 400])
    }
  })

  it('draws from the same bucket as REST, and says when to come back', async () => {
    const key = await app.key(await app.org('business'))
    for (let i = 0; i < 300; i++) await app.api('GET', '/sites', { token: key })
    const first = await postMcp(app, server, list, key)
    expect(first.headers.get('x-ratelimit-limit')).toBe('600')
    expect(first.headers.get('x-ratelimit-remaining')).toBe('299')
    for (let i = 0; i < 299; i++) await postMcp(app, server, list, key)
    const refused = await postMcp(app, server, list, key)
    expect(refused.status).toBe(429)
    expect(refused.body?.error?.data).toMatchObject({ code: 'RATE_LIMITED' })
    const seconds = Number(refused.headers.get('retry-after'))
    expect((await app.api('GET', '/sites', { token: key })).status).toBe(429)
    app.clock.advance({ seconds })
    expect((await postMcp(app, server, list, key)).status).toBe(200)
  })
})

it('the service says plainly that it is no provider of OpenID', async () => {
  const response = await fetch(`${app.url}/.well-known/openid-configuration`)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toContain('application/json')
})

/**
 * Sends a request with a Host of its own, and returns the status. It goes through node:http, since `fetch` sets Host by
 * itself.
 */
async function statusWithHost(path: string, host: string): Promise<number | undefined> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const call = request(`${app.url}${path}`, { method: 'POST', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    call.once('error', reject)
    call.end('{}')
  })
}
