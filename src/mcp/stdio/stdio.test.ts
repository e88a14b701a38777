import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { bundled } from '../../testing/bundled.ts'
import { childEnvironment } from '../../testing/child-environment.ts'
import { mcpRequest, postMcp, postToolCall } from '../../testing/mcp-post.ts'
import { runCli } from '../../testing/run-cli.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { hashToken, mintToken } from '../../kernel/tokens.ts'

let app: TestApp
let org: TestOrg
let key: string

beforeAll(async () => {
  // The command has the true time, which is later than anything here.
  app = await TestApp.start({ startAt: '2021-10-20T12:00:00.000Z' })
  org = await app.org('business')
  key = await app.key(org)
  const site = await app.site(key)
  await app.collect(site, [
    { kind: 'impression', url: '/tea', title: 'Tea' },
    { kind: 'question', url: '/tea', question: 'How long does tea steep?', target: 'claude' },
  ])
  // To both of them, the day is over.
  app.clock.advance({ days: 2 })
})
afterAll(() => app[Symbol.asyncDispose]())

/** The command as a client starts it, on the data of the service or as a bridge to it. */
function command(server: string, way: 'data' | 'bridge', token = key) {
  const url = way === 'bridge' ? ['--url', app.url] : []
  const inherited = Object.entries(childEnvironment()).map(([name, value]) => [name, value ?? ''])
  return {
    command: process.execPath,
    args: [bundled('cli'), 'mcp', '--server', server, ...url],
    env: {
      ...(Object.fromEntries(inherited) as Record<string, string>),
      DATABASE_URL: `sqlite:${join(app.directory, 'citable.db')}`,
      CITABLE_KEY: token,
    },
    stderr: 'inherit' as const,
  }
}

const CALLS = {
  publisher: { name: 'list_questions', arguments: { range: '2021-10-01..2021-10-20' } },
  data: {
    name: 'get_breakdown',
    arguments: { range: '2021-10-01..2021-10-20', dimensions: ['path'] },
  },
}
type ServerName = keyof typeof CALLS

/** What HTTP answers to the list and to the call; the fences of visitors' words have marks of their own in each answer. */
async function overHttp(server: ServerName) {
  const list = await postMcp(app, server, mcpRequest('legacy', { method: 'tools/list' }), key)
  const { name, arguments: args } = CALLS[server]
  const result = await postToolCall(app, server, key, name, args)
  expect(JSON.stringify(result)).toContain('/tea')
  return { tools: list.body?.result?.tools, result: withoutFences(result) }
}

const withoutFences = (result: object): object =>
  JSON.parse(JSON.stringify(result).replaceAll(/untrusted-\w+/g, 'untrusted')) as object

describe('citable mcp', () => {
  it.each([
    ['publisher', 'data', 'auto'],
    ['data', 'data', 'legacy'],
    ['data', 'bridge', 'auto'],
  ] as const)('/mcp/%s on %s serves the SDK v2 client, %s', async (server, way, mode) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(new StdioClientTransport(command(server, way)))
    const { tools } = await client.listTools()
    const result = withoutFences(await client.callTool(CALLS[server]))
    expect({ tools, result }).toMatchObject(await overHttp(server))
    await client.close()
  })

  it.each([
    ['data', 'data'],
    ['publisher', 'bridge'],
  ] as const)('/mcp/%s on %s serves the SDK v1 client', async (server, way) => {
    const client = new ClientV1({ name: 'test', version: '1' })
    await client.connect(new TransportV1(command(server, way)))
    const { tools } = await client.listTools()
    const result = withoutFences(await client.callTool(CALLS[server]))
    expect({ tools, result }).toMatchObject(await overHttp(server))
    await client.close()
  })
})

const environment = (token = key) => ({ CITABLE_KEY: token })
const run = (args: string[], input = '', token = key) =>
  runCli(app.directory, ['mcp', ...args], input, environment(token))

