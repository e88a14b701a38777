import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { TestApp } from '../../testing/start-test-app.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'
const V4 = '203.0.113.5'
const V6 = '2001:db8::1'
/** The peer of every request here, which is the nearest proxy. */
const PROXY = '127.0.0.1'

/** Seven spellings of one reader in each header, and more. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  [V4]: [
    V4,
    ` ${V4}:53211 `,
    `${V4}:`,
    `"${V4}"`,
    `"${V4}:80"`,
    `::ffff:${V4}`,
    '::FFFF:CB00:7105',
    '0:0:0:0:0:ffff:203.0.113.5',
    `[::ffff:${V4}]:4711`,
    `6.6.6.6, ,, ${V4}, `,
    `unknown, "6.6.6.6, ${V4}`,
  ],
  [V6]: [
    V6,
    '2001:DB8::1',
    '2001:0db8:0:0:0:0:0:1',
    `[${V6}]`,
    `[${V6}]:4433`,
    `"[2001:DB8::1]:4433"`,
    `${V6}%eth0`,
    `[${V6}%25eth0]:1`,
  ],
  // No address is at the place that a proxy wrote: the nearest one on the service's side of it counts, never one that a
  // client wrote.
  [PROXY]: [
    '6.6.6.6, unknown',
    '6.6.6.6, 010.0.0.1',
    '6.6.6.6, 0xcb.0.113.5',
    '6.6.6.6, 203.0.113',
    '6.6.6.6, 203.0.113.5.example',
    '6.6.6.6, 203.0.113.5:80:80',
    '6.6.6.6, 203.0.113.5:123456',
    '6.6.6.6, [203.0.113.5',
    '6.6.6.6, 203.0.113.5 6.6.6.6',
    `6.6.6.6, ${'1'.repeat(9_000)}`,
    '',
    ',',
  ],
}

const FORWARDED: Readonly<Record<string, readonly string[]>> = {
  [V4]: [
    `for=${V4}`,
    `For="${V4}:4711"`,
    `proto=https;FOR=${V4};by=10.0.0.1`,
    `host="a,b;for=6.6.6.6"; for = ${V4} ;proto=https`,
    String.raw`for="2\03.0.113.5"`,
    `for="[::ffff:cb00:7105]:_port"`,
    `for=6.6.6.6, for=${V4}`,
    // A client's quotation without an end swallows nothing behind it.
    `for=", for=${V4}`,
    String.raw`for="6.6.6.6\", for=${V4};host="a\"b,c"`,
    `for="[2001:db8::9], for=${V4}`,
  ],
  [V6]: [`for="[${V6}]:4711"`, 'for="[2001:DB8:0::1]"', `by=x;for=[${V6}]:1;proto=http`],
  [PROXY]: [
    'for=6.6.6.6, for=unknown',
    'for=6.6.6.6, for=_hidden',
    'for=6.6.6.6, for="_SEVKISEK"',
    'for=6.6.6.6, proto=https;by=203.0.113.43',
    'for=6.6.6.6, for=6.6.6.6;for=203.0.113.5',
    'for=6.6.6.6, xfor=203.0.113.5',
    'for=6.6.6.6, for=',
    '"',
    '',
  ],
}

const started: TestApp[] = []
const start = async (environment: Record<string, string>) => {
  const app = await TestApp.start({ environment })
  started.push(app)
  return app
}
afterAll(async () => {
  for (const app of started) await app[Symbol.asyncDispose]()
})

/**
 * Makes a key for each of some addresses that works from there alone, so that a request shows which address the service
 * takes it to come from.
 */
async function keysOf(app: TestApp) {
  const session = await app.session(await app.org('business'))
  const keys = new Map<string, string>()
  for (const address of [V4, V6, PROXY, '6.6.6.6', '2001:db8::9']) {
    const body = { scopes: ['*'], allowedIps: [address] }
    const made = await app.api('POST', '/keys', { token: session, body })
    keys.set(address, String(made.body.data['key']))
  }
  return keys
}

/**
 * Lists the addresses from which the service takes a request with these headers to come: those whose key it accepts.
 */
