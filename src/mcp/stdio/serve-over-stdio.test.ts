import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { httpExchange } from './exchange.ts'
import { messageHeaders } from './message-headers.ts'
import { serveOverStdio } from './serve-over-stdio.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** Starts a session with a server that answers by this function. */
async function startSession(answer: RequestListener) {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const input = new PassThrough()
  const output = new PassThrough()
  const stop = new AbortController()
  const url = new URL(`http://127.0.0.1:${port}/mcp/data`)
  const exchange = httpExchange({ url, key: 'ctbk_1' })
  const ended = serveOverStdio({ input, output, exchange, stop: stop.signal })
  const send = (...messages: readonly object[]): void => {
    for (const message of messages) input.write(`${JSON.stringify(message)}\n`)
  }
  const replies = async (): Promise<{ id: unknown; error?: { message: string } }[]> => {
    input.end()
    await ended
    output.end()
    const text = (await output.toArray()).join('')
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: unknown })
  }
  return { input, output, stop, ended, send, replies }
}

const ask = (id: number, method = 'ping', params = {}) => ({ jsonrpc: '2.0', id, method, params })

function answerWith(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status).end(body)
}

describe('a server that is none of ours', () => {
  it.each([
    [502, '<html>Bad gateway</html>', 'The server answered 502 without a message of MCP'],
    [200, '', 'The server answered 200 without a message of MCP'],
    [
      431,
      '{"data":{},"error":{"code":"HEADERS_TOO_LARGE"}}',
      'The server answered 431 without a message of MCP',
    ],
    [301, '{"data":null}', 'The server answered 301 without a message of MCP'],
    [200, 'event: message\ndata: {}\n\n', 'The server answered 200 without a message of MCP'],
  ])('that answers %i %j is told in an error of the request', async (status, body, message) => {
    const session = await startSession((_, response) => answerWith(response, status, body))
    session.send(ask(7))
    expect(await session.replies()).toMatchObject([{ id: 7, error: { code: -32_000, message } }])
  })

  it('that hangs up, or answers without end, is told too', async () => {
    const session = await startSession((request, response) => {
      if (request.headers['mcp-protocol-version'] === undefined) request.socket.destroy()
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    session.send(ask(1))
    const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    session.send(ask(2, 'ping', modern))
    const replies = await session.replies()
    expect(replies.toSorted((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: 1, error: { message: 'The server gave no answer: ECONNRESET' } },
      { id: 2, error: { message: expect.stringContaining('longer than') as string } },
    ])
  })
})

it('a refusal without an id is given that of its request, and none of a notification', async () => {
  const refusal = { jsonrpc: '2.0', error: { code: -32_000, message: 'Too many' }, id: null }
  const session = await startSession((_, response) =>
    answerWith(response, 429, JSON.stringify(refusal)),
  )
  session.send(ask(1), { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect(await session.replies()).toEqual([{ ...refusal, id: 1 }])
})

it('each message carries the key, and the version that was agreed on', async () => {
  const seen: (string | string[] | undefined)[][] = []
  const session = await startSession((request, response) => {
    const { headers } = request
    seen.push([headers.authorization, headers['mcp-protocol-version'], headers['mcp-method']])
    const result = { protocolVersion: '2025-06-18' }
    return answerWith(response, 200, JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  // The second is sent before the first is answered, and waits for it all the same.
  session.send(ask(1, 'initialize'), ask(2, 'tools/list'))
  await session.replies()
  expect(seen).toEqual([
    ['Bearer ctbk_1', undefined, undefined],
    ['Bearer ctbk_1', '2025-06-18', undefined],
  ])
})

it('headers of 2026-07-28 repeat what the message says', () => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  const headersOf = (method: string, params: object) =>
    messageHeaders({ id: 1, method, params: { _meta, ...params } }, '2025-11-25')
  expect(headersOf('tools/call', { name: 'list_sites' })).toEqual({
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'list_sites',
  })
  expect(headersOf('resources/read', { uri: 'site://über' })['Mcp-Name']).toBe(
    `=?base64?${Buffer.from('site://über').toString('base64')}?=`,
  )
  expect(headersOf('prompts/get', { name: 'a\r\nX: 1' })['Mcp-Name']).toMatch(
    /^=\?base64\?\w+=*\?=$/,
  )
  expect(headersOf('tools/list', { name: 'x' })).not.toHaveProperty('Mcp-Name')
  expect(messageHeaders(ask(1), undefined)).toEqual({})
})

describe('requests under way', () => {
  /** Makes a server that holds every answer back until the test releases it. */
  function holding() {
    const waiting: ServerResponse[] = []
    const hungUp: ServerResponse[] = []
    let arrived = (): void => undefined
    const listener: RequestListener = (_, response) => {
      waiting.push(response)
      response.once('close', () => {
        if (!response.writableEnded) hungUp.push(response)
        arrived()
      })
      arrived()
    }
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) await new Promise<void>((resolve) => (arrived = resolve))
    }
    const letGo = (): void => {
      for (const response of waiting) {
        if (!response.destroyed) response.end('{"jsonrpc":"2.0","id":0,"result":{}}')
      }
    }
    return { waiting, hungUp, listener, until, letGo }
  }

  it('are at most eight; what comes behind waits in the pipe', async () => {
    const held = holding()
    const session = await startSession(held.listener)
    session.send(...Array.from({ length: 8 }, (_, i) => ask(i + 1)))
    // By itself this would be answered at once.
    session.input.write('{\n')
    await held.until(() => held.waiting.length === 8)
    held.letGo()
    const replies = await session.replies()
    expect(replies).toHaveLength(9)
    expect(replies[0]).toHaveProperty('result')
  })

  it('are hung up when their client cancels them, and not answered', async () => {
    const held = holding()
    const session = await startSession(held.listener)
    session.send(ask(1), ask(2))
    await held.until(() => held.waiting.length === 2)
    session.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    })
    await held.until(() => held.hungUp.length === 1)
    held.letGo()
    expect(await session.replies()).toHaveLength(1)
  })

  it('are given up when it is stopped, and when nobody reads any more', async () => {
    for (const end of ['stop', 'output'] as const) {
      const held = holding()
      const session = await startSession(held.listener)
      session.send(ask(1))
      await held.until(() => held.waiting.length === 1)
      if (end === 'stop') session.stop.abort()
      else session.output.destroy(new Error('EPIPE'))
      await session.ended
      await held.until(() => held.hungUp.length === 1)
      expect(session.output.readableLength).toBe(0)
    }
  })

  it('end quietly however often it is told that nobody reads', async () => {
    const session = await startSession((_, response) => answerWith(response, 200, '{}'))
    for (const line of [1, 2]) session.output.emit('error', new Error(`EPIPE at line ${line}`))
    await expect(session.ended).resolves.toBeUndefined()
  })
})
