import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { separateServers } from '../kernel/assistants/server-definition.ts'
import { MCP_SERVERS } from '../../tools/index.ts'
import { SERVERS_OF_EACH_TOOL } from '../testing/keyed-servers.ts'
import { addressOfServer } from '../testing/mcp-post.ts'
import { rawRequest, type RawAnswer } from '../testing/raw-request.ts'
import { fieldsOf, wrongFor } from '../testing/routes.ts'
import { TestApp } from '../testing/start-test-app.ts'

const tools = SERVERS_OF_EACH_TOOL.flatMap((server) =>
  server.tools.map((tool) => [`${server.name} ${tool.name}`, server, tool] as const),
)

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('enterprise'))
  await app.site(key)
})

afterAll(() => app[Symbol.asyncDispose]())

function post(name: string, body: string, headers: Record<string, string> = {}) {
  app.clock.advance({ seconds: 1 }) // the request limit is not what is tried here
  return rawRequest(app.url, {
    method: 'POST',
    path: addressOfServer(name),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
}

const call = (name: string, tool: string, args: unknown) =>
  post(
    name,
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    }),
  )

/** Returns the text of a refusal, which says what was wrong with the input. */
function refusalOf({ status, body }: RawAnswer): string {
  const { result } = body as { result?: { isError?: boolean; content: { text: string }[] } }
  expect({ status, isError: result?.isError }).toEqual({ status: 200, isError: true })
  return result?.content[0]?.text ?? ''
}

describe.each(tools)('%s', (_, server, tool) => {
  const names = fieldsOf(tool.face).map(({ name }) => name)

  it('refuses an unknown argument, with the names that it has', async () => {
    const text = refusalOf(await call(server.name, tool.name, { zz_unknown: 1 }))
    expect(text).toMatch(/^VALIDATION_FAILED/)
    expect(text).toContain(`zz_unknown: unknown argument; valid: ${names.join(', ')}`)
  })

  it('refuses every argument of a wrong type, all at once', async () => {
    const wrong = Object.fromEntries(
      fieldsOf(tool.face).map((field) => [field.name, wrongFor(field)]),
    )
    const text = refusalOf(await call(server.name, tool.name, { ...wrong, zz: 1 }))
    for (const name of names) expect(text).toMatch(new RegExp(`^${name}: `, 'm'))
  })

  it('refuses NUL, lone surrogates and deep nesting', async () => {
    const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown
    for (const [value, message] of [
      ['x\0', 'Contains NUL'],
      ['\uD800', 'Contains a lone surrogate'],
      [deep, 'Nested deeper than 16 levels'],
    ]) {
      expect(refusalOf(await call(server.name, tool.name, { zz: value }))).toContain(message)
    }
  })

  it('refuses anything that a generator makes up, without failing itself', async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(
        '\0',
        '\uD800',
        'x'.repeat(3_000),
        1e308,
        '\u202E',
        'example.com',
        '2026-13-40',
      ),
    )
    const args = fc.dictionary(fc.constantFrom('__proto__', 'constructor', ...names), value)
    await fc.assert(
      fc.asyncProperty(args, async (made) => {
        const answer = await call(server.name, tool.name, { ...made, zz: 1 })
        expect(refusalOf(answer)).not.toContain('INTERNAL')
      }),
      { numRuns: 15 },
    )
  })
})

describe.each(separateServers(MCP_SERVERS))('/mcp/$name', ({ name }) => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const message = (fields: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...fields })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['a text', '"x"'],
    ['no method', message({})],
    ['an unknown method', message({ method: 'tools/destroy' })],
    ['a wrong version', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}'],
    ['a list of junk', '[1,null,{},[]]'],
    ['no parameters', message({ method: 'tools/call' })],
    ['a tool without a name', message({ method: 'tools/call', params: { arguments: {} } })],
    ['an unknown tool', message({ method: 'tools/call', params: { name: 'drop', arguments: {} } })],
    ['__proto__ for a tool', message({ method: 'tools/call', params: { name: '__proto__' } })],
    ['a deep body', deep],
    [
      'deep arguments',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"a":${deep}}}}`,
    ],
    [
      'deep meta',
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"a":${deep}}}}`,
    ],
    ['a megabyte', JSON.stringify('x'.repeat(1_048_576))],
  ])('refuses %s without a failure of its own', async (_, body) => {
    const answer = await post(name, body)
    expect(answer.status).toBeLessThan(500)
    const { error, result } = answer.body as { error?: unknown; result?: { isError?: boolean } }
    expect(error ?? result?.isError).toBeTruthy()
  })

  it.each([
    [405, 'GET', '', {}],
    [405, 'DELETE', '', {}],
    [400, 'POST', '?zz=1', {}],
    [400, 'POST', '??zz=1', {}],
    [401, 'POST', '', { authorization: 'Bearer nonsense' }],
    [403, 'POST', '', { origin: 'https://evil.test' }],
    [403, 'POST', '', { host: 'evil.test' }],
  ])('answers %i to %s %s with %j', async (status, method, query, headers) => {
    const answer = await rawRequest(app.url, {
      method,
      path: `/mcp/${name}${query}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: message({ method: 'tools/list' }) }),
    })
    expect(answer.status).toBe(status)
    expect(answer.headers['x-request-id']).toMatch(/^req_/)
  })
})
