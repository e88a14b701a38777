import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_PRIVATE_NETWORKS, parseAllowedNetworks } from './address-policy.ts'
import { GuardedClient, type FetchRequest } from './guarded-client.ts'
import { guardedConnector, type Resolve } from './guarded-connector.ts'
import { serveCanary, serveHttp, type LocalServer } from './local-servers.ts'
import rows from './ssrf-urls.data.json' with { type: 'json' }

const BOUNDS: FetchRequest = { timeoutMs: 5_000, maxBytes: 1_000 }

/** Counts the sockets that this process opens while `work` runs. */
async function socketsOpenedBy(work: () => Promise<unknown>): Promise<number> {
  let opened = 0
  const count = (): void => {
    opened += 1
  }
  subscribe('net.client.socket', count)
  try {
    await work()
  } finally {
    unsubscribe('net.client.socket', count)
  }
  return opened
}

const clientFor = (allowed: string, resolve?: Resolve): GuardedClient =>
  new GuardedClient({
    connectionsPerOrigin: 1,
    policy: { schemes: 'any', ports: 'service', allowed: parseAllowedNetworks(allowed) },
    ...(resolve && { resolve }),
  })

const v4 = (address: string): LookupAddress => ({ address, family: 4 })

/** Makes a resolver that answers each call with the next list, and then always with the last one. */
const answering = (...answers: LookupAddress[][]): Resolve & { calls: () => number } => {
  let calls = 0
  const resolve: Resolve = async () => answers[Math.min(calls++, answers.length - 1)]!
  return Object.assign(resolve, { calls: () => calls })
}

/** A server on every address of this machine. It is the only private server here, and must not be reached. */
let canary: LocalServer
beforeAll(async () => {
  canary = await serveCanary()
})
afterAll(() => canary[Symbol.asyncDispose]())

describe('the canary', () => {
  it('is reached when it is allowed', async () => {
    await using listener = await serveCanary()
    await using client = clientFor('1')
    const request = { ...BOUNDS, timeoutMs: 400 }
    const opened = await socketsOpenedBy(() =>
      expect(client.request(`http://127.1:${listener.port}/`, request)).rejects.toMatchObject({
        code: 'TIMEOUT',
      }),
    )
    expect(opened).toBe(1)
    expect(listener.connections()).toBe(1)
  })
})

describe('a fetch in production', () => {
  const refused = rows.filter(({ expect: kind }) => kind !== 'permitted')

  it('is closed by default', async () => {
    await using client = clientFor('')
    expect(parseAllowedNetworks('')).toBe(NO_PRIVATE_NETWORKS)
    await expect(client.request(`http://127.0.0.1:${canary.port}/`, BOUNDS)).rejects.toMatchObject({
      code: 'BLOCKED_ADDRESS',
      retryable: false,
    })
    expect(canary.connections()).toBe(0)
  })

  it.each(refused)('opens no socket for $url ($what)', async ({ url }) => {
    await using client = clientFor('')
    const urls = URL.canParse(url) ? [url, atPort(url, canary.port)] : [url]
    const opened = await socketsOpenedBy(async () => {
      for (const one of urls) {
        await expect(client.request(one, BOUNDS)).rejects.toMatchObject({
          code: expect.stringMatching(
            /^(?:BLOCKED_ADDRESS|USERINFO_REFUSED|SCHEME_REFUSED|INVALID_URL)$/,
          ),
        })
      }
    })
    expect(opened).toBe(0)
    expect(canary.connections()).toBe(0)
  })

  const atPort = (text: string, port: number): string => {
    const url = new URL(text)
    url.port = String(port)
    return url.href
  }
})

describe('a connection', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254'])(
    'is refused to the literal %s even if its URL was never vetted',
    async (hostname) => {
      const { port } = canary
      const connect = guardedConnector(new URL('http://harbour.example/'), {
        policy: { schemes: 'any', ports: 'service', allowed: NO_PRIVATE_NETWORKS },
        resolve: answering([v4('127.0.0.1')]),
        connectTimeoutMs: 1_000,
      })
      const opened = await socketsOpenedBy(async () => {
        const error = await new Promise<Error | null>((resolve) => {
          connect({ hostname, port: String(port), protocol: 'http:' }, (...[late]) => resolve(late))
        })
        expect(error).toMatchObject({ code: 'BLOCKED_ADDRESS' })
      })
      expect(opened).toBe(0)
    },
  )
})

