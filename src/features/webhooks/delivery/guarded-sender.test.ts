import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
import { parseAllowedNetworks } from '../../../net/address-policy.ts'
import { GuardedClient, type GuardedClientOptions } from '../../../net/guarded-client.ts'
import { listen, localUrl, serveCanary, serveHttp, serveTcp } from '../../../net/local-servers.ts'
import rows from '../../../net/ssrf-urls.data.json' with { type: 'json' }
import certificate from '../../../net/test-certificate.data.json' with { type: 'json' }
import type { OutgoingDelivery } from '../../../kernel/ports/webhook-sender.ts'
import { systemClock } from '../../../lib/time/clock.ts'
import { parseUrl } from '../../../lib/web/parse-url.ts'
import { SAMPLE_SECRETS, sampleDelivery } from '../../../testing/sample-delivery.ts'
import { GuardedSender } from './guarded-sender.ts'
import { newSigningSecret } from './signing-secret.ts'

const clientFor = (options: Partial<GuardedClientOptions> = {}): GuardedClient =>
  new GuardedClient({
    policy: { schemes: 'https', ports: 'service', allowed: parseAllowedNetworks('127.0.0.1/32') },
    ...options,
  })

/** Receivers of these tests answer at once or never. */
const BRIEF_MS = 1_000

const senderFor = (client: GuardedClient) =>
  new GuardedSender({ client: async () => client, now: systemClock, timeoutMs: BRIEF_MS })

/** Sends one delivery with a client of its own. */
async function send(url: string, options: Partial<GuardedClientOptions> = {}) {
  await using client = clientFor(options)
  return await senderFor(client).send(sampleDelivery(url))
}

interface Received {
  headers: Record<string, string>
  body: Buffer
}

/** Keeps what arrives. */
async function openReceiver() {
  const received: Received[] = []
  const server = await serveHttp(async (request, response) => {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value)
    received.push({ headers, body: await buffer(request) })
    response.end('thanks')
  })
  return { server, received }
}

/** Sends a delivery to a receiver of its own, and returns what the receiver got. */
async function arrived(fields: Partial<OutgoingDelivery> = {}): Promise<Received> {
  const { server, received } = await openReceiver()
  await using receiver = server
  await using client = clientFor()
  const { status } = await senderFor(client).send(
    sampleDelivery(localUrl(receiver, '/hook'), fields),
  )
  expect(status).toBe('delivered')
  return received[0]!
}

const flipped = (body: Buffer): Buffer => {
  const other = Buffer.from(body)
  other[20]! ^= 1
  return other
}

describe('a delivery', () => {
  it('says what it is in its headers', async () => {
    const { headers, body } = await arrived()
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Citable-Webhooks\/\d+\.\d+\.\d+$/),
      'x-service-event': 'scan.completed',
      'x-service-attempt': '3',
      'x-service-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-id': 'evt_01ky1sv00c6x8zq4n2v7b3m9kt',
    })
    expect(headers).not.toHaveProperty('x-service-test')
    expect(body.toString()).toBe(sampleDelivery('').body)
    const test = await arrived({ isTest: true })
    expect(test.headers['x-service-test']).toBe('1')
  })

  it.each([
    { name: 'standardwebhooks', Verifier: Webhook },
    { name: 'svix', Verifier: SvixWebhook },
  ])(
    'is accepted by the verifier of $name, and not with one byte flipped',
    async ({ Verifier }) => {
      const { headers, body } = await arrived()
      const verifier = new Verifier(SAMPLE_SECRETS.current)
      expect(verifier.verify(body.toString(), headers)).toEqual(JSON.parse(body.toString()))
      expect(() => verifier.verify(flipped(body).toString(), headers)).toThrow(
        'No matching signature',
      )
      const moved = { ...headers, 'webhook-id': 'evt_01ky1sv00c6x8zq4n2v7b3m9kv' }
      expect(() => verifier.verify(body.toString(), moved)).toThrow('No matching signature')
      const stranger = new Verifier(newSigningSecret())
      expect(() => stranger.verify(body.toString(), headers)).toThrow('No matching signature')
    },
  )

  it('is accepted with either secret while two hold', async () => {
    const old = newSigningSecret()
    const { headers, body } = await arrived({ secrets: { ...SAMPLE_SECRETS, old } })
    for (const Verifier of [Webhook, SvixWebhook]) {
      for (const secret of [SAMPLE_SECRETS.current, old]) {
        expect(new Verifier(secret).verify(body.toString(), headers)).toBeDefined()
      }
    }
  })
})

