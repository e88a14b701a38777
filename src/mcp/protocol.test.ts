import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { MCP_ERAS, mcpRequest, postMcp, type McpEra } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
  await app.site(key, { domain: 'tea.example' })
})

beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

type Request = ReturnType<typeof mcpRequest>

const listOf = (era: McpEra): Request => mcpRequest(era, { method: 'tools/list' })
const callOf = (era: McpEra): Request =>
  mcpRequest(era, { method: 'tools/call', params: { name: 'list_sites' } })
const readOf = (era: McpEra): Request =>
  mcpRequest(era, { method: 'resources/read', params: { uri: 'citable://metrics' } })

/** Returns the request with other headers; a header that is undefined is left out. */
const withHeaders = (
  { body, headers }: Request,
  changed: Readonly<Record<string, string | undefined>>,
) => ({
  body,
  headers: Object.fromEntries(
    Object.entries({ ...headers, ...changed }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ),
})

const withBody = ({ headers }: Request, body: unknown) => ({ headers, body })

const notice = ({ headers, body }: Request) => ({
  headers: { ...headers, 'mcp-method': 'notifications/cancelled' },
  body: {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 1, ...(body.params as object) },
  },
})

const of = (version: string) => ({ 'mcp-protocol-version': version })

type Case = [
  name: string,
  request: { headers: Record<string, string>; body: unknown },
  status: number,
  code: number | undefined,
]

const later = JSON.parse(
  JSON.stringify(listOf('modern').body).replaceAll('2026-07-28', '2099-01-01'),
) as unknown

/** The cases of https://modelcontextprotocol.io/specification/2026-07-28/basic/transports. */
const MODERN: Case[] = [
  [
    'no version in the header',
    withHeaders(listOf('modern'), { 'mcp-protocol-version': undefined }),
    400,
    -32_020,
  ],
  ['another version in the header', withHeaders(listOf('modern'), of('2025-11-25')), 400, -32_020],
  ['nonsense for a version in the header', withHeaders(listOf('modern'), of('x')), 400, -32_020],
  [
    'a version of the future',
    { headers: { ...listOf('modern').headers, ...of('2099-01-01') }, body: later },
    400,
    -32_022,
  ],
  [
    'no method in the header',
    withHeaders(callOf('modern'), { 'mcp-method': undefined }),
    400,
    -32_020,
  ],
  [
    'another method in the header',
    withHeaders(callOf('modern'), { 'mcp-method': 'tools/list' }),
    400,
    -32_020,
  ],
  ['no name in the header', withHeaders(callOf('modern'), { 'mcp-name': undefined }), 400, -32_020],
  [
    'another name in the header',
    withHeaders(callOf('modern'), { 'mcp-name': 'fetch' }),
    400,
    -32_020,
  ],
  ['no URI in the header', withHeaders(readOf('modern'), { 'mcp-name': undefined }), 400, -32_020],
  [
    'another URI in the header',
    withHeaders(readOf('modern'), { 'mcp-name': 'citable://x' }),
    400,
    -32_020,
  ],
  [
    'a batch',
    withBody(listOf('modern'), [listOf('modern').body, callOf('modern').body]),
    400,
    -32_600,
  ],
  ['a batch of one', withBody(listOf('modern'), [listOf('modern').body]), 400, -32_600],
  ['a notification', notice(listOf('modern')), 202, undefined],
  ['a method of the past', mcpRequest('modern', { method: 'ping' }), 404, -32_601],
  ['a method that is none', mcpRequest('modern', { method: 'tools/destroy' }), 404, -32_601],
]

/** The cases of https://modelcontextprotocol.io/specification/2025-11-25/basic/transports. */
const LEGACY: Case[] = [
  [
    'no version in the header',
    withHeaders(listOf('legacy'), { 'mcp-protocol-version': undefined }),
    200,
    undefined,
  ],
  ['an old version in the header', withHeaders(listOf('legacy'), of('2024-11-05')), 200, undefined],
  ['nonsense for a version in the header', withHeaders(listOf('legacy'), of('x')), 400, -32_602],
  [
    'a version of the past in the header',
    withHeaders(listOf('legacy'), of('1999-01-01')),
    400,
    -32_000,
  ],
  [
    'a version of the future in the header',
    withHeaders(listOf('legacy'), of('2099-01-01')),
    400,
    -32_602,
  ],
  [
    'headers of the later revision',
    withHeaders(callOf('legacy'), { 'mcp-method': 'x', 'mcp-name': 'x' }),
    200,
    undefined,
  ],
  ['a notification', notice(listOf('legacy')), 202, undefined],
  ['an answer', withBody(listOf('legacy'), { jsonrpc: '2.0', id: 1, result: {} }), 202, undefined],
  [
    'not to take JSON',
    withHeaders(listOf('legacy'), { accept: 'text/event-stream' }),
    406,
    -32_000,
  ],
  ['a method that is none', mcpRequest('legacy', { method: 'tools/destroy' }), 200, -32_601],
]