const request = (id: number | string, method: string, params = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

interface Reply {
  id: string | number | null
  result?: { content?: { text: string }[]; tools?: { name: string }[] }
  error?: { code: number; message: string; data?: { code?: string } }
}

const repliesIn = (out: string): Reply[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reply)

const outcome = ({ id, error }: Reply): string => `${id} ${error?.code ?? 'ok'}`

describe('the lines of citable mcp', () => {
  it('are answered one by one, whatever they hold, up to the end of the input', async () => {
    const lines = [
      '{"jsonrpc":',
      '',
      '5',
      'x'.repeat(300_000),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      JSON.stringify(request(1, 'nope/nope')),
      JSON.stringify(request('two', 'tools/call', { name: 'nope', arguments: {} })),
      `${'['.repeat(100)}${']'.repeat(100)}`,
      JSON.stringify(request(3, 'tools/list')),
    ]
    const { code, out, err } = await run(['--server', 'data'], lines.join('\n'))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const replies = repliesIn(out)
    expect(replies.map(outcome).toSorted()).toEqual(
      [
        'null -32700',
        'null -32600',
        'null -32600',
        'null -32000',
        '1 -32601',
        'two -32602',
        '3 ok',
      ].toSorted(),
    )
    expect(out).toContain('A line has at most 262144 bytes')
  })

  it('end with SIGTERM, without a word', async () => {
    const { command: program, args, env } = command('data', 'data')
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const replies = createInterface({ input: child.stdout })
    child.stdin.write(`${JSON.stringify(request(1, 'ping'))}\n`)
    const [first] = (await once(replies, 'line')) as [string]
    expect(outcome(JSON.parse(first) as Reply)).toBe('1 ok')
    const further: string[] = []
    replies.on('line', (line) => further.push(line))
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(further).toEqual([])
  })

  it('are refused from the moment that the key is revoked', async () => {
    const revoked = await app.key(org)
    const { command: program, args, env } = command('publisher', 'data', revoked)
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const replies = createInterface({ input: child.stdout })
    const ask = async (id: number): Promise<Reply> => {
      child.stdin.write(`${JSON.stringify(request(id, 'tools/list'))}\n`)
      const [line] = (await once(replies, 'line')) as [string]
      return JSON.parse(line) as Reply
    }
    expect((await ask(1)).result?.tools?.length).toBeGreaterThan(3)
    onFile(app, (file) =>
      file
        .prepare('UPDATE api_key SET revoked_at = ? WHERE token_hash = ?')
        .run(app.clock.now(), hashToken(revoked)),
    )
    const refused = await ask(2)
    expect(refused).toMatchObject({ id: 2, error: { data: { code: 'INVALID_CREDENTIAL' } } })
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('show the tools that the scopes of the key reach, and what is of its organization', async () => {
    const narrow = await app.key(await app.org('business', 'Other'), ['sites:read'])
    const lines = [
      request(1, 'tools/list'),
      request(2, 'tools/call', { name: 'list_sites', arguments: {} }),
      request(3, 'tools/call', { name: 'list_questions', arguments: {} }),
    ].map((message) => JSON.stringify(message))
    const { out } = await run(['--server', 'publisher'], `${lines.join('\n')}\n`, narrow)
    const replies = repliesIn(out).toSorted((a, b) => Number(a.id) - Number(b.id))
    const [list, sites, questions] = replies
    const names = list?.result?.tools?.map(({ name }) => name)
    expect(names).toContain('list_sites')
    expect(names).not.toContain('list_questions')
    expect(sites?.result?.content?.[0]?.text).toContain('# 0 rows')
    expect(questions?.result?.content?.[0]?.text).toContain('INSUFFICIENT_SCOPE')
  })

  it('are counted as requests are over HTTP', async () => {
    const counted = await app.key(org)
    const lines = Array.from({ length: 605 }, (_, i) => JSON.stringify(request(i, 'ping')))
    const { out } = await run(['--server', 'data'], lines.join('\n'), counted)
    const refused = repliesIn(out).filter(({ error }) => error)
    // Business has 600 a minute, and the start has asked once.
    expect(refused).toHaveLength(6)
    for (const { id, error } of refused) {
      expect(typeof id).toBe('number')
      expect(error).toMatchObject({ data: { code: 'RATE_LIMITED' } })
    }
  })

  it('are answered as docs/operate.md has an assistant start it', async () => {
    const page = readFileSync('docs/operate.md', 'utf8')
    const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? []
    const { mcpServers } = JSON.parse(json) as {
      mcpServers: Record<string, { command: string; args: string[]; env: Record<string, string> }>
    }
    const { command: program, args = [], env = {} } = mcpServers['citable-data'] ?? {}
    const [file, ...rest] = args
    expect([program, file, env]).toEqual([
      'node',
      '/srv/citable/dist/cli.js',
      { CITABLE_KEY: 'ctbk_YOUR_KEY' },
    ])
    const input = JSON.stringify(request(1, 'tools/list'))
    const { out } = await runCli(app.directory, rest, input, environment())
    expect(repliesIn(out)[0]?.result?.tools?.length).toBeGreaterThan(5)
  })
})

describe('citable mcp says in a sentence why it does not begin', () => {
  const refusal = (message: string) => ({ code: 1, out: '', err: `${message}\n` })

  it.each(['data', 'bridge'])('of a key that does not work, on %s', async (way) => {
    const args = ['--server', 'data', ...(way === 'bridge' ? ['--url', app.url] : [])]
    expect(await run(args, '', mintToken('key'))).toEqual(
      refusal('The key in CITABLE_KEY is refused: This credential is not valid here'),
    )
    const pro = await app.key(await app.org('pro'))
    expect(await run(args, '', pro)).toEqual(
      refusal('The key in CITABLE_KEY is refused: MCP servers need the Business plan or higher'),
    )
  })

  it('of a key that is missing or none', async () => {
    expect(await run(['--server', 'data'], '', '')).toEqual(
      refusal('Set CITABLE_KEY to an API key; npx citable key create makes one'),
    )
    const folded = await run(['--server', 'data'], '', `${key}\nX-Other: 1`)
    expect(folded).toEqual(refusal('CITABLE_KEY holds no API key'))
  })

  it('of another server or address', async () => {
    expect(await run(['--server', 'protocol'])).toEqual(
      refusal('--server must be publisher or data, not protocol'),
    )
    for (const [url, message] of [
      [
        'ftp://127.0.0.1/',
        '--url must be an http or https address such as https://citable.example.com',
      ],
      [
        `http://x:${key}@127.0.0.1/`,
        '--url takes no user, query or fragment; the key comes from CITABLE_KEY',
      ],
      ['http://127.0.0.1:1/', 'http://127.0.0.1:1 cannot be reached: ECONNREFUSED'],
      [`${app.url}/else`, `${app.url} answered 404: No route POST /else/mcp/data`],
    ] as const) {
      expect(await run(['--server', 'data', '--url', url])).toEqual(refusal(message))
    }
  })

  it('takes the address of the MCP server itself', async () => {
    const { code, out } = await run(['--server', 'data', '--url', `${app.url}/mcp/data/`])
    expect({ code, out }).toEqual({ code: 0, out: '' })
  })
})
