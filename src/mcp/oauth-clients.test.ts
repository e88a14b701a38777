import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formIn, ownerWithBrowser, REDIRECT, type TestBrowser } from '../testing/oauth-flow.ts'
import { ClientSite } from '../testing/client-site.ts'
import { TestApp } from '../testing/start-test-app.ts'

// The clients of the SDK find out all by themselves: from the address that a person pastes to the tools.

let app: TestApp
let site: ClientSite
let browser: TestBrowser

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

/** The part of a client that keeps its data, together with the person who answers the page of consent. */
class Provider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = {
    client_name: 'SDK',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  }
  asked: URL | undefined
  back: URL | undefined
  #verifier = ''
  #client: { client_id: string } | undefined
  #tokens: OAuthTokens | undefined

  /**
   * The SDK takes documents only over https, which this server does not have, so the SDK gets the address as an id that
   * it already knows.
   */
  constructor(documentUrl?: string) {
    if (documentUrl !== undefined) this.saveClientInformation({ client_id: documentUrl })
  }

  clientInformation = () => this.#client
  saveClientInformation = (client: { client_id: string }): void => void (this.#client = client)
  tokens = () => this.#tokens
  saveTokens = (tokens: OAuthTokens): void => void (this.#tokens = tokens)
  codeVerifier = () => this.#verifier
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier)

  /** Acts as the person who sees the page of consent and presses Connect. */
  redirectToAuthorization = async (url: URL): Promise<void> => {
    this.asked = url
    const page = await browser.open(url.pathname + url.search)
    const done = await browser.submit('/authorize', formIn(page.html))
    this.back = new URL(done.location ?? '')
  }
}

interface Connecting {
  address: string
  provider: Provider
}

/** Connects a client, lets it lead the person to the page of consent, and lists the tools. */
async function toolsOfLegacy({ address, provider: authProvider }: Connecting): Promise<string[]> {
  const open = () => new StreamableHTTPClientTransport(new URL(app.url + address), { authProvider })
  const first = open()
  await expect(new Client(NAME).connect(first)).rejects.toThrow('Unauthorized')
  await first.finishAuth(authProvider.back?.searchParams.get('code') ?? '')
  const client = new Client(NAME)
  await client.connect(open())
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

async function toolsOfModern({ address, provider: authProvider }: Connecting): Promise<string[]> {
  const open = () => new ModernTransport(new URL(app.url + address), { authProvider })
  const first = open()
  await expect(new ModernClient(NAME).connect(first)).rejects.toThrow('Unauthorized')
  await first.finishAuth(authProvider.back?.searchParams ?? new URLSearchParams())
  const client = new ModernClient(NAME)
  await client.connect(open())
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

const NAME = { name: 'test', version: '1' }

describe.each([
  ['v1', toolsOfLegacy],
  ['v2', toolsOfModern],
] as const)('the client of the SDK %s', (_, toolsOf) => {
  it.each(['/mcp', '/mcp/data', '/mcp/publisher', '/mcp/data/s/example.com'])(
    'registers itself, asks a person, and lists the tools of %s',
    async (address) => {
      const provider = new Provider()
      const tools = await toolsOf({ address, provider })
      expect(tools).toContain('search')
      expect(provider.asked?.searchParams.get('resource')).toBe(app.url + address)
      expect(provider.back?.searchParams.get('iss')).toBe(app.url)
    },
  )
})

it('the client of the SDK v2 is known by its document, and registers nothing', async () => {
  const url = site.client('/client.json', { redirect_uris: [REDIRECT] })
  const provider = new Provider(url)
  expect(await toolsOfModern({ address: '/mcp', provider })).toContain('get_overview')
  expect(provider.asked?.searchParams.get('client_id')).toBe(url)
})
