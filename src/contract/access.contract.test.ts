import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import type { Operation } from '../kernel/operation.ts'
import type { GrantableScope } from '../kernel/scopes.ts'
import { mintToken } from '../kernel/tokens.ts'
import { serverAddress, type ServerDefinition } from '../mcp/server-definition.ts'
import type { Tool } from '../mcp/tool.ts'
import { OPERATIONS } from '../server/operations.ts'
import {
  makeCredentials,
  onFile,
  spoilt,
  type Credential,
  type Holder,
} from '../testing/credential-matrix.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let credentials: Credential[]

beforeAll(async () => {
  app = await TestApp.start()
  credentials = await makeCredentials(app)
})

// Failed credentials share the bucket of one address; each test has the minute to itself.
beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

/** Contract 5.3, written down once more and apart from the code that enforces it. */
function grants(held: readonly GrantableScope[], needed: string): boolean {
  const [area = '', verb] = needed.split(':')
  return held.some((scope) => {
    if (scope === '*') return true
    const [heldArea, heldVerb] = scope.split(':')
    return heldArea === area && (heldVerb === verb || heldVerb === 'write')
  })
}

const REFUSED = (code: string, status: number): string => `${status} ${code}`
const ALLOWED = 'allowed'

function expectedOnRest({ access }: Operation, holder: Holder): string {
  if (holder.is === 'refused') return REFUSED('INVALID_CREDENTIAL', 401)
  if (access.by === 'public') return ALLOWED
  if (holder.is === 'nobody') return REFUSED('UNAUTHENTICATED', 401)
  if (holder.is === 'session') {
    const rank = { viewer: 0, editor: 1, admin: 2, owner: 3 }
    const onlyWrites =
      access.by === 'scope' && access.anyOf.every((scope) => scope.endsWith(':write'))
    const needed = access.by === 'session' ? access.role : onlyWrites ? 'editor' : 'viewer'
    return rank[holder.role] >= rank[needed] ? ALLOWED : REFUSED('ROLE_REQUIRED', 403)
  }
  if (holder.plan === 'free') return REFUSED('PLAN_REQUIRED', 403)
  if (access.by === 'session') return REFUSED('SESSION_REQUIRED', 403)
  const isGranted = access.anyOf.some((scope) => grants(holder.scopes, scope))
  return isGranted ? ALLOWED : REFUSED('INSUFFICIENT_SCOPE', 403)
}

/** Signing in answers 401 to a wrong password, and collecting looks at no credential at all. */
const routes = OPERATIONS.filter((operation) => operation.http !== undefined)
const matrixRoutes = routes.filter(({ http }) => http?.adapter !== 'raw')

async function callRest({ http }: Operation, token: string | undefined): Promise<string> {
  const path = (http?.path ?? '').replaceAll(/:\w+/g, 'nothing')
  const method = (http?.method ?? 'get').toUpperCase()
  const hasBody = method === 'POST' || method === 'PUT'
  const { status, body } = await app.api(method, path, {
    ...(token !== undefined && { token }),
    ...(hasBody && { body: {} }),
  })
  return status === 401 || status === 403 ? `${status} ${body.error?.code}` : ALLOWED
}

describe('routes', () => {
  it('are there to be checked', () => expect(matrixRoutes.length).toBeGreaterThan(8))

  it.each(matrixRoutes.map((operation) => [operation.name, operation] as const))(
    '%s answers every credential as its access says',
    async (_, operation) => {
      const wanted: Record<string, string> = {}
      const got: Record<string, string> = {}
      // Signing out ends the session that it is tried with.
      const tried = operation.name === 'auth.signOut' ? await makeCredentials(app) : credentials
      for (const { name, token, holder } of tried) {
        wanted[name] = expectedOnRest(operation, holder)
        got[name] = await callRest(operation, token)
      }
      expect(got).toEqual(wanted)
      expect(new Set(Object.values(wanted)).size).toBeGreaterThan(1)
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

  it('that collect take everybody, whatever credential is sent along', async () => {
    for (const { token } of credentials) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const { status } = await app.collect('nothing', [{ kind: 'impression', url: '/' }], headers)
      expect(status).toBe(404)
    }
  })

  it('name the scopes that would do, with the one to make a key with', async () => {
    const org = await app.org('business')
    const token = await app.key(org, ['credits:read'])
    const { body } = await app.api('GET', '/sites', { token })
    expect(body.error).toMatchObject({ code: 'INSUFFICIENT_SCOPE', required: ['sites:read'] })
    expect(body.error?.message).toContain('sites:read')
  })
})

interface RpcAnswer {
  status: number
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
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: response.status, body: (await response.json()) as RpcAnswer['body'] }
}

