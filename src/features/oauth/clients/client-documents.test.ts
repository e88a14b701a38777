import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveCanary, type LocalServer } from '../../../net/local-servers.ts'
import { ClientSite } from '../../../testing/client-site.ts'
import { TestApp } from '../../../testing/start-test-app.ts'
import { findClient } from './find-client.ts'

let app: TestApp
let site: ClientSite
let canary: LocalServer

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32' } })
  site = await ClientSite.start()
  canary = await serveCanary('127.0.0.1')
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await canary[Symbol.asyncDispose]()
})

const find = (id: string) => findClient(app.app.services.context, id)

/** Returns the refusal of a look-up: its code and its message. */
const refusalOf = async (id: string): Promise<string> =>
  find(id).then(
    () => 'found',
    (error: unknown) => {
      if (!(error instanceof Error) || !('oauth' in error)) throw error
      return `${String(error.oauth)}: ${error.message}`
    },
  )

describe('a client whose id is the address of its document', () => {
  it('is what Claude, Claude Code, ChatGPT and VS Code publish', async () => {
    const shared = {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }
    const claude = site.client('/claude', {
      ...shared,
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      redirect_uris: [
        'https://claude.ai/api/mcp/auth_callback',
        'https://claude.com/api/mcp/auth_callback',
      ],
      token_endpoint_auth_method: 'none',
    })
    expect(await find(claude)).toEqual({
      id: claude,
      kind: 'document',
      name: 'Claude',
      redirectUris: [
        'https://claude.ai/api/mcp/auth_callback',
        'https://claude.com/api/mcp/auth_callback',
      ],
      methods: ['none'],
      method: 'none',
    })
    const code = site.client('/claude-code', {
      ...shared,
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    })
    expect((await find(code)).redirectUris).toHaveLength(2)
    const ofChatGpt = {
      ...shared,
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: site.at('/jwks.json'),
    }
    const chatGptInMay = site.client('/chatgpt-may', ofChatGpt)
    expect(await find(chatGptInMay)).toMatchObject({
      methods: ['private_key_jwt'],
      method: 'private_key_jwt',
      jwksUri: site.at('/jwks.json'),
    })
    const chatGpt = site.client('/chatgpt', {
      ...ofChatGpt,
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    })
    expect(await find(chatGpt)).toMatchObject({
      methods: ['private_key_jwt', 'none'],
      method: 'private_key_jwt',
    })
    const vsCode = site.client('/vscode', {
      client_name: 'Visual Studio Code',
      logo_uri: null,
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:device_code'],
      response_types: ['code'],
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect', 'other://callback'],
      token_endpoint_auth_method: null,
    })
    expect(await find(vsCode)).toMatchObject({
      redirectUris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      methods: ['none'],
    })
  })

  it('has a cleaned name of at most 200 characters, or none', async () => {
    const long = site.client('/long', { client_name: `a\u202eb \n c\u0000${'😀'.repeat(400)}` })
    const { name } = await find(long)
    expect(name).toBe(`ab c${'😀'.repeat(196)}`)
    expect((await find(site.client('/blank', { client_name: '\u200b \n' }))).name).toBeNull()
    expect((await find(site.client('/list', { client_name: ['a'] }))).name).toBeNull()
  })

  it('is refused for what it says', async () => {
    const uris = Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`)
    const faults: [string, Record<string, unknown>][] = [
      ['client_id is another address', { client_id: site.at('/other') }],
      ['client_id is another address', { client_id: `${site.at('/2')}/` }],
      ['client_id is another address', { client_id: null }],
      ['has a client_secret', { client_secret: 'shared' }],
      ['has no redirect_uris', { redirect_uris: [] }],
      ['has no redirect_uris', { redirect_uris: 'https://a.example/' }],
      ['more than 20 redirect_uris', { redirect_uris: uris }],
      ['none of its redirect_uris', { redirect_uris: ['javascript:alert(1)', 5] }],
      ['no way to authenticate', { token_endpoint_auth_method: 'client_secret_post' }],
      ['no way to authenticate', { token_endpoint_auth_method: 'private_key_jwt' }],
      ['no way to authenticate', { token_endpoint_auth_method: 5 }],
      ['jwks_uri cannot be used', { jwks_uri: 'https://a.example/#keys' }],
      ['jwks_uri cannot be used', { jwks_uri: {} }],
    ]
    for (const [index, [reason, fields]] of faults.entries()) {
      const refusal = await refusalOf(site.client(`/fault-${index}`, fields))
      expect(refusal).toMatch(/^invalid_client: The document of the client is refused: /)
      expect(refusal).toContain(reason)
    }
  })

  it('is refused for how it is served, and nothing is followed', async () => {
    const location = `http://127.0.0.1:${canary.port}/`
    const faults: [string, string][] = [
      [site.json('/redirect', {}, { location }, 302), 'answers 302'],
      [site.at('/missing'), 'answers 404'],
      [site.client('/html', {}, { 'content-type': 'text/html' }), 'is no JSON'],
      [site.client('/large', { logo: 'a'.repeat(5_120) }), 'more than 5120 bytes'],
      [site.json('/array', [1]), 'it is no object'],
      [
        site.answer('/broken', (_, response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end('{"client_id":')
        }),
        'it is no object',
      ],
      [
        site.answer('/megabyte', (_, response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(JSON.stringify({ a: 'a'.repeat(1_000_000) }))
        }),
        'more than 5120 bytes',
      ],
    ]
    for (const [id, reason] of faults) {
      const refusal = await refusalOf(id)
      expect(refusal).toMatch(/^invalid_client: /)
      expect(refusal).toContain(reason)
    }
    expect(canary.connections()).toBe(0)
  })

  it('is for later where its server drips, is silent or has trouble', async () => {
    const drip = site.answer('/drip', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(timer))
    })
    const silent = `http://127.0.0.1:${canary.port}/client.json`
    const busy = site.json('/busy', {}, {}, 503)
    const refusals = await Promise.all([drip, silent, busy].map(refusalOf))
    for (const refusal of refusals) expect(refusal).toMatch(/^temporarily_unavailable: /)
  })

  it('is kept as its headers say, and one that is asked for at once is fetched once', async () => {
    const id = site.client('/kept', {}, { 'cache-control': 'public, max-age=600' })
    await Promise.all(Array.from({ length: 20 }, () => find(id)))
    app.clock.advance({ minutes: 9 })
    await find(id)
    expect(site.asked('/kept')).toBe(1)
    app.clock.advance({ minutes: 2 })
    await find(id)
    expect(site.asked('/kept')).toBe(2)
    const brief = site.client('/brief', {}, { 'cache-control': 'no-store' })
    for (const seconds of [0, 59, 2]) {
      app.clock.advance({ seconds })
      await find(brief)
    }
    expect(site.asked('/brief')).toBe(2)
    const eternal = site.client('/eternal', {}, { 'cache-control': 'max-age=999999999' })
    await find(eternal)
    app.clock.advance({ hours: 25 })
    await find(eternal)
    expect(site.asked('/eternal')).toBe(2)
  })

  it('is used for a day while its server is down, and no longer', async () => {
    const id = site.client('/down', {}, { 'cache-control': 'max-age=600' })
    await find(id)
    site.json('/down', {}, {}, 500)
    app.clock.advance({ hours: 23 })
    expect(await find(id)).toMatchObject({ id })
    app.clock.advance({ hours: 2 })
    expect(await refusalOf(id)).toMatch(/^temporarily_unavailable: /)
    expect(site.asked('/down')).toBe(3)
    await refusalOf(id)
    expect(site.asked('/down')).toBe(3)
    site.client('/down')
    app.clock.advance({ seconds: 11 })
    expect(await find(id)).toMatchObject({ id })
  })
})
