import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { ADDED_ARGUMENTS } from '../kernel/arguments/added-arguments.ts'
import { MCP_ERAS, mcpRequest, postMcp, type McpAnswer, type McpEra } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

/** The service with its fast lane, and the service with the SDK alone: both have to answer alike. */
const apps: TestApp[] = []
const keys: string[] = []

beforeAll(async () => {
  for (const options of [{}, { useFastLane: false }]) {
    const app = await TestApp.start({ startAt: '2026-11-20T12:00:00.000Z', ...options })
    const key = await app.key(await app.org('self_hosted'))
    await app.site(key, { domain: 'tea.example' })
    apps.push(app)
    keys.push(key)
  }
})

afterAll(async () => {
  for (const app of apps) await app[Symbol.asyncDispose]()
})

interface Sent {
  server?: string
  headers: Record<string, string>
  body: unknown
}

/** Returns a result without the fences around what others wrote, whose marks differ in each answer. */
const plain = ({ body }: McpAnswer): unknown =>
  JSON.parse(JSON.stringify(body?.result ?? null).replaceAll(/untrusted-[\da-f]+/g, 'untrusted'))

/** Sends a request to both services, and returns the answer, which must be the same from both. */
async function answerOf({ server = 'data', ...request }: Sent): Promise<McpAnswer> {
  const answers: McpAnswer[] = []
  for (const [i, app] of apps.entries()) {
    app.clock.advance({ seconds: 1 })
    answers.push(await postMcp(app, server, request, keys[i]))
  }
  const [fast, sdk] = answers
  if (!fast || !sdk) throw new Error('Both lanes answer')
  expect([fast.status, plain(fast)]).toEqual([sdk.status, plain(sdk)])
  expect(fast.body?.error?.code).toEqual(sdk.body?.error?.code)
  return fast
}

function call(era: McpEra, name: string, args: unknown): Sent {
  return mcpRequest(era, { method: 'tools/call', params: { name, arguments: args } })
}

describe.each(MCP_ERAS)('in the %s era', (era) => {
  it('empty lists, null and empty texts are no arguments, and the text of an object is one', async () => {
    for (const args of [[], null, {}, undefined, '', ' ', '{}', '[]', 'null', ' {"limit":1} ']) {
      const { status, body } = await answerOf(call(era, 'list_sites', args))
      expect([args, status, body?.result?.structuredContent?.rows.length]).toEqual([args, 200, 1])
    }
    for (const args of [[1], 'x', 5, [[]], false, '5', '[1]', '{"limit":1', '"{}"']) {
      const { body } = await answerOf(call(era, 'list_sites', args))
      expect([args, body?.error?.code]).toEqual([args, -32_602])
    }
  })

  it.each([
    ['*/*', 200],
    ['application/json', 200],
    ['application/*', 200],
    ['APPLICATION/JSON; charset=utf-8', 200],
    ['application/json;q=0.1, text/html', 200],
    ['text/html, */*;q=0.8', 200],
    ['text/event-stream, application/json;q=0.001', 200],
    ['', 200],
    ['text/html', 406],
    ['text/event-stream', 406],
    ['application/json;q=0, */*', 406],
    ['application/json; q=0.000', 406],
    ['*/*;q=0', 406],
    ['application/*;q=0, */*', 406],
    ['text/*, application/jsonx', 406],
  ])('Accept: %s is answered with %i', async (accept, expected) => {
    for (const method of ['ping', 'tools/list'].slice(era === 'legacy' ? 0 : 1)) {
      const { headers, body } = mcpRequest(era, { method })
      const {
        status,
        headers: got,
        body: answer,
      } = await answerOf({
        headers: { ...headers, accept },
        body,
      })
      expect([status, got.get('content-type')?.split(';')[0]]).toEqual([
        expected,
        'application/json',
      ])
      expect(answer?.error?.data?.['code']).toBe(expected === 406 ? 'NOT_ACCEPTABLE' : undefined)
    }
  })
})

