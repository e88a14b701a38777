import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { SERVERS_OF_EACH_TOOL } from '../testing/keyed-servers.ts'
import { requestBodyOf } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { addressOf } from '../kernel/door/surface.ts'
import {
  serverAddress,
  type ServerDefinition,
  type Tool,
} from '../kernel/assistants/server-definition.ts'
import { OPERATIONS } from '../server/operations.ts'
import type { Credential } from '../testing/credential-matrix.ts'
import {
  ALLOWED,
  expectedAtMcpDoor,
  expectedOnRest,
  looksAtNoCredential,
  refusal,
} from '../testing/expected-access.ts'
import { expectedOfCall, mayUse } from '../testing/expected-tools.ts'
import { makeAllCredentials } from '../testing/grant-credentials.ts'
import { ownId } from '../testing/own-id.ts'
import { SAMPLE_ARGUMENTS, SAMPLE_CALLS, type SampleCall } from '../testing/sample-calls.ts'
import { SampleOrganization } from '../testing/sample-organization.ts'
import { STRIPE_ENVIRONMENT } from '../testing/fake-stripe.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { page, WebSite } from '../testing/web-site.ts'

let app: TestApp
let web: WebSite
let credentials: Credential[]
/** The sample of each organization that operations are called with, by the id of the organization. */
const homes = new Map<string, SampleOrganization>()

