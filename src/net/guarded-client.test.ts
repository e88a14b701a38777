import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseAllowedNetworks } from './address-policy.ts'
import { GuardedClient, type FetchRequest, type GuardedClientOptions } from './guarded-client.ts'
import { localUrl, serveHttp, serveTcp } from './local-servers.ts'

const BOUNDS: FetchRequest = { timeoutMs: 10_000, maxBytes: 100_000 }

const loopbackClient = (options: Partial<GuardedClientOptions> = {}): GuardedClient =>
  new GuardedClient({
    policy: { schemes: 'any', ports: 'service', allowed: parseAllowedNetworks('127.0.0.1/32') },
    ...options,
  })

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('a request of GuardedClient', () => {
  it('returns status, headers, body and times', async () => {
    await using world = await serveHttp((_, response) =>
      response
        .writeHead(203, {
          'X-Robots-Tag': ['noindex', 'nofollow'],
          __proto__: 'x',
          constructor: 'y',
        })
        .end('tides'),
    )
    await using client = loopbackClient()
    const answer = await client.request(localUrl(world, '/a?b=c#d'), BOUNDS)
    expect(answer).toMatchObject({
      status: 203,
      url: localUrl(world, '/a?b=c'),
      redirects: [],
      truncated: false,
    })
    expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(answer.headers['constructor']).toBe('y')
    expect(answer.body.toString()).toBe('tides')
    expect(answer.ttfbMs).toBeGreaterThan(0)
    expect(answer.elapsedMs).toBeGreaterThanOrEqual(answer.ttfbMs)
  })

  it('sends method, headers and body, except headers that the connection decides', async () => {
    await using world = await serveHttp(async (request, response) => {
      const {
        host,
        'x-a': a,
        'accept-encoding': encodings,
        'content-length': length,
      } = request.headers
      const body = await textOf(request)
      response.end(JSON.stringify([request.method, host, a, encodings, length, body]))
    })
    await using client = loopbackClient()
    const { body } = await client.request(localUrl(world), {
      ...BOUNDS,
      method: 'POST',
      headers: {
        Host: 'inside.example',
        'X-A': '1',
        'Accept-Encoding': 'zstd',
        'Content-Length': '1',
      },
      body: 'é',
    })
    const host = `127.0.0.1:${world.port}`
    expect(JSON.parse(body.toString())).toEqual(['POST', host, '1', 'gzip, deflate, br', '2', 'é'])
  })

  it('reuses the connections of an origin, up to the limit', async () => {
    await using world = await serveHttp((_, response) => response.end('x'))
    await using client = loopbackClient({ connectionsPerOrigin: 2 })
    await Promise.all(Array.from({ length: 20 }, () => client.request(localUrl(world), BOUNDS)))
    expect(world.connections()).toBe(2)
  })

  it('keeps no cookies', async () => {
    const cookies: unknown[] = []
    await using world = await serveHttp((request, response) => {
      cookies.push(request.headers.cookie)
      const isStart = request.url === '/'
      response.writeHead(isStart ? 302 : 200, { 'set-cookie': 'a=b', location: '/next' }).end()
    })
    await using client = loopbackClient()
    await client.request(localUrl(world), { ...BOUNDS, maxRedirects: 1 })
    await client.request(localUrl(world), BOUNDS)
    expect(cookies).toEqual([undefined, undefined, undefined])
  })

  it('returns no body for HEAD, whatever its headers promise', async () => {
    await using world = await serveHttp((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '5000' }).end(),
    )
    await using client = loopbackClient()
    const { body, truncated } = await client.request(localUrl(world), { ...BOUNDS, method: 'HEAD' })
    expect([body.length, truncated]).toEqual([0, false])
  })

  it('is refused when it cannot be serialised', async () => {
    await using client = loopbackClient()
    const request = client.request('http://127.0.0.1:8009/', {
      ...BOUNDS,
      headers: { etag: 'a\r\nb' },
    })
    await expect(request).rejects.toMatchObject({ code: 'INVALID_REQUEST', retryable: false })
  })
})