it('PHP’s empty lists in the messages of a session are empty objects', async () => {
  const { headers } = mcpRequest('legacy', { method: 'ping' })
  const who = { protocolVersion: '2025-11-25', clientInfo: { name: 'php', version: '1' } }
  for (const [method, params, key] of [
    ['initialize', { ...who, capabilities: [] }, 'protocolVersion'],
    ['initialize', { ...who, capabilities: { roots: [] } }, 'protocolVersion'],
    ['tools/list', [], 'tools'],
    ['tools/list', null, 'tools'],
    ['initialize', { ...who, capabilities: null }, 'protocolVersion'],
    ['tools/list', { _meta: [] }, 'tools'],
    ['tools/list', { cursor: null }, 'tools'],
    ['tools/list', '', 'tools'],
    ['ping', [], ''],
    ['ping', null, ''],
  ] as const) {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const { status, body: answer } = await answerOf({ headers, body })
    expect([method, status, key === '' || key in (answer?.result ?? {})]).toEqual([
      method,
      200,
      true,
    ])
    const batch = await answerOf({ headers, body: [body] })
    expect([batch.status, batch.body?.error]).toEqual([200, undefined])
  }
  const { body: refused } = await answerOf({
    headers,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: ['x'] },
  })
  expect(refused?.error).toBeDefined()
})

describe('an argument that clients add', () => {
  it('is ignored by every tool that has none of its name, and the answer says so', async () => {
    const added = Object.fromEntries(ADDED_ARGUMENTS.map(({ name, only }) => [name, only ?? 'x']))
    const names = ADDED_ARGUMENTS.map(({ name }) => name).join(', ')
    for (const era of MCP_ERAS) {
      const { body } = await answerOf(call(era, 'get_overview', { range: '7d', ...added }))
      const notes = body?.result?.structuredContent?.['notes']
      expect(notes).toContain(`ignored ${names}, which the client added`)
      expect(body?.result?.content[0]?.text).toContain('# ignored task_progress')
    }
    for (const server of MCP_SERVERS) {
      for (const { name, arguments: reader } of server.tools) {
        const own = ADDED_ARGUMENTS.filter((one) => reader.names.includes(one.name))
        const { value } = reader.read({ ...added }, 0)
        expect([name, Object.keys(value as object)]).toEqual([name, own.map((one) => one.name)])
      }
    }
  })

  it.each([
    [{ task_progress: 'x', rang: '7d' }, 'rang: unknown argument', 'did you mean range?'],
    [{ toolCallId: 1, sesionId: 'x' }, 'sesionId: unknown argument; valid: ', ''],
    [{ action: 'ai_click' }, 'action: unknown argument', ''],
    [{ task_progress: 'x', range: 5 }, 'range: Must be', ''],
    [{ filtres: [], chatInput: '' }, 'filtres: unknown argument', 'did you mean filters?'],
    [
      { filters: [{ dimension: 'engine', values: ['a'], task_progress: 'x' }] },
      'filters[0].task_progress: unknown field',
      '',
    ],
  ])('excuses nothing beside it: %j', async (args, line, meant) => {
    const { body } = await answerOf(call('legacy', 'get_overview', args))
    const text = body?.result?.content[0]?.text ?? ''
    expect([body?.result?.isError, text]).toEqual([true, expect.stringContaining(line)])
    expect(text).toContain(meant)
    expect(text).not.toMatch(/^(?:task_progress|toolCallId|chatInput): /m)
  })
})

describe('a byte order mark', () => {
  const mark = '\uFEFF'
  const utf16 = (text: string) => Buffer.from(`${mark}${text}`, 'utf16le')

  it('before JSON is no part of it: for MCP, collecting and REST', async () => {
    const [app] = apps
    const [key] = keys
    if (!app || !key) throw new Error('There is an app')
    const site = await app.site(key, { domain: 'bom.example' })
    const event = JSON.stringify({ siteId: site, kind: 'impression', url: '/p' })
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    for (const [path, text, status] of [
      ['/mcp/data', ping, 200],
      ['/api/v1/collect', event, 202],
      ['/api/v1/sites', '{"domain":"mark.example","scan":false}', 201],
    ] as const) {
      const send = async (body: string | Buffer) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
        const answer = await fetch(`${app.url}${path}`, { method: 'POST', headers, body })
        return [answer.status, await answer.text()] as const
      }
      expect((await send(mark + text))[0]).toBe(status)
      for (const body of [mark + mark + text, ` ${mark}${text}`, utf16(text)]) {
        const [code, answer] = await send(body)
        expect([path, code, answer]).toEqual([path, 400, expect.stringContaining('MALFORMED_JSON')])
      }
      expect((await send(utf16(text)))[1]).toContain('The body is UTF-16; send it as UTF-8')
    }
  })
})