describe.each([
  ['modern', MODERN],
  ['legacy', LEGACY],
] as const)('in the %s era', (era, cases) => {
  it.each([
    ...cases,
    ['text for a type', withHeaders(listOf(era), { 'content-type': 'text/plain' }), 415, -32_000],
    ['a body over the limit', withBody(listOf(era), { a: 'x'.repeat(262_144) }), 413, -32_000],
  ] as Case[])(
    'a request with %s is answered as the revision says',
    async (_, request, status, code) => {
      for (const path of ['data', 'data/s/tea.example?structured=0']) {
        const answer = await postMcp(app, path, request, key)
        expect([answer.status, answer.body?.error?.code]).toEqual([status, code])
      }
    },
  )

  it('an unsupported version is told with those that are', async () => {
    const [, request] = MODERN.find(([name]) => name === 'a version of the future')!
    const { body } = await postMcp(app, 'data', request, key)
    expect(body?.error?.data).toEqual({ supported: ['2026-07-28'], requested: '2099-01-01' })
  })

  it('anything but POST is refused, and a notification has no body', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
      for (const path of ['data', 'data/s/tea.example', 'publisher?tools=fetch']) {
        const response = await fetch(`${app.url}/mcp/${path}`, {
          method,
          headers: { ...listOf(era).headers, authorization: `Bearer ${key}` },
        })
        expect([method, response.status, response.headers.get('allow')]).toEqual([
          method,
          405,
          'POST',
        ])
      }
    }
    expect((await postMcp(app, 'data', notice(listOf(era)), key)).text).toBe('')
  })
})

it('a client that wants to listen is told at once that the servers have no such method', async () => {
  const listen = mcpRequest('modern', {
    method: 'subscriptions/listen',
    params: { notifications: { toolsListChanged: true } },
  })
  const answers = await Promise.all(MCP_SERVERS.map(({ name }) => postMcp(app, name, listen, key)))
  // A stream that stays open would leave these waiting.
  const told = answers.map(({ status, body }) => [status, body?.error?.code, body?.id])
  expect(told).toEqual(MCP_SERVERS.map(() => [404, -32_601, listen.body.id]))
})

describe('a batch of an earlier revision', () => {
  it('may hold all methods, each answered with its id', async () => {
    const { headers } = listOf('legacy')
    const bodies = [
      { method: 'prompts/get', params: { name: 'weekly_report' } },
      { method: 'resources/read', params: { uri: 'citable://nothing' } },
      { method: 'resources/read', params: { uri: 'citable://sites/tea.example' } },
      { method: 'prompts/list' },
    ].map((message, id) => ({ jsonrpc: '2.0', id, ...message }))
    const { text } = await postMcp(app, 'data', { headers, body: bodies }, key)
    const answers = JSON.parse(text) as { id: number; error?: { code: number } }[]
    const told = answers.map(({ id, error }) => [id, error?.code])
    expect(told.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
      [0, undefined],
      [1, -32_002],
      [2, undefined],
      [3, undefined],
    ])
  })
})

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    '\0',
    '\uD800',
    'x'.repeat(9_000),
    'tea.example',
    'weekly_report',
    'citable://sites/tea.example/pages/%',
    'citable://sites/tea.example/pages/../..//x?#',
    '__proto__',
  ),
)

const METHODS = {
  'resources/list': fc.record({ cursor: odd }, { requiredKeys: [] }),
  'resources/templates/list': fc.record({ cursor: odd }, { requiredKeys: [] }),
  'resources/read': fc.record({ uri: odd }, { requiredKeys: [] }),
  'prompts/get': fc.record(
    { name: odd, arguments: fc.dictionary(fc.constantFrom('site', '__proto__', 'zz'), odd) },
    { requiredKeys: [] },
  ),
  'completion/complete': fc.record(
    {
      ref: fc.oneof(odd, fc.record({ type: fc.constant('ref/prompt'), name: odd })),
      argument: fc.oneof(odd, fc.record({ name: odd, value: odd })),
      context: odd,
    },
    { requiredKeys: [] },
  ),
}

describe.each(MCP_SERVERS)('whatever a generator makes up, $name', ({ name }) => {
  it.each(Object.entries(METHODS))('answers %s without failing itself', async (method, params) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...MCP_ERAS), params, async (era, sent) => {
        app.clock.advance({ seconds: 1 })
        // A header can hold none of what is tried here.
        const request = withHeaders(mcpRequest(era, { method, params: sent }), {
          ...(era === 'modern' && { 'mcp-name': undefined }),
        })
        const { status, body } = await postMcp(app, name, request, key)
        expect(status).toBeLessThan(500)
        expect(body?.error?.code).not.toBe(-32_603)
      }),
      { numRuns: 40 },
    )
  })
})