describe('an answer', () => {
  it('is kept as far as it helps, without control characters', async () => {
    await using receiver = await serveHttp((_, response) => {
      response.writeHead(500, {
        'retry-after': '120',
        server: 'x'.repeat(1_000),
        'set-cookie': 'session=1',
      })
      response.end(Buffer.concat([Buffer.from('a\u0000\u001b[31mb\u009b\r\n\té'), Buffer.of(0xff)]))
    })
    const { durationMs, ...attempt } = await send(localUrl(receiver))
    expect(durationMs).toBeGreaterThanOrEqual(0)
    expect(attempt).toEqual({
      status: 'http_500',
      httpStatus: 500,
      error: 'The receiver answered 500',
      responseHeaders: {
        date: expect.any(String),
        'retry-after': '120',
        server: 'x'.repeat(200),
      },
      responseBody: 'a\uFFFD\uFFFD[31mb\uFFFD\r\n\té\uFFFD',
    })
  })

  it.each([204, 400, 404, 410, 429, 503])('of %d has its status word', async (code) => {
    await using receiver = await serveHttp((_, response) => response.writeHead(code).end())
    const status = code < 300 ? 'delivered' : `http_${code}`
    expect(await send(localUrl(receiver))).toMatchObject({ status, httpStatus: code })
  })

  it('that never ends is cut after 16 KiB, and its connection closed', async () => {
    let closed: Promise<unknown> | undefined
    await using receiver = await serveHttp((_, response) => {
      closed = new Promise((resolve) => response.on('close', resolve))
      const write = (): void => {
        while (!response.destroyed && response.write('é'.repeat(5_000)));
      }
      response.on('drain', write)
      write()
    })
    const { status, responseBody } = await send(localUrl(receiver))
    expect([status, responseBody]).toEqual(['delivered', 'é'.repeat(8_192)])
    await closed
  })

  it.each([301, 302, 303, 307, 308])('of %d is not followed', async (code) => {
    await using canary = await serveCanary()
    const location = localUrl(canary)
    await using receiver = await serveHttp((_, response) =>
      response.writeHead(code, { location }).end('elsewhere'),
    )
    expect(await send(localUrl(receiver))).toMatchObject({
      status: 'redirect',
      httpStatus: code,
      responseHeaders: { location },
    })
    expect(canary.connections()).toBe(0)
  })
})

const HEAD = 'HTTP/1.1 200 OK\r\n'

describe('a receiver that', () => {
  it.each([
    ['never answers', 'timeout', '', false],
    ['drips a byte and waits', 'timeout', `${HEAD}Content-Length: 9\r\n\r\na`, false],
    ['hangs up', 'reset', '', true],
    ['hangs up in the middle', 'reset', `${HEAD}Content-Length: 9\r\n\r\nabc`, true],
    ['has huge headers', 'reset', `${HEAD}X-A: ${'x'.repeat(40_000)}\r\n\r\n`, true],
    ['speaks another protocol', 'reset', 'SSH-2.0-OpenSSH_9.6\r\n', true],
  ])('%s is recorded as %s', async (_, status, bytes, isEnded) => {
    await using receiver = await serveTcp((socket) =>
      socket.once('data', () => (isEnded ? socket.end(bytes) : socket.write(bytes))),
    )
    const attempt = await send(localUrl(receiver))
    expect(attempt).toMatchObject({ status, httpStatus: null, responseBody: null })
    expect(attempt.error).toMatch(/^[A-Z][^\n]+$/)
  })

  it('does not listen is recorded as refused', async () => {
    const closed = await serveTcp(() => {})
    await closed[Symbol.asyncDispose]()
    expect(await send(localUrl(closed))).toMatchObject({ status: 'refused' })
  })

  it('has no valid certificate is recorded as tls', async () => {
    const { key, certificate: cert } = certificate
    await using self = await listen(createTlsServer({ key, cert }), '127.0.0.1')
    expect(await send(`https://127.0.0.1:${self.port}/`)).toMatchObject({ status: 'tls' })
    const old = {
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    } as const
    await using outdated = await listen(createTlsServer({ key, cert, ...old }), '127.0.0.1')
    const options = {
      ca: cert,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    }
    const url = `https://${certificate.name}:${outdated.port}/`
    expect(await send(url, options)).toMatchObject({ status: 'tls' })
  })

  it('has no address is recorded as dns', async () => {
    const resolve = () => Promise.reject(new Error('SERVFAIL'))
    expect(await send('https://harbour.example/', { resolve })).toMatchObject({ status: 'dns' })
  })
})

describe('an address', () => {
  const isRefused = ({ expect: kind }: { expect: string }) => kind !== 'permitted'

  it.each(rows.filter(isRefused))('is blocked: $url ($what)', async ({ url }) => {
    await using canary = await serveCanary()
    const policy = {
      schemes: 'https',
      ports: 'service',
      allowed: parseAllowedNetworks(''),
    } as const
    await using client = clientFor({ policy })
    const urls = [url, atPort(url, canary.port)].filter((one) => one !== undefined)
    for (const one of urls) {
      const { error, ...attempt } = await senderFor(client).send(sampleDelivery(one))
      expect(attempt).toEqual({
        status: 'blocked',
        durationMs: expect.any(Number),
        httpStatus: null,
        responseHeaders: null,
        responseBody: null,
      })
      expect(error).toMatch(/^[A-Z][^\n]+$/)
    }
    expect(canary.connections()).toBe(0)
  })

  it('of plain http is blocked, but where the operator allows its network', async () => {
    const resolve = async () => [{ address: '8.8.8.8', family: 4 }]
    expect(await send('http://harbour.example/', { resolve })).toMatchObject({
      status: 'blocked',
      error: 'Only https URLs are permitted here',
    })
  })
})

const atPort = (text: string, port: number): string | undefined => {
  const url = parseUrl(text)
  if (url) url.port = String(port)
  return url?.href
}

it('a stop that cannot wait is no attempt', async () => {
  await using receiver = await serveCanary('127.0.0.1')
  await using client = clientFor()
  const stop = new AbortController()
  const sending = senderFor(client).send(
    sampleDelivery(localUrl(receiver), { signal: stop.signal }),
  )
  stop.abort(new Error('The process stops'))
  await expect(sending).rejects.toMatchObject({ code: 'CANCELLED' })
})
