import { createServer as createTlsServer } from 'node:tls'
import { expect, it } from 'vitest'
import { parseAllowedNetworks } from './address-policy.ts'
import { GuardedClient, type FetchRequest, type GuardedClientOptions } from './guarded-client.ts'
import { listen, localUrl, serveTcp } from './local-servers.ts'
import certificate from './test-certificate.data.json' with { type: 'json' }

const BOUNDS: FetchRequest = { timeoutMs: 10_000, maxBytes: 100_000 }

/** Makes a client with one connection, so that it shows when a connection is used again. */
const oneConnection = (options: Partial<GuardedClientOptions> = {}): GuardedClient =>
  new GuardedClient({
    policy: { schemes: 'any', ports: 'service', allowed: parseAllowedNetworks('127.0.0.1/32') },
    connectionsPerOrigin: 1,
    ...options,
  })

/** Starts a server that answers each request with the same bytes, and leaves the connection open. */
const answering = (bytes: string) =>
  serveTcp((socket) => socket.on('data', () => socket.write(bytes, 'latin1')))

const OK = 'HTTP/1.1 200 OK\r\n'
const LENGTH = 'Content-Length: 4\r\n'
const END = '\r\nbody'

it.each<[string, string, Record<string, string>]>([
  ['a name with a blank', `${OK}X Powered By: x\r\n${LENGTH}${END}`, {}],
  ['a blank before the colon', `${OK}X-A : b\r\n${LENGTH}${END}`, { 'x-a': 'b' }],
  ['a line without a colon', `${OK}Warning follows\r\n${LENGTH}${END}`, {}],
  ['a line without a name', `${OK}: b\r\n${LENGTH}${END}`, {}],
  ['a name outside of ASCII', `${OK}X-\xe9t\xe9: b\r\n${LENGTH}${END}`, {}],
  ['a folded line', `${OK}X-A: b\r\n\t c\r\n${LENGTH}${END}`, { 'x-a': 'b c' }],
  ['a folded first line', `${OK} odd\r\n${LENGTH}${END}`, {}],
  ['a control in a value', `${OK}X-A: b\x01c\r\n${LENGTH}${END}`, { 'x-a': 'b c' }],
  ['line feeds alone', `${OK}X-A: b\r\n${LENGTH}${END}`.replaceAll('\r', ''), { 'x-a': 'b' }],
  ['one line feed alone', `${OK}X-A: b\n${LENGTH}${END}`, { 'x-a': 'b' }],
  ['the same length twice', `${OK}${LENGTH}${LENGTH}${END}`, { 'content-length': '4' }],
  ['a length listed twice', `${OK}Content-Length: 4, 4\r\n${END}`, { 'content-length': '4' }],
  ['another version', `HTTP/1.2  200 OK\r\n${LENGTH}${END}`, {}],
  [
    'a bad line before chunks',
    `${OK}X Y: z\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
    {},
  ],
  ['a bad line in an interim one', `HTTP/1.1 103 Hints\r\nX Y: z\r\n\r\n${OK}${LENGTH}${END}`, {}],
])('an answer with %s is read, and its connection not used again', async (_, bytes, headers) => {
  await using world = await answering(bytes)
  await using client = oneConnection()
  for (let i = 0; i < 2; i += 1) {
    const answer = await client.request(localUrl(world), BOUNDS)
    expect(answer.body.toString()).toBe('body')
    expect(answer.headers).toMatchObject(headers)
    expect(Object.keys(answer.headers).join()).toMatch(/^[a-z,-]+$/)
  }
  expect(world.connections()).toBe(2)
})

it('interim answers are passed over, in pieces of any size, and the connection is used again', async () => {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n'
  const before = [
    interim,
    interim.repeat(20),
    'HTTP/1.1 102 Processing\r\nServer: x\r\n\r\n',
    `${interim}HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n`,
    'HTTP/1.1 199 Odd\r\n\r\n',
  ]
  for (const one of before) {
    const bytes = Buffer.from(`${one}${OK}${LENGTH}${END}`)
    for (const size of [bytes.length, 7, 1]) {
      await using world = await serveTcp((socket) => {
        socket.setNoDelay(true)
        const send = (at: number): void => {
          if (at < bytes.length) socket.write(bytes.subarray(at, at + size), () => send(at + size))
        }
        socket.on('data', () => send(0))
      })
      await using client = oneConnection()
      for (const method of ['GET', 'POST'] as const) {
        const body = method === 'POST' ? '{"a":1}' : undefined
        const answer = await client.request(localUrl(world), { ...BOUNDS, method, body })
        expect([answer.status, answer.body.toString()]).toEqual([200, 'body'])
      }
      expect(world.connections()).toBe(1)
    }
  }
})

it('answers over TLS are mended too', async () => {
  const tls = createTlsServer({ key: certificate.key, cert: certificate.certificate }, (socket) =>
    socket.on('data', () =>
      socket.write(`HTTP/1.1 100 Continue\r\n\r\n${OK}X Y: z\r\n${LENGTH}${END}`),
    ),
  )
  await using world = await listen(tls, '127.0.0.1')
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  await using client = oneConnection({ resolve, ca: certificate.certificate })
  const answer = await client.request(`https://${certificate.name}:${world.port}/`, BOUNDS)
  expect(answer.body.toString()).toBe('body')
})

it.each([
  ['two lengths', 'PROTOCOL_ERROR', `${OK}${LENGTH}Content-Length: 3\r\n${END}`],
  ['two lengths in one line', 'PROTOCOL_ERROR', `${OK}Content-Length: 4, 3\r\n${END}`],
  ['a length and chunks', 'PROTOCOL_ERROR', `${OK}${LENGTH}Transfer-Encoding: chunked\r\n${END}`],
  ['chunks and a length', 'PROTOCOL_ERROR', `${OK}Transfer-Encoding: chunked\r\n${LENGTH}${END}`],
  ['chunks behind a blank', 'PROTOCOL_ERROR', `${OK}Transfer-Encoding : chunked\r\n${END}`],
  ['a length behind a tab', 'PROTOCOL_ERROR', `${OK}Content-Length\t: 4\r\n${END}`],
  ['chunks behind a control', 'PROTOCOL_ERROR', `${OK}\x0bTransfer-Encoding: chunked\r\n${END}`],
  ['a folded length', 'PROTOCOL_ERROR', `${OK}Content-Length:\r\n 4\r\n${END}`],
  [
    'a folded second length',
    'PROTOCOL_ERROR',
    `${OK}X-A: b\r\n Content-Length: 3\r\n${LENGTH}${END}`,
  ],
  ['a length with a control', 'PROTOCOL_ERROR', `${OK}Content-Length: 4\x01\r\n${END}`],
  ['a NUL', 'PROTOCOL_ERROR', `${OK}X-A: b\0\r\n${LENGTH}${END}`],
  ['a lone carriage return', 'PROTOCOL_ERROR', `${OK}X-A: b\rContent-Length: 3\r\n${LENGTH}${END}`],
  ['another protocol', 'PROTOCOL_ERROR', `HTTP/1.1 101 Switching\r\n\r\n${OK}${LENGTH}${END}`],
  ['interim ones without end', 'TOO_LARGE', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2_000)],
])('an answer with %s is refused with %s', async (_, code, bytes) => {
  await using world = await answering(bytes)
  await using client = oneConnection()
  for (let i = 0; i < 2; i += 1) {
    await expect(client.request(localUrl(world), BOUNDS)).rejects.toMatchObject({ code })
  }
  expect(world.connections()).toBe(2)
})