describe('the body of an answer', () => {
  it('is decoded, or kept as it came when no coding is accepted', async () => {
    const packed = gzipSync('tides')
    const asked: unknown[] = []
    await using world = await serveHttp((request, response) => {
      asked.push(request.headers['accept-encoding'])
      response.setHeader('content-encoding', 'gzip').end(packed)
    })
    await using client = loopbackClient()
    expect((await client.request(localUrl(world), BOUNDS)).body.toString()).toBe('tides')
    const raw = await client.request(localUrl(world), { ...BOUNDS, acceptEncodings: [] })
    expect(raw.body).toEqual(packed)
    expect(asked).toEqual(['gzip, deflate, br', 'identity'])
  })

  it('is cut when a few hundred kilobytes decode to 256 MiB', async () => {
    const member = gzipSync(Buffer.alloc(1_048_576))
    await using world = await serveHttp((_, response) => {
      response.setHeader('content-encoding', 'gzip')
      for (let i = 0; i < 256; i++) response.write(member)
      response.end()
    })
    await using client = loopbackClient()
    const { body, truncated } = await client.request(localUrl(world), {
      ...BOUNDS,
      maxBytes: 50_000,
    })
    expect([body.length, truncated]).toEqual([50_000, true])
  })

  it('is cut when it never ends, and its connection closed', async () => {
    let ended: Promise<unknown> | undefined
    await using world = await serveTcp((socket) => {
      const line = `4000\r\n${'x'.repeat(16_384)}\r\n`
      const more = (): void => {
        while (socket.writable && socket.write(line));
      }
      ended = new Promise((resolve) => socket.once('close', resolve))
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      socket.on('drain', more).once('data', more)
    })
    await using client = loopbackClient()
    const { body, truncated } = await client.request(localUrl(world), BOUNDS)
    expect([body.length, truncated]).toEqual([100_000, true])
    await ended
  })
})

describe('a redirect', () => {
  it('is returned as the answer when none are followed', async () => {
    await using world = await serveHttp((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end('moved'),
    )
    await using client = loopbackClient()
    const answer = await client.request(localUrl(world), BOUNDS)
    expect(answer).toMatchObject({ status: 302, redirects: [] })
    expect(answer.headers['location']).toBe('http://169.254.169.254/')
  })

  it('is followed and recorded', async () => {
    await using world = await serveHttp(({ url }, response) => {
      if (url === '/a') response.writeHead(301, { location: 'b' }).end('x'.repeat(200_000))
      else if (url === '/b')
        response.writeHead(307, { location: Buffer.from('/ä').toString('latin1') }).end()
      else response.end(url)
    })
    await using client = loopbackClient()
    const answer = await client.request(localUrl(world, '/a'), { ...BOUNDS, maxRedirects: 5 })
    expect(answer.url).toBe(localUrl(world, '/%C3%A4'))
    expect(answer.redirects).toEqual([
      { status: 301, from: localUrl(world, '/a'), to: localUrl(world, '/b'), isDowngrade: false },
      {
        status: 307,
        from: localUrl(world, '/b'),
        to: localUrl(world, '/%C3%A4'),
        isDowngrade: false,
      },
    ])
  })

  it.each([
    ['/a', 5, 'REDIRECT_LOOP'],
    ['/1', 3, 'TOO_MANY_REDIRECTS'],
    ['/broken', 3, 'INVALID_URL'],
  ])('fails from %s with %d allowed as %s', async (path, maxRedirects, code) => {
    const next: Record<string, string> = { '/a': '/b', '/b': '/a', '/broken': 'http://[' }
    await using world = await serveHttp(({ url = '' }, response) =>
      response.writeHead(302, { location: next[url] ?? `/${Number(url.slice(1)) + 1}` }).end(),
    )
    await using client = loopbackClient()
    const request = client.request(localUrl(world, path), { ...BOUNDS, maxRedirects })
    await expect(request).rejects.toMatchObject({ code, retryable: false })
  })

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'PUT', 'PUT', 'tides'],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', ''],
    [307, 'POST', 'POST', 'tides'],
    [308, 'POST', 'POST', 'tides'],
  ] as const)('of status %d makes a %s a %s', async (status, method, expected, text) => {
    const seen: unknown[] = []
    await using other = await serveHttp(async (request, response) => {
      const { authorization, 'content-type': type, 'x-a': a } = request.headers
      seen.push([request.method, await textOf(request), authorization, type, a])
      response.end()
    })
    await using world = await serveHttp((_, response) =>
      response.writeHead(status, { location: localUrl(other) }).end(),
    )
    await using client = loopbackClient()
    await client.request(localUrl(world), {
      ...BOUNDS,
      method,
      maxRedirects: 1,
      headers: { Authorization: 'Bearer x', 'Content-Type': 'text/plain', 'X-A': '1' },
      ...(method !== 'HEAD' && { body: 'tides' }),
    })
    const type = expected === 'GET' ? undefined : 'text/plain'
    expect(seen).toEqual([[expected, text, undefined, type, '1']])
  })
})
