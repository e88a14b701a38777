import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { runCli } from '../../testing/run-cli.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { stdioCommand } from '../../testing/stdio-command.ts'
import { hashToken, mintToken } from '../../kernel/credentials/tokens.ts'

let app: TestApp
let org: TestOrg
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  org = await app.org('business')
  key = await app.key(org)
  await app.site(key)
})
afterAll(() => app[Symbol.asyncDispose]())

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
    const { command: program, args, env } = stdioCommand(app, 'data', 'data', key)
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
    const { command: program, args, env } = stdioCommand(app, 'publisher', 'data', revoked)
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
      refusal(
        'The key in CITABLE_KEY is refused: This key is unknown, revoked or expired; make another: citable key create, or POST /keys in a session',
      ),
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
    expect(await run(['--server', 'partners'])).toEqual(
      refusal('--server must be citable or publisher or data or protocol, not partners'),
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

  it('needs no key for a server that is for everybody, and sends none', async () => {
    const lines = [
      JSON.stringify(
        request(1, 'tools/call', { name: 'get_schema', arguments: { name: 'policy' } }),
      ),
    ]
    for (const way of [[], ['--url', app.url]]) {
      // A key that would be refused is not even looked at.
      for (const token of ['', 'nonsense']) {
        const { code, out, err } = await run(
          ['--server', 'protocol', ...way],
          lines.join('\n'),
          token,
        )
        expect([code, err, repliesIn(out).map(outcome)]).toEqual([0, '', ['1 ok']])
      }
    }
  })

  it('takes the address of the MCP server itself', async () => {
    const { code, out } = await run(['--server', 'data', '--url', `${app.url}/mcp/data/`])
    expect({ code, out }).toEqual({ code: 0, out: '' })
  })
})
