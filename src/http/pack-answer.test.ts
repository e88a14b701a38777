import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'
import { answerPacker } from './pack-answer.ts'

let app: TestApp
let session: string

beforeAll(async () => {
  app = await TestApp.start()
  session = await app.session(await app.org('enterprise'))
})
afterAll(() => app[Symbol.asyncDispose]())

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request, and does not unpack the answer, as `fetch` would. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const outgoing = httpRequest(`${app.url}${path}`, { method, headers, agent: false })
  outgoing.end(body)
  const [incoming] = await once(outgoing, 'response')
  const bytes = await buffer(incoming)
  // @NOTE the headers are those of a response of Node.
  const answered = incoming.headers as IncomingHttpHeaders
  return { status: Number(incoming.statusCode), headers: answered, bytes }
}

const unpack = (bytes: Buffer, coding: string): Buffer =>
  coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)

describe('a text of more than a kilobyte', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, GZIP; q=0.8', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['br;q=0.000, *', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['deflate, identity;q=0', undefined],
    [`br${', none'.repeat(2_500)}`, undefined],
    ['br;q=;;,=,', 'br'],
  ])('leaves as %j takes it', async (accepted, coding) => {
    const plain = await ask('/openapi.json')
    const { headers, bytes } = await ask('/openapi.json', {
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    })
    expect(headers['content-encoding']).toBe(coding)
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['content-length'] ?? String(bytes.length)).toBe(String(bytes.length))
    expect((coding === undefined ? bytes : unpack(bytes, coding)).equals(plain.bytes)).toBe(true)
  })

  it.each([
    '/widget.js',
    '/docs',
    '/docs/api/swagger-ui.css',
    '/llms.txt',
    '/protocol/1.0',
    '/protocol/1.0/spec.md',
    '/api/v1/event-types',
  ])('is packed at %s, by HEAD and under its name, too', async (path) => {
    const headers = { 'accept-encoding': 'br', authorization: `Bearer ${session}` }
    const whole = await ask(path, { headers })
    expect([whole.status, whole.headers['content-encoding']]).toEqual([200, 'br'])
    expect(whole.headers['content-length']).toBe(String(whole.bytes.length))
    const head = await ask(path, { method: 'HEAD', headers })
    expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([
      200,
      'br',
      0,
    ])
    expect(head.headers['content-length']).toBe(undefined)
    const { etag } = whole.headers
    if (etag === undefined) return
    expect(etag).toMatch(/^W\/"/)
    const again = await ask(path, { headers: { ...headers, 'if-none-match': etag } })
    expect([again.status, again.headers.etag, again.headers.vary]).toEqual([
      304,
      etag,
      'Accept-Encoding',
    ])
    expect(again.bytes.length).toBe(0)
  })
})

it.each(['tools/list', 'prompts/list'])('an answer of MCP to %s is packed', async (method) => {
  const key = await app.key(await app.org())
  const packed = await ask('/mcp', {
    method: 'POST',
    headers: {
      'accept-encoding': 'gzip',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
  })
  expect([packed.status, packed.headers['content-encoding']]).toEqual([200, 'gzip'])
  expect(packed.headers.vary).toBe('Origin, Accept-Encoding')
  expect(JSON.parse(gunzipSync(packed.bytes).toString('utf8'))).toMatchObject({ id: 1 })
})

describe('an answer leaves as it is', () => {
  const headers = () => ({
    'accept-encoding': 'br, gzip',
    authorization: `Bearer ${session}`,
    'content-type': 'application/json',
  })

  it('where it is short, and where it reveals a secret', async () => {
    const short = await ask('/api/v1/sites', { headers: headers() })
    expect([short.status, short.headers['content-encoding']]).toEqual([200, undefined])
    const allowedIps = Array.from(
      { length: 50 },
      (_, at) => `2001:db8:1111:2222:3333:4444:5555:${at}`,
    )
    const body = JSON.stringify({ scopes: ['sites:read'], allowedIps })
    const made = await ask('/api/v1/keys', { method: 'POST', headers: headers(), body })
    expect([made.status, made.headers['content-encoding']]).toEqual([201, undefined])
    expect(made.headers['cache-control']).toBe('no-store, no-transform')
    expect(made.bytes.length).toBeGreaterThan(1_024)
    const listed = await ask('/api/v1/keys', { headers: headers() })
    expect(listed.headers['content-encoding']).toBe('br')
  })

  it('where it is a stream', async () => {
    const file = await ask('/api/v1/org/audit?format=ndjson', { headers: headers() })
    expect([file.status, file.headers['content-encoding']]).toEqual([200, undefined])
  })

  it('to who has hung up, and the next client is answered', async () => {
    for (let asked = 0; asked < 20; asked += 1) {
      const outgoing = httpRequest(`${app.url}/protocol/1.0/lint-rules.json`, {
        headers: { 'accept-encoding': asked % 2 ? 'br' : 'gzip' },
        agent: false,
      })
      outgoing.on('error', () => undefined)
      outgoing.end()
      await once(outgoing, 'socket')
      outgoing.destroy()
    }
    const next = await ask('/protocol/1.0/lint-rules.json', { headers: headers() })
    expect([next.status, next.headers['content-encoding']]).toEqual([200, 'br'])
  })

  it('where it comes in two parts, whole and unpacked', async () => {
    const pack = answerPacker()
    const [first, second] = ['[1,', `"${'a'.repeat(2_000)}"]`]
    const server = createServer((request, response) => {
      pack(request, response)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(Buffer.from(first))
      response.end(second)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // @NOTE a server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}`)
    expect(await answer.text()).toBe(first + second)
    server.close()
  })
})
