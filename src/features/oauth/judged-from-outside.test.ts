import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ClientSite } from '../../testing/client-site.ts'
import { formIn, ownerWithBrowser, REDIRECT, type TestBrowser } from '../../testing/oauth-flow.ts'
import { TestApp } from '../../testing/start-test-app.ts'

// oauth4webapi checks each answer against the RFCs, and makes the requests of clients.

let app: TestApp
let site: ClientSite
let browser: TestBrowser

const HTTP = { [oauth.allowInsecureRequests]: true }

beforeAll(async () => {
  site = await ClientSite.start()
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
})

beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  ;({ browser } = await ownerWithBrowser(app))
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

/** Finds the server by its address alone, as a client does that knows nothing else. */
async function discover(resource: URL): Promise<oauth.AuthorizationServer> {
  const told = await oauth.resourceDiscoveryRequest(resource, HTTP)
  const { authorization_servers: [issuer = ''] = [] } =
    await oauth.processResourceDiscoveryResponse(resource, told)
  const url = new URL(issuer)
  const answer = await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...HTTP })
  return oauth.processDiscoveryResponse(url, answer)
}

interface Known {
  client: oauth.Client
  auth: oauth.ClientAuth
}

async function register(server: oauth.AuthorizationServer, method: string): Promise<oauth.Client> {
  const metadata = { redirect_uris: [REDIRECT], token_endpoint_auth_method: method }
  const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, HTTP)
  return oauth.processDynamicClientRegistrationResponse(answer)
}

function secretOf({ client_secret: secret }: oauth.Client): string {
  if (typeof secret !== 'string') throw new TypeError('The client was given no secret')
  return secret
}

/** Makes a client that signs, at the time of the server's clock. */
async function signing(alg: 'RS256' | 'ES256'): Promise<Known> {
  const pair = await oauth.generateKeyPair(alg, { extractable: true })
  const jwk = {
    ...(await crypto.subtle.exportKey('jwk', pair.publicKey)),
    kid: alg,
    alg,
    use: 'sig',
  }
  const client_id = site.client(`/${alg}.json`, {
    client_name: 'Signing',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [jwk] },
  })
  const skew = Math.round((app.clock.now() - new Date().getTime()) / 1_000)
  const key = { key: pair.privateKey, kid: alg }
  return { client: { client_id, [oauth.clockSkew]: skew }, auth: oauth.PrivateKeyJwt(key) }
}

const WAYS: Readonly<Record<string, (server: oauth.AuthorizationServer) => Promise<Known>>> = {
  none: async (server) => ({ client: await register(server, 'none'), auth: oauth.None() }),
  async client_secret_basic(server) {
    const client = await register(server, 'client_secret_basic')
    return { client, auth: oauth.ClientSecretBasic(secretOf(client)) }
  },
  async client_secret_post(server) {
    const client = await register(server, 'client_secret_post')
    return { client, auth: oauth.ClientSecretPost(secretOf(client)) }
  },
  'private_key_jwt with RS256': () => signing('RS256'),
  'private_key_jwt with ES256': () => signing('ES256'),
}

describe.each(Object.entries(WAYS))('a client that proves itself by %s', (_, known) => {
  it('goes the whole way', async () => {
    const resource = new URL(`${app.url}/mcp`)
    const server = await discover(resource)
    const { client, auth } = await known(server)
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: resource.href,
      state,
    }).toString()
    const page = await browser.open(address.pathname + address.search)
    const done = await browser.submit('/authorize', formIn(page.html))
    const back = new URL(done.location ?? '')
    const parameters = oauth.validateAuthResponse(server, client, back, state)
    const redeemed = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      parameters,
      REDIRECT,
      verifier,
      HTTP,
    )
    const first = await oauth.processAuthorizationCodeResponse(server, client, redeemed)
    const renewed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      auth,
      first.refresh_token ?? '',
      HTTP,
    )
    const next = await oauth.processRefreshTokenResponse(server, client, renewed)
    expect(await statusOf(resource, next.access_token)).toBe(200)
    const ended = await oauth.revocationRequest(
      server,
      client,
      auth,
      next.refresh_token ?? '',
      HTTP,
    )
    await oauth.processRevocationResponse(ended)
    expect(await statusOf(resource, next.access_token)).toBe(401)
  })
})

async function statusOf(resource: URL, token: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  return (await fetch(resource, { method: 'POST', headers, body })).status
}