beforeAll(async () => {
  const environment = { TRUST_PROXY: '1', ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' }
  app = await TestApp.start({ environment: { ...environment, ...STRIPE_ENVIRONMENT } })
  web = await WebSite.start({ '/': page('Home') })
  credentials = await makeAllCredentials(app)
  await makeHomes(credentials)
})

// Failed credentials share the bucket of one address; each test has the minute to itself.
beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

async function makeHomes(all: readonly Credential[]): Promise<void> {
  for (const { org } of all) {
    if (!homes.has(org.id)) homes.set(org.id, await SampleOrganization.of(app, org, web))
  }
}

function homeOf({ org }: Credential): SampleOrganization {
  const home = homes.get(org.id)
  if (!home) throw new Error(`Nothing was made for ${org.id}`)
  return home
}

let sent = 0
/** Each request has an address of its own, because requests that anybody may send are counted by address. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.3.${(++sent >> 8) & 255}.${sent & 255}` })

/** Collecting looks at no credential at all. */
const routes = OPERATIONS.filter((operation) => operation.http !== undefined)
const matrixRoutes = routes.filter(
  ({ http }) => http && http.surface !== 'oauth' && requestBodyOf(http) !== 'beacon',
)

/** Calls with a sample that succeeds. Returns `ALLOWED` for a success, and otherwise its status and code. */
async function callRest(
  operation: Operation,
  credential: Credential,
  samples: Samples,
): Promise<string> {
  const { path, method, body, token } = await requestOf(operation, credential, samples)
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      ...fromElsewhere(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok) {
    samples.delete(homeOf(credential))
    return ALLOWED
  }
  const { error } = JSON.parse(text) as { error: { code: string } }
  return refusal(error.code, response.status)
}

/** The samples that no success has used up. */
type Samples = Map<SampleOrganization, SampleCall>

async function requestOf({ name, http }: Operation, credential: Credential, samples: Samples) {
  const { token, holder } = credential
  const make = SAMPLE_CALLS[name]
  if (!make) throw new Error(`No sample of ${name}`)
  const home = homeOf(credential)
  const sample = samples.get(home) ?? (await make(home))
  samples.set(home, sample)
  const { ids = [], query = '', body } = sample
  const rest = [...ids]
  if (token !== undefined && holder.is === 'session') {
    rest[0] &&= await ownId(app, rest[0], token)
  }
  const address = http ? addressOf(http) : ''
  const path = address.replaceAll(/:\w+/g, () => rest.shift() ?? '') + query
  return { path, method: (http?.method ?? 'get').toUpperCase(), body, token }
}

/** Operations whose success ends the session that they are tried with. */
const ENDS_ITS_SESSION = new Set(['auth.signOut', 'auth.endSession'])

async function triedWith({ name }: Operation): Promise<Credential[]> {
  if (!ENDS_ITS_SESSION.has(name)) return credentials
  const fresh = await makeAllCredentials(app)
  await makeHomes(fresh)
  return fresh
}

describe('routes', () => {
  it('more than eight routes are checked', () => expect(matrixRoutes.length).toBeGreaterThan(8))

  it.each(matrixRoutes.map((operation) => [operation.name, operation] as const))(
    '%s answers every credential as its access says',
    async (_, operation) => {
      const wanted: Record<string, string> = {}
      const got: Record<string, string> = {}
      const samples: Samples = new Map()
      for (const credential of await triedWith(operation)) {
        const { name, holder } = credential
        wanted[name] = expectedOnRest(operation, holder)
        got[name] = await callRest(operation, credential, samples)
      }
      expect(got).toEqual(wanted)
      const kinds = looksAtNoCredential(operation) ? 1 : 2
      expect(new Set(Object.values(wanted)).size).toBeGreaterThanOrEqual(kinds)
    },
  )

  const written = matrixRoutes.filter(
    ({ access, http }) => access.by !== 'public' && ['post', 'put'].includes(http?.method ?? ''),
  )
  it.each(written.map((operation) => [operation.name, operation] as const))(
    '%s says who may not call it, whatever body was sent',
    async (_, { http }) => {
      const path = (http?.path ?? '').replaceAll(/:\w+/g, 'nothing')
      const method = (http?.method ?? '').toUpperCase()
      const token = await app.key(await app.org('business'), ['org:read'])
      for (const body of ['{', 'x'.repeat(6 * 1_024 * 1_024)]) {
        const anonymous = await app.api(method, path, { body })
        expect(anonymous.body.error?.code).toBe('UNAUTHENTICATED')
        const weak = await app.api(method, path, { token, body })
        expect(weak.body.error?.code).toMatch(/^(INSUFFICIENT_SCOPE|SESSION_REQUIRED)$/)
      }
    },
  )

  it.each(routes.flatMap(({ http }) => (http?.surface === 'oauth' ? [http] : [])))(
    'OAuth looks at no credential of ours in a header: $method $path',
    async ({ method, path }) => {
      const statuses = []
      for (const { token } of credentials) {
        const response = await fetch(app.url + path, {
          method: method.toUpperCase(),
          redirect: 'manual',
          headers: {
            ...fromElsewhere(),
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
        })
        statuses.push(response.status)
      }
      expect(new Set(statuses)).toEqual(new Set([statuses[0]]))
    },
  )

  it('collecting takes everybody, whatever credential is sent along', async () => {
    for (const { token } of credentials) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const { status } = await app.collect('nothing', [{ kind: 'impression', url: '/' }], headers)
      expect(status).toBe(404)
    }
  })

  it('a refusal names the scopes that would do, and the one to make a key with', async () => {
    const org = await app.org('business')
    const token = await app.key(org, ['credits:read'])
    const { body } = await app.api('GET', '/sites', { token })
    expect(body.error).toMatchObject({ code: 'INSUFFICIENT_SCOPE', required: ['sites:read'] })
    expect(body.error?.message).toContain('sites:read')
  })
})

interface RpcAnswer {
  status: number
  challenge: string | null
  body: {
    result?: {
      tools?: { name: string }[]
      isError?: boolean
      content?: { text: string }[]
    }
    error?: { code: number; data?: { code: string } }
  }
}

async function callMcp(
  server: ServerDefinition,
  token: string | undefined,
  method: string,
  params: Record<string, unknown>,
): Promise<RpcAnswer> {
  const response = await fetch(`${app.url}${serverAddress(server)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...fromElsewhere(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { status, headers } = response
  const body = (await response.json()) as RpcAnswer['body']
  return { status, challenge: headers.get('www-authenticate'), body }
}

async function argumentsFor(tool: Tool, credential: Credential) {
  const make = SAMPLE_ARGUMENTS[tool.name]
  if (!make) throw new Error(`No sample of ${tool.name}`)
  // A holder of several scopes reads a site; a holder of one scope reads what that scope is for.
  const [scope, another] = 'scopes' in credential.holder ? credential.holder.scopes : []
  return make(homeOf(credential), (another === undefined && scope?.split(':')[0]) || '')
}

describe.each(MCP_SERVERS)('tools of $name', (server) => {
  it('each credential is shown the tools that its access reaches', async () => {
    for (const { name, token, holder } of credentials) {
      const { status, body } = await callMcp(server, token, 'tools/list', {})
      const refused = expectedAtMcpDoor(holder, server)
      const got = body.error ? `${status} ${body.error.data?.code}` : undefined
      expect([name, got]).toEqual([name, refused])
      const wanted = server.tools.filter((tool) => mayUse(tool, holder)).map((tool) => tool.name)
      const listed = body.result?.tools?.map((tool) => tool.name)
      expect([name, listed]).toEqual([name, refused === undefined ? wanted : undefined])
    }
  })

  const alone = SERVERS_OF_EACH_TOOL.find(({ name }) => name === server.name)?.tools ?? []
  it.each(alone.map((tool) => [tool.name, tool] as const))(
    '%s answers every credential as its access says',
    async (_, tool) => {
      for (const credential of credentials) {
        const { name, token, holder } = credential
        const params = { name: tool.name, arguments: await argumentsFor(tool, credential) }
        const { status, body, challenge } = await callMcp(server, token, 'tools/call', params)
        const { refused, isToolError, named } = expectedOfCall(server, tool, holder)
        const got = body.error ? `${status} ${body.error.data?.code}` : undefined
        expect([name, got]).toEqual([name, refused])
        const text = body.result?.content?.[0]?.text ?? ''
        const saysSo = /^(INSUFFICIENT_SCOPE|\w+_REQUIRED|UNAUTHENTICATED)/.test(text)
        expect([name, saysSo]).toEqual([name, isToolError])
        expect([name, body.result?.isError === true, text]).toEqual([name, isToolError, text])
        const said = `${challenge} ${text}`
        expect([name, named.filter((scope) => !said.includes(scope))]).toEqual([name, []])
      }
    },
  )
})
