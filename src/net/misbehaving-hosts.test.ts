import { createServer as createTlsServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { parseAllowedNetworks } from './address-policy.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import { GuardedClient, type FetchRequest, type GuardedClientOptions } from './guarded-client.ts'
import { localUrl, listen, serveHttp, serveTcp } from './local-servers.ts'
import certificate from './test-certificate.data.json' with { type: 'json' }

const BOUNDS: FetchRequest = { timeoutMs: 10_000, maxBytes: 100_000 }
const BRIEF: FetchRequest = { timeoutMs: 400, maxBytes: 100_000 }

const loopbackClient = (options: Partial<GuardedClientOptions> = {}): GuardedClient =>
  new GuardedClient({
    policy: { schemes: 'any', ports: 'service', allowed: parseAllowedNetworks('127.0.0.1/32') },
    ...options,
  })

describe('a request to a misbehaving host', () => {
  it.each([
    ['never answers', ''],
    ['never ends its headers', 'HTTP/1.1 200 OK\r\nX-A: '],
    ['never ends its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
    [
      'never ends its gzip',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nabc',
    ],
  ])('fails with TIMEOUT when it %s', async (_, bytes) => {
    await using world = await serveTcp((socket) => socket.write(bytes))
    await using client = loopbackClient()
    await expect(client.request(localUrl(world), BRIEF)).rejects.toMatchObject({
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
    [
      'PROTOCOL_ERROR',
      false,
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
    ['TOO_LARGE', false, `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('fails with %s (retryable: %s) after %j', async (code, retryable, bytes) => {
    await using world = await serveTcp((socket) => socket.once('data', () => socket.end(bytes)))
    await using client = loopbackClient()
    await expect(client.request(localUrl(world), BOUNDS)).rejects.toMatchObject({ code, retryable })
  })

  it('fails with REFUSED when it does not listen', async () => {
    const closed = await serveTcp(() => {})
    await closed[Symbol.asyncDispose]()
    await using client = loopbackClient()
    await expect(client.request(localUrl(closed), BOUNDS)).rejects.toMatchObject({
      code: 'REFUSED',
      retryable: true,
    })
  })
})

describe('a body that nobody reads', () => {
  it('does not block its connection for the next request', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 9000000\r\n\r\n'
    await using world = await serveTcp((socket) => socket.write(head + 'x'.repeat(1_000_000)))
    await using client = loopbackClient({ connectionsPerOrigin: 1 })
    for (let i = 0; i < 2; i++) {
      await expect(client.request(localUrl(world), BOUNDS)).rejects.toMatchObject({
        code: 'PROTOCOL_ERROR',
      })
    }
    expect(world.connections()).toBe(2)
  })
})

describe('the resolver of a client', () => {
  it('frees its place in the pool when it never answers', async () => {
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
  ])('fails the request when it %s', async (_, resolve, code) => {
    await using client = loopbackClient({ resolve })
    await expect(client.request('http://harbour.example/', BRIEF)).rejects.toMatchObject({
      code,
      retryable: true,
    })
  })
})

describe('a TLS connection', () => {
  const tlsServer = () =>
    listen(
      createTlsServer({ key: certificate.key, cert: certificate.certificate }, (_, response) =>
        response.end('secure'),
      ),
      '127.0.0.1',
    )
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]

  it('checks the certificate against the name, not the vetted address', async () => {
    await using world = await tlsServer()
    await using client = loopbackClient({ resolve, ca: certificate.certificate })
    const url = (host: string) => `https://${host}:${world.port}/`
    expect((await client.request(url(certificate.name), BOUNDS)).body.toString()).toBe('secure')
    await expect(client.request(url('other.test.example'), BOUNDS)).rejects.toMatchObject({
      code: 'TLS_ERROR',
    })
  })

  it('refuses a certificate without a trusted authority', async () => {
    await using world = await tlsServer()
    await using client = loopbackClient({ resolve })
    const request = client.request(`https://${certificate.name}:${world.port}/`, BOUNDS)
    await expect(request).rejects.toMatchObject({ code: 'TLS_ERROR', retryable: false })
  })

  it('fails with a host that speaks plain HTTP', async () => {
    await using world = await serveHttp((_, response) => response.end())
    await using client = loopbackClient()
    const request = client.request(`https://127.0.0.1:${world.port}/`, BOUNDS)
    await expect(request).rejects.toMatchObject({ code: 'TLS_ERROR' })
  })

  it('is recorded as downgraded when a redirect leaves it', async () => {
    await using plain = await serveHttp((_, response) => response.end())
    const server = createTlsServer(
      { key: certificate.key, cert: certificate.certificate },
      (_, response) => response.writeHead(302, { location: localUrl(plain) }).end(),
    )
    await using world = await listen(server, '127.0.0.1')
    await using client = loopbackClient({ resolve, ca: certificate.certificate })
    const url = `https://${certificate.name}:${world.port}/`
    const { redirects } = await client.request(url, { ...BOUNDS, maxRedirects: 1 })
    expect(redirects).toMatchObject([{ from: url, to: localUrl(plain), isDowngrade: true }])
  })
})

describe('a request that is given up', () => {
  it('fails with CANCELLED by its signal, before or while it runs', async () => {
    await using world = await serveTcp(() => controller.abort())
    await using client = loopbackClient()
    const controller = new AbortController()
    const request = { ...BOUNDS, signal: controller.signal }
    await expect(client.request(localUrl(world), request)).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    await expect(client.request(localUrl(world), request)).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    expect(world.connections()).toBe(1)
  })

  it('fails with CANCELLED when the client is disposed of', async () => {
    const client = loopbackClient()
    await using world = await serveTcp((socket) =>
      socket.once('data', () => void client[Symbol.asyncDispose]()),
    )
    await expect(client.request(localUrl(world), BOUNDS)).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    await expect(client.request(localUrl(world), BOUNDS)).rejects.toMatchObject({
      code: 'CANCELLED',
    })
  })
})

describe('toFetchError', () => {
  it('returns an error that no connection causes unchanged', () => {
    const bug = new TypeError('x is not a function')
    expect(toFetchError(bug)).toBe(bug)
    expect(toFetchError('text')).toBe('text')
  })

  it('takes the error of the first of several addresses', () => {
    const errors = ['ECONNREFUSED', 'ENETUNREACH'].map((code) =>
      Object.assign(new Error('x'), { code }),
    )
    const error = toFetchError(new AggregateError(errors))
    expect(error).toBeInstanceOf(FetchError)
    expect(error).toMatchObject({ code: 'REFUSED', cause: errors[0] })
  })
})