/** What refuses a caller of /mcp before any tool is looked at; undefined where the tools decide. */
function expectedAtMcpDoor(holder: Holder): string | undefined {
  if (holder.is === 'nobody') return REFUSED('UNAUTHENTICATED', 401)
  if (holder.is !== 'key') return REFUSED('INVALID_CREDENTIAL', 401)
  return holder.plan === 'business' ? undefined : REFUSED('PLAN_REQUIRED', 403)
}

const anyOfTool = ({ operation: { access } }: Tool): readonly string[] =>
  access.by === 'scope' ? access.anyOf : []

const mayUse = (tool: Tool, holder: Holder): boolean =>
  holder.is === 'key' && anyOfTool(tool).some((scope) => grants(holder.scopes, scope))

describe.each(MCP_SERVERS)('tools of $name', (server) => {
  it('are listed to each credential as their access says', async () => {
    for (const { name, token, holder } of credentials) {
      const { status, body } = await callMcp(server, token, 'tools/list', {})
      const refused = expectedAtMcpDoor(holder)
      const got = body.error ? `${status} ${body.error.data?.code}` : undefined
      expect([name, got]).toEqual([name, refused])
      const wanted = server.tools.filter((tool) => mayUse(tool, holder)).map((tool) => tool.name)
      const listed = body.result?.tools?.map((tool) => tool.name)
      expect([name, listed]).toEqual([name, refused === undefined ? wanted : undefined])
    }
  })

  it.each(server.tools.map((tool) => [tool.name, tool] as const))(
    '%s answers every credential as its access says',
    async (_, tool) => {
      for (const { name, token, holder } of credentials) {
        const params = { name: tool.name, arguments: {} }
        const { status, body } = await callMcp(server, token, 'tools/call', params)
        const refused = expectedAtMcpDoor(holder)
        const got = body.error ? `${status} ${body.error.data?.code}` : undefined
        expect([name, got]).toEqual([name, refused])
        const text = body.result?.content?.[0]?.text ?? ''
        const isRefused = refused === undefined && !mayUse(tool, holder)
        const saysSo = /^(INSUFFICIENT_SCOPE|\w+_REQUIRED|UNAUTHENTICATED)/.test(text)
        expect([name, saysSo]).toEqual([name, isRefused])
        expect([name, body.result?.isError === true || !isRefused]).toEqual([name, true])
        const named = anyOfTool(tool).every((scope) => text.includes(scope))
        expect([name, named || !isRefused]).toEqual([name, true])
      }
    },
  )
})

describe('a credential of another surface, or none of ours', () => {
  it('is refused without a statement', async () => {
    await using broken = await TestApp.start()
    const org = await broken.org('business')
    const key = await broken.key(org, ['*'])
    const session = await broken.session(org)
    onFile(broken, (file) => {
      file.pragma('foreign_keys = OFF')
      file.exec('DROP TABLE api_key; DROP TABLE session')
    })
    const mcp = async (token: string) => {
      const response = await fetch(`${broken.url}/mcp/data`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      })
      return response.status
    }
    const foreign = (['partner', 'oauthAccess', 'oauthRefresh', 'oauthCode'] as const).map(
      (family) => mintToken(family),
    )
    for (const token of [...foreign, 'ctbk_short', spoilt(key), spoilt(session), 'x'.repeat(54)]) {
      expect((await broken.api('GET', '/sites', { token })).status).toBe(401)
      expect(await mcp(token)).toBe(401)
    }
    expect(await mcp(session)).toBe(401)
    // What belongs here is looked for, and there the missing tables show.
    expect((await broken.api('GET', '/sites', { token: key })).status).toBeGreaterThanOrEqual(500)
    expect((await broken.api('GET', '/sites', { token: session })).status).toBeGreaterThanOrEqual(
      500,
    )
    expect(await mcp(key)).toBeGreaterThanOrEqual(500)
  })
})
