import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org())
})

// Callers without a credential share the bucket of one address; each test has the minute to itself.
beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

const JSON_TYPE = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream'
const own = () => `Host: 127.0.0.1\r\nAuthorization: Bearer ${key}`

/** Sends the bytes as they are, and reads the head of the answer: Node's own client would mend them. */
async function send(bytes: string): Promise<{ status: number; limit: number; remaining: number }> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  // The request is not ended, because the server would take that for a client that left.
  socket.write(bytes)
  const answer = await text(socket)
  const header = (name: string) =>
    Number(new RegExp(`^${name}: (\\d+)\\r$`, 'im').exec(answer)?.[1])
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]),
    limit: header('X-RateLimit-Limit'),
    remaining: header('X-RateLimit-Remaining'),
  }
}

const bodied = (head: string, body: string): string =>
  `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
const bare = (head: string): string => `${head}\r\nConnection: close\r\n\r\n`

const PATHS = ['/mcp/publisher', '/mcp/data']

/**
 * Requests that are refused before an operation is looked at: each with its status, and as it is written on the wire.
 */
const REFUSED: readonly [name: string, status: number, bytes: () => string][] = [
  [
    'a path that cannot be decoded',
    400,
    () => bare(`GET /api/v1/sites/%E0%A4%A HTTP/1.1\r\n${own()}`),
  ],
  ['a path that is nowhere', 404, () => bare(`GET /api/v1/nowhere HTTP/1.1\r\n${own()}`)],
  ['OPTIONS', 405, () => bare(`OPTIONS /api/v1/sites HTTP/1.1\r\n${own()}`)],
  ['OPTIONS of nothing', 404, () => bare(`OPTIONS /api/v1/nowhere HTTP/1.1\r\n${own()}`)],
  [
    'a credential that fails',
    401,
    () => bare('GET /api/v1/sites HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x'),
  ],
  ['no Host', 400, () => bare(`GET /api/v1/sites HTTP/1.1\r\nAuthorization: Bearer ${key}`)],
  ['two Hosts', 400, () => bare(`GET /api/v1/sites HTTP/1.1\r\nHost: evil.example\r\n${own()}`)],
  [
    'an expectation',
    405,
    () => bare(`PATCH /api/v1/sites HTTP/1.1\r\n${own()}\r\nExpect: the-best`),
  ],
  [
    'too large headers',
    431,
    () => bare(`GET /api/v1/sites HTTP/1.1\r\n${own()}\r\nX: ${'x'.repeat(20_000)}`),
  ],
  ['what is no HTTP', 400, () => 'HELLO\r\n\r\n'],
  ['collecting by GET', 405, () => bare('GET /api/v1/collect HTTP/1.1\r\nHost: x')],
  [
    'collecting with two Hosts',
    400,
    () => bare('POST /api/v1/collect HTTP/1.1\r\nHost: x\r\nHOST: y'),
  ],
  ['collecting without Host', 400, () => bare('POST /api/v1/collect HTTP/1.1')],
  [
    'collecting what is no JSON',
    400,
    () => bodied(`POST /api/v1/collect HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}`, '{'),
  ],
  ['an unknown server', 404, () => bare(`POST /mcp/nowhere HTTP/1.1\r\n${own()}`)],
  ...PATHS.flatMap((path): typeof REFUSED => [
    [`${path}: GET`, 405, () => bare(`GET ${path} HTTP/1.1\r\n${own()}`)],
    [`${path}: OPTIONS`, 401, () => bare(`OPTIONS ${path} HTTP/1.1\r\nHost: 127.0.0.1`)],
    [
      `${path}: bad JSON`,
      400,
      () => bodied(`POST ${path} HTTP/1.1\r\n${own()}\r\n${JSON_TYPE}`, '{'),
    ],
    [
      `${path}: a large body`,
      413,
      () => bodied(`POST ${path} HTTP/1.1\r\n${own()}\r\n${JSON_TYPE}`, ' '.repeat(300_000)),
    ],
    [
      `${path}: an unknown coding`,
      415,
      () =>
        bodied(`POST ${path} HTTP/1.1\r\n${own()}\r\n${JSON_TYPE}\r\nContent-Encoding: br`, '{}'),
    ],
    [
      `${path}: a foreign Host`,
      403,
      () => bare(`POST ${path} HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${key}`),
    ],
    [
      `${path}: a foreign Origin`,
      403,
      () => bare(`POST ${path} HTTP/1.1\r\n${own()}\r\nOrigin: https://evil.example`),
    ],
    [`${path}: two Hosts`, 400, () => bare(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${own()}`)],
    [
      `${path}: a page that asks first`,
      204,
      () =>
        bare(
          `OPTIONS ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:6274\r\nAccess-Control-Request-Method: POST`,
        ),
    ],
    [`${path}: no Host`, 403, () => bare(`POST ${path} HTTP/1.1\r\nAuthorization: Bearer ${key}`)],
    [`${path}: a query`, 400, () => bare(`POST ${path}?key=x HTTP/1.1\r\n${own()}`)],
    [`${path}: no credential`, 401, () => bare(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1`)],
  ]),
]

describe('a refused request', () => {
  it.each(REFUSED)('says what is left, and counts: %s', async (_, status, bytes) => {
    const first = await send(bytes())
    const second = await send(bytes())
    expect(first).toEqual({ status, limit: expect.any(Number), remaining: first.limit - 1 })
    expect(second).toEqual({ status, limit: first.limit, remaining: first.limit - 2 })
  })

  it('says what is left, and counts: a preflight of collecting', async () => {
    const answer = await send(bare('OPTIONS /api/v1/collect HTTP/1.1\r\nHost: x'))
    expect(answer).toEqual({ status: 204, limit: 1_200, remaining: 1_199 })
  })

  it('counts until nothing is left', async () => {
    const unreadable = 'HELLO\r\n\r\n'
    for (let i = 0; i < 120; i++) await send(unreadable)
    expect(await send(unreadable)).toEqual({ status: 429, limit: 120, remaining: 0 })
  })
})
