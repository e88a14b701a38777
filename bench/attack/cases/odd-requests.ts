import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const LISTED = { jsonrpc: '2.0', method: 'tools/list' }

/** Sends requests that proxies, browsers and clients read differently; each has one answer. */
export async function oddRequests(attack: Attack): Promise<void> {
  const target = await attack.target({ env: { ALLOWED_ORIGINS: 'https://pages.example' } })
  // The MCP library is loaded with the first message that needs it.
  await initialize(target)
  await attack.during('odd requests', target, async () => {
    await parsing(attack, target)
    await messages(attack, target)
    await pages(attack, target)
  })
}

async function parsing(attack: Attack, target: Target): Promise<void> {
  const hosts = await raw(target, 'GET /api/v1/sites HTTP/1.1\r\nHost: a\r\nHost: b')
  attack.expect('A request with two Host headers is 400', hosts.startsWith('HTTP/1.1 400'), hosts)
  const deep = `{"records":[${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}]}`
  const nested = await target.send(`/api/v1/prompts/${target.siteId}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
    body: deep,
  })
  attack.expect('A body that takes long to parse is refused before', nested.status === 413)
  const unknown = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, 1]))
  const authorization = `Bearer ${target.key}`
  const refused = await target.post('/api/v1/sites', unknown, { authorization })
  attack.expect(
    'A refusal names a hundred fields at most',
    refused.status === 422 && refused.text.length < 20_000,
    `${refused.text.length} characters`,
  )
}

const initialize = (target: Target) =>
  target.post(
    '/mcp/data',
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} },
    { authorization: `Bearer ${target.key}`, accept: 'application/json, text/event-stream' },
  )

async function messages(attack: Attack, target: Target): Promise<void> {
  const headers = {
    authorization: `Bearer ${target.key}`,
    accept: 'application/json, text/event-stream',
  }
  const batch = [1, 1, 1].map((id) => ({ ...LISTED, id }))
  const answers = await target.post('/mcp/data', batch, headers)
  const parsed: unknown = JSON.parse(answers.text)
  attack.expect(
    'Each request of a batch has an answer, also those that share an id',
    Array.isArray(parsed) && parsed.length === 3,
  )
  const invalid = await initialize(target)
  attack.expect('initialize with bad params is -32602', invalid.text.includes('"code":-32602'))
}

async function pages(attack: Attack, target: Target): Promise<void> {
  const asks = (origin: string) =>
    target.send('/mcp/data', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const [own, foreign] = [await asks('https://pages.example'), await asks('https://evil.example')]
  attack.expect(
    'Pages of allowed origins may call the MCP servers, and no others',
    own.headers.get('access-control-allow-origin') === 'https://pages.example' &&
      foreign.status === 403,
    [own.status, foreign.status],
  )
}

async function raw({ port }: Target, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  return (await text(socket)).slice(0, 60)
}