async function takenFor(
  app: TestApp,
  keys: ReadonlyMap<string, string>,
  headers: Readonly<Record<string, string | string[]>>,
): Promise<string[]> {
  const found: string[] = []
  for (const [address, key] of keys) {
    app.clock.advance({ seconds: 5 })
    const { status } = await rawRequest(app.url, {
      method: 'GET',
      path: '/api/v1/sites',
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
    if (status === 200) found.push(address)
  }
  return found
}

describe('behind one proxy', () => {
  let app: TestApp
  let keys: Map<string, string>
  beforeAll(async () => {
    app = await start({ TRUST_PROXY: '1' })
    keys = await keysOf(app)
  })

  it.each(Object.keys(LISTS))('spellings in X-Forwarded-For are %s', async (address) => {
    for (const list of LISTS[address] ?? []) {
      const taken = await takenFor(app, keys, { 'x-forwarded-for': list })
      expect([list.slice(0, 60), taken]).toEqual([list.slice(0, 60), [address]])
    }
  })

  it.each(Object.keys(FORWARDED))('spellings in Forwarded are %s', async (address) => {
    for (const forwarded of FORWARDED[address] ?? []) {
      expect([forwarded, await takenFor(app, keys, { forwarded })]).toEqual([forwarded, [address]])
    }
  })

  it('several lines of a header are one list', async () => {
    const lines = { 'x-forwarded-for': ['6.6.6.6', `[${V6}]:1`] }
    expect(await takenFor(app, keys, lines)).toEqual([V6])
    const pairs = { forwarded: ['for="6.6.6.6', `for=${V4}`] }
    expect(await takenFor(app, keys, pairs)).toEqual([V4])
  })

  it('one reader in any spelling is one visitor, and has one limit', async () => {
    const key = await app.key(await app.org('business'))
    const site = await app.site(key)
    const remaining = new Set<string>()
    for (const list of LISTS[V4] ?? []) {
      const headers = { 'x-forwarded-for': list, 'user-agent': AGENT }
      const answer = await app.collect(site, [{ kind: 'impression', url: '/p' }], headers)
      expect(answer.status).toBe(202)
      remaining.add(String(answer.headers.get('x-ratelimit-remaining')))
    }
    expect(remaining.size).toBe(LISTS[V4]?.length)
    const asked = { metrics: ['impressions', 'visitors'], range: 'today' }
    const { structured } = await askTool(app, 'data', 'query', key, asked)
    expect(structured['rows']).toEqual([[LISTS[V4]?.length, 1]])
  })
})

it('proxies may be named in any spelling, and so may the addresses of a key', async () => {
  const app = await start({ TRUST_PROXY: '127.0.0.1, ::ffff:10.0.0.0/104, 2001:DB8:5::/48' })
  const keys = await keysOf(app)
  const session = await app.session(await app.org('business'))
  const body = { scopes: ['*'], allowedIps: [`::FFFF:${V4}`] }
  const made = await app.api('POST', '/keys', { token: session, body })
  const mapped = new Map([[V4, String(made.body.data['key'])]])
  for (const [list, address] of [
    [`6.6.6.6, ${V4}:99, 10.1.2.3:80, "[2001:db8:5::7]:1"`, V4],
    [`[${V6}]:9, ::FFFF:0A01:0203`, V6],
    [`6.6.6.6, unknown, 127.0.0.1:80`, PROXY],
  ] as const) {
    expect(await takenFor(app, keys, { 'x-forwarded-for': list })).toEqual([address])
  }
  expect(await takenFor(app, mapped, { 'x-forwarded-for': `${V4}:1` })).toEqual([V4])
  expect(await takenFor(app, mapped, { 'x-forwarded-for': '203.0.113.6' })).toEqual([])
})

it.each([
  ['', V4],
  ['X-Forwarded-For', V4],
  ['forwarded', V6],
])('with FORWARDED_HEADER=%s the other header chooses nothing', async (name, address) => {
  const app = await start({ TRUST_PROXY: '1', FORWARDED_HEADER: name })
  const keys = await keysOf(app)
  const both = { 'x-forwarded-for': V4, forwarded: `for="[${V6}]"` }
  expect(await takenFor(app, keys, both)).toEqual([address])
  if (name === '') return
  const other = address === V4 ? { forwarded: `for="[${V6}]"` } : { 'x-forwarded-for': V4 }
  expect(await takenFor(app, keys, other)).toEqual([PROXY])
})

it.each([
  [{ TRUST_PROXY: '1' }, { forwarded: `for=${V4}` }, 1],
  [{ TRUST_PROXY: '127.0.0.0/8' }, { forwarded: 'for=unknown' }, 1],
  [{ TRUST_PROXY: '1' }, { forwarded: `for=${V4}`, 'x-forwarded-for': V4 }, 0],
  [{ TRUST_PROXY: '1' }, { 'x-forwarded-for': V4 }, 0],
  [{ TRUST_PROXY: '1', FORWARDED_HEADER: 'Forwarded' }, { forwarded: `for=${V4}` }, 0],
  [{ TRUST_PROXY: '1', FORWARDED_HEADER: 'X-Forwarded-For' }, { forwarded: `for=${V4}` }, 0],
  // A client may send it without a proxy.
  [{ TRUST_PROXY: '' }, { forwarded: `for=${V4}` }, 0],
  [{ TRUST_PROXY: '10.0.0.0/8' }, { forwarded: `for=${V4}` }, 0],
])('with %j requests with %j are told %i times', async (environment, headers, times) => {
  const app = await start(environment)
  for (let i = 0; i < 3; i++) await app.api('GET', '/sites', { headers })
  const said = app.logs.filter((line) => line.includes('a proxy sends Forwarded'))
  expect(said).toHaveLength(times)
})