describe('a host name', () => {
  const PRIVATE = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fe80::1']

  it.each(PRIVATE)('is refused when it resolves to %s', async (address) => {
    const resolve = answering([{ address, family: address.includes(':') ? 6 : 4 }])
    await using client = clientFor('', resolve)
    const url = `http://harbour.example:${canary.port}/`
    await expect(client.request(url, BOUNDS)).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
    expect(resolve.calls()).toBe(1)
    expect(canary.connections()).toBe(0)
  })

  it('is refused when it resolves to a private and a permitted address, in either order', async () => {
    await using world = await serveHttp((_, response) => response.end('open'))
    for (const answer of [
      [v4('127.0.0.1'), v4('127.0.0.2')],
      [v4('127.0.0.2'), v4('127.0.0.1')],
      [v4('127.0.0.1'), { address: '::1', family: 6 }],
    ]) {
      await using client = clientFor('127.0.0.1/32', answering(answer))
      const url = `http://harbour.example:${world.port}/`
      await expect(client.request(url, BOUNDS)).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
    }
    expect(world.connections()).toBe(0)
  })

  it('is refused at the second connection when it was rebound after the first', async () => {
    await using world = await serveHttp((_, response) =>
      response.setHeader('connection', 'close').end('open'),
    )
    const resolve = answering([v4('127.0.0.1')], [v4('127.0.0.2')])
    await using client = clientFor('127.0.0.1/32', resolve)
    const url = (port: number) => `http://harbour.example:${port}/`
    expect((await client.request(url(world.port), BOUNDS)).body.toString()).toBe('open')
    for (const port of [world.port, canary.port]) {
      await expect(client.request(url(port), BOUNDS)).rejects.toMatchObject({
        code: 'BLOCKED_ADDRESS',
      })
    }
    expect(world.connections()).toBe(1)
    expect(canary.connections()).toBe(0)
    expect(resolve.calls()).toBe(3)
  })

  it('is resolved once for each connection, so it cannot be rebound within one', async () => {
    await using world = await serveHttp((_, response) => response.end('open'))
    const resolve = answering([v4('127.0.0.1')], [v4('127.0.0.2')])
    await using client = clientFor('127.0.0.1/32', resolve)
    for (let i = 0; i < 3; i++) {
      const { status } = await client.request(`http://harbour.example:${world.port}/`, BOUNDS)
      expect(status).toBe(200)
    }
    expect(resolve.calls()).toBe(1)
    expect(world.connections()).toBe(1)
  })

  it('gets not a byte when its address changes after it was vetted', async () => {
    let reads = 0
    let received = 0
    await using inside = await serveHttp(() => {
      received += 1
    }, '127.0.0.2')
    const shifty: LookupAddress = {
      get address() {
        return reads++ === 0 ? '127.0.0.1' : '127.0.0.2'
      },
      family: 4,
    }
    await using client = clientFor('127.0.0.1/32', async () => [shifty])
    await expect(
      client.request(`http://harbour.example:${inside.port}/`, BOUNDS),
    ).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
    expect(reads).toBeGreaterThan(1)
    expect(received).toBe(0)
  })

  it('does not open other ports or ranges when it is in an allowed range', async () => {
    await using client = clientFor('127.0.0.1/32', answering([v4('8.8.8.8')]))
    await expect(client.request('http://harbour.example:22/', BOUNDS)).rejects.toMatchObject({
      code: 'PORT_REFUSED',
    })
  })
})

describe('a redirect', () => {
  const targets = (): string[] => [
    'http://169.254.169.254/latest/meta-data/',
    `http://127.0.0.2:${canary.port}/`,
    `//127.0.0.2:${canary.port}/`,
    `http://[::1]:${canary.port}/`,
    `http://2130706434:${canary.port}/`,
    `http://inside.example:${canary.port}/`,
    `http://a:b@127.0.0.1:${canary.port}/`,
    'file:///etc/passwd',
  ]

  it.each([301, 302, 303, 307, 308])(
    'is not followed to a private address with status %d',
    async (status) => {
      for (const location of targets()) {
        await using world = await serveHttp((_, response) =>
          response.writeHead(status, { location }).end(),
        )
        await using client = clientFor('127.0.0.1/32', answering([v4('127.0.0.2')]))
        const request = client.request(`http://127.0.0.1:${world.port}/`, {
          ...BOUNDS,
          maxRedirects: 5,
        })
        await expect(request).rejects.toMatchObject({
          code: expect.stringMatching(/^(?:BLOCKED_ADDRESS|USERINFO_REFUSED|SCHEME_REFUSED)$/),
        })
        expect(world.connections()).toBe(1)
      }
      expect(canary.connections()).toBe(0)
    },
  )

  it('is checked against the policy at the end of a chain too', async () => {
    await using world = await serveHttp(({ url }, response) =>
      response
        .writeHead(302, {
          location:
            url === '/3' ? `http://127.0.0.2:${canary.port}/` : `/${Number(url?.slice(1)) + 1}`,
        })
        .end(),
    )
    await using client = clientFor('127.0.0.1/32')
    const request = client.request(`http://127.0.0.1:${world.port}/1`, {
      ...BOUNDS,
      maxRedirects: 5,
    })
    await expect(request).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
    expect(canary.connections()).toBe(0)
  })
})
