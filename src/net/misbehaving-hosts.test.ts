import { createServer as createTlsServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { parseAllowedNetworks } from './address-policy.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import { GuardedClient, type FetchRequest, type GuardedClientOptions } from './guarded-client.ts'
import { at, listen, serveHttp, serveTcp } from './local-servers.ts'
import certificate from './test-certificate.data.json' with { type: 'json' }

const BOUNDS: FetchRequest = { timeoutMs: 10_000, maxBytes: 100_000 }
const BRIEF: FetchRequest = { timeoutMs: 400, maxBytes: 100_000 }

const loopbackClient = (options: Partial<GuardedClientOptions> = {}): GuardedClient =>
  new GuardedClient({
    policy: { schemes: 'any', ports: 'service', allowed: parseAllowedNetworks('127.0.0.1/32') },
    ...options,
  })

describe('a host that misbehaves', () => {
  it.each([
    ['never answers', ''],
    ['never ends its headers', 'HTTP/1.1 200 OK\r\nX-A: '],
    ['never ends its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
    [
      'never ends its gzip',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nabc',
    ],
  ])('and %s is a TIMEOUT', async (_, bytes) => {
    await using world = await serveTcp((socket) => socket.write(bytes))
    await using client = loopbackClient()
    await expect(client.request(at(world), BRIEF)).rejects.toMatchObject({
      code: 'TIMEOUT',
      retryable: true,
    })
    expect(world.connections()).toBe(1)
  })

  it.each([
    ['RESET', true, ''],
    ['RESET', true, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
    ['RESET', true, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
    ['PROTOCOL_ERROR', false, 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['PROTOCOL_ERROR', false, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
    [
      'PROTOCOL_ERROR',
      false,
      'HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 3\r\n\r\nabc',
    ],
    ['RESET', true, 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['TOO_LARGE', false, `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('ends as %s (retryable: %s) after %j', async (code, retryable, bytes) => {
    await using world = await serveTcp((socket) => socket.once('data', () => socket.end(bytes)))
    await using client = loopbackClient()
    await expect(client.request(at(world), BOUNDS)).rejects.toMatchObject({ code, retryable })
  })

  it('and does not listen is REFUSED', async () => {
    const closed = await serveTcp(() => {})
    await closed[Symbol.asyncDispose]()
    await using client = loopbackClient()
    await expect(client.request(at(closed), BOUNDS)).rejects.toMatchObject({
      code: 'REFUSED',
      retryable: true,
    })
  })
})

describe('a body that is not read', () => {
  it('does not keep its connection from the next request', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 9000000\r\n\r\n'
    await using world = await serveTcp((socket) => socket.write(head + 'x'.repeat(1_000_000)))
    await using client = loopbackClient({ connectionsPerOrigin: 1 })
    for (let i = 0; i < 2; i++) {
      await expect(client.request(at(world), BOUNDS)).rejects.toMatchObject({
        code: 'PROTOCOL_ERROR',
      })
    }
    expect(world.connections()).toBe(2)
  })
})

describe('a resolver', () => {
  it('that never answers frees its place in the pool', async () => {
    let calls = 0
    await using world = await serveHttp((_, response) => response.end())
    await using client = loopbackClient({
      connectionsPerOrigin: 1,
      connectTimeoutMs: 100,
      resolve: () =>
        calls++ === 0
          ? new Promise<never>(() => {})
          : Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    })
    const url = `http://harbour.example:${world.port}/`
    await expect(client.request(url, BOUNDS)).rejects.toThrow(/did not accept a connection in time/)
    expect((await client.request(url, BOUNDS)).status).toBe(200)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('SERVFAIL')), 'DNS_FAILED'],
    ['knows no address', () => Promise.resolve([]), 'DNS_FAILED'],
    ['never answers', () => new Promise<never>(() => {}), 'TIMEOUT'],
  ])('that %s is no answer', async (_, resolve, code) => {
    await using client = loopbackClient({ resolve })
    await expect(client.request('http://harbour.example/', BRIEF)).rejects.toMatchObject({
      code,
      retryable: true,
    })
  })
})

describe('TLS', () => {
  const tlsServer = () =>
    listen(
      createTlsServer({ key: certificate.key, cert: certificate.certificate }, (_, response) =>
        response.end('secure'),
      ),
      '127.0.0.1',
    )
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]

  it('holds the certificate against the name, not the address that was vetted', async () => {
    await using world = await tlsServer()
    await using client = loopbackClient({ resolve, ca: certificate.certificate })
    const url = (host: string) => `https://${host}:${world.port}/`
    expect((await client.request(url(certificate.name), BOUNDS)).body.toString()).toBe('secure')
    await expect(client.request(url('other.test.example'), BOUNDS)).rejects.toMatchObject({
      code: 'TLS_ERROR',
    })
  })

  it('refuses a certificate that nobody vouches for', async () => {
    await using world = await tlsServer()
    await using client = loopbackClient({ resolve })
    const request = client.request(`https://${certificate.name}:${world.port}/`, BOUNDS)
    await expect(request).rejects.toMatchObject({ code: 'TLS_ERROR', retryable: false })
  })

  it('with a host that speaks plain HTTP fails', async () => {
    await using world = await serveHttp((_, response) => response.end())
    await using client = loopbackClient()
    const request = client.request(`https://127.0.0.1:${world.port}/`, BOUNDS)
    await expect(request).rejects.toMatchObject({ code: 'TLS_ERROR' })
  })

  it('that a redirect leaves is recorded', async () => {
    await using plain = await serveHttp((_, response) => response.end())
    const server = createTlsServer(
      { key: certificate.key, cert: certificate.certificate },
      (_, response) => response.writeHead(302, { location: at(plain) }).end(),
    )
    await using world = await listen(server, '127.0.0.1')
    await using client = loopbackClient({ resolve, ca: certificate.certificate })
    const url = `https://${certificate.name}:${world.port}/`
    const { redirects } = await client.request(url, { ...BOUNDS, maxRedirects: 1 })
    expect(redirects).toMatchObject([{ from: url, to: at(plain), isDowngrade: true }])
  })
})

describe('a request that is given up', () => {
  it('is CANCELLED by its signal, before or while it runs', async () => {
    await using world = await serveTcp(() => controller.abort())
    await using client = loopbackClient()
    const controller = new AbortController()
    const request = { ...BOUNDS, signal: controller.signal }
    await expect(client.request(at(world), request)).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(client.request(at(world), request)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(world.connections()).toBe(1)
  })

  it('is CANCELLED when the client is disposed of', async () => {
    const client = loopbackClient()
    await using world = await serveTcp((socket) =>
      socket.once('data', () => void client[Symbol.asyncDispose]()),
    )
    await expect(client.request(at(world), BOUNDS)).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(client.request(at(world), BOUNDS)).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})

describe('an error', () => {
  it('that no connection causes stays what it is', () => {
    const bug = new TypeError('x is not a function')
    expect(toFetchError(bug)).toBe(bug)
    expect(toFetchError('text')).toBe('text')
  })

  it('of several addresses is that of the first', () => {
    const errors = ['ECONNREFUSED', 'ENETUNREACH'].map((code) =>
      Object.assign(new Error('x'), { code }),
    )
    const error = toFetchError(new AggregateError(errors))
    expect(error).toBeInstanceOf(FetchError)
    expect(error).toMatchObject({ code: 'REFUSED', cause: errors[0] })
  })
})
