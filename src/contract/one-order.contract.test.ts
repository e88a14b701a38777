import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PLAN_LIMITS } from '../kernel/plan/plans.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { SecondDoor } from '../testing/second-door.ts'
import { TestApp } from '../testing/start-test-app.ts'

/**
 * The faults that a request may have, in the order in which they are reported to its sender, with the codes that report
 * them.
 */
const FAULTS = {
  host: ['BAD_REQUEST'],
  credential: ['INVALID_CREDENTIAL'],
  limit: ['RATE_LIMITED'],
  method: ['METHOD_NOT_ALLOWED'],
  accept: ['NOT_ACCEPTABLE'],
  right: ['INSUFFICIENT_SCOPE', 'PLAN_REQUIRED'],
  type: ['UNSUPPORTED_MEDIA_TYPE'],
  size: ['BODY_TOO_LARGE'],
  text: ['MALFORMED_JSON'],
} as const

type Fault = keyof typeof FAULTS
// @NOTE the keys of a literal; Object.keys forgets their type.
const ORDER = Object.keys(FAULTS) as Fault[]

/** Lists all pairs of two faults, each with the fault first that is reported first. */
const pairsOf = (faults: readonly Fault[]): [Fault, Fault][] =>
  faults.flatMap((first, i) => faults.slice(i + 1).map((second): [Fault, Fault] => [first, second]))

interface Way {
  path: string
  /** The port, by default that of the service. */
  url?: () => string
  body: string
  /** Faults that a request of this way cannot have, because the way does not look for them. */
  without?: readonly Fault[]
}

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const SITE = JSON.stringify({ domain: 'tides.example', scan: { now: false } })

/** The five ways in, each with a request that is taken. */
const WAYS: Readonly<Record<string, Way>> = {
  'a route': { path: '/api/v1/sites', body: SITE },
  'a route by Express': { path: '/API/v1/sites/', body: SITE },
  collecting: {
    path: '/api/v1/collect',
    body: JSON.stringify({ siteId: 'site_none', events: [] }),
    without: ['credential', 'accept', 'right'],
  },
  'the fast lane': { path: '/mcp/data', body: listTools },
  'the SDK': { path: '/mcp/data', body: listTools, url: () => slowDoor.url },
}

let app: TestApp
let slowDoor: SecondDoor
/** Keys by the faults that a key can have: it lacks the right, or its limit is spent. */
let keys: Readonly<Record<string, string>>

beforeAll(async () => {
  app = await TestApp.start()
  slowDoor = await SecondDoor.open(app.app, { useFastLane: false })
  const [able, unable] = [await app.org('business'), await app.org('pro')]
  keys = {
    '': await app.key(able),
    right: await app.key(unable, ['analytics:read']),
    limit: await app.key(able),
    'right,limit': await app.key(unable, ['analytics:read']),
  }
})

beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  const { authenticator, limits } = app.app.services
  for (const token of [keys['limit'], keys['right,limit']]) {
    const principal = await authenticator.authenticate('api', `Bearer ${token}`, '127.0.0.1')
    if (principal.kind !== 'key') throw new Error('A key is a key')
    await limits.take(principal, PLAN_LIMITS[principal.plan].requestsPerMinute)
  }
})

afterAll(async () => {
  await slowDoor[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** Uses up the limit of the address that the requests come from. */
async function spendAddress(): Promise<void> {
  await app.app.services.limits.takeOfAddress(
    '127.0.0.1',
    { name: 'collect', requestsPerMinute: 1_200 },
    1_200,
  )
}

/** The difference that each fault makes to a request that is taken. */
const CHANGES: Readonly<Partial<Record<Fault, Partial<Sent>>>> = {
  host: { host: 'not a host' },
  credential: { key: 'ctbk_none' },
  method: { method: 'PATCH' },
  accept: { accept: 'image/png' },
  type: { type: 'text/csv' },
  size: { body: ' '.repeat(2_000_000) },
  text: { body: '{' },
}

interface Sent {
  host?: string
  key: string
  method: string
  accept: string
  type: string
  body: string
}

/** Sends a request with these faults, and returns the code of its refusal. */
async function codeOf({ path, url = () => app.url, body }: Way, faults: readonly Fault[]) {
  const holder = ['right', 'limit'].filter((fault) => faults.some((one) => one === fault)).join()
  if (faults.includes('limit') && path.endsWith('/collect')) await spendAddress()
  const sent: Sent = {
    key: keys[holder] ?? '',
    method: 'POST',
    accept: 'application/json, text/event-stream',
    type: 'application/json',
    body,
    // Two faults may change the same field; the request then has the one that is reported first.
    ...Object.assign({}, ...faults.toReversed().map((fault) => CHANGES[fault])),
  }
  const headers = {
    ...(sent.host !== undefined && { host: sent.host }),
    authorization: `Bearer ${sent.key}`,
    accept: sent.accept,
    'content-type': sent.type,
  }
  const answer = await rawRequest(url(), { method: sent.method, path, headers, body: sent.body })
  // @NOTE a refusal is one of both; which one is the transport's.
  const { error } = answer.body as {
    error: { code: string | number; data?: { code: string } } | null
  }
  return error?.data?.code ?? error?.code ?? answer.status
}

describe.each(Object.entries(WAYS))('%s', (_, way) => {
  const { without = [] } = way
  const faults = ORDER.filter((fault) => !without.includes(fault))

  it('takes a request with no fault', async () => {
    const heard = await codeOf(way, [])
    expect(Object.values(FAULTS).flat()).not.toContain(heard)
  })

  it.each(faults)('refuses a request of which the %s is wrong', async (fault) => {
    expect(FAULTS[fault]).toContain(await codeOf(way, [fault]))
  })

  it.each(pairsOf(faults))(
    'says first that the %s is wrong, then the %s',
    async (first, second) => {
      expect(FAULTS[first]).toContain(await codeOf(way, [first, second]))
    },
  )

  it.each(without)('looks at no %s', async (fault) => {
    expect(FAULTS[fault]).not.toContain(await codeOf(way, [fault]))
  })
})
