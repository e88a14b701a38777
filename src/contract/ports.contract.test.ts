import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { TestApp } from '../testing/start-test-app.ts'

const PER_MINUTE = 60 // the limit of a key on the plan `free`
const SIGN_INS = 20

let app: TestApp
let key: string
let session: string
let site: string
/** The number of answers that a port gave later. */
let answers = 0

/** Makes functions of a port answer as an engine does that has to ask elsewhere. */
function answerLater<T extends object>(port: T, names: readonly (keyof T & string)[]): void {
  const later = names.map((name) => {
    // @NOTE the names are those of functions of the port.
    const atOnce = (port[name] as (...values: unknown[]) => unknown).bind(port)
    const answer = async (...values: unknown[]): Promise<unknown> => {
      await turn()
      answers += 1
      return atOnce(...values)
    }
    return [name, answer] as const
  })
  Object.assign(port, Object.fromEntries(later))
}

beforeAll(async () => {
  app = await TestApp.start()
  const { database, limits } = app.app.services
  answerLater(database.credentials, ['findKey', 'findSession'])
  answerLater(database.ingestSites, ['find'])
  answerLater(limits, ['take', 'takeOfAddress'])
  const org = await app.org()
  key = await app.key(org)
  session = await app.session(org)
  site = await app.site(key)
})
beforeEach(() => {
  app.clock.advance({ minutes: 2 })
  answers = 0
})
afterAll(() => app[Symbol.asyncDispose]())

const limitOf = (headers: Headers) => [
  Number(headers.get('x-ratelimit-limit')),
  Number(headers.get('x-ratelimit-remaining')),
]

describe('a service whose credentials, sites and limits answer later', () => {
  it('lets a key and a session in, and counts them', async () => {
    for (const token of [key, session]) {
      const { status, headers } = await app.api('GET', '/sites', { token })
      expect(status).toBe(200)
      const [limit = 0, remaining = 0] = limitOf(headers)
      expect(remaining).toBe(limit - 1)
    }
    expect(answers).toBe(4)
  })

  it('refuses a credential that fails, and counts it against its address', async () => {
    const { status, headers, body } = await app.api('GET', '/sites', { token: `${key}x` })
    expect([status, body.error?.code]).toEqual([401, 'INVALID_CREDENTIAL'])
    expect(limitOf(headers)).toEqual([120, 119])
  })

  it('refuses a key from its revocation on', async () => {
    const made = await app.api('POST', '/keys', {
      token: session,
      body: { name: 'short', scopes: ['sites:read'] },
    })
    const token = String(made.body.data['key'])
    expect((await app.api('GET', '/sites', { token })).status).toBe(200)
    await app.api('DELETE', `/keys/${made.body.data.id}`, { token: session })
    expect((await app.api('GET', '/sites', { token })).status).toBe(401)
  })

  it('serves tools, and counts each message of a batch', async () => {
    const one = mcpRequest('legacy', { method: 'tools/list' })
    const listed = await postMcp(app, 'publisher', one, key)
    expect(listed.body?.result?.tools?.length).toBeGreaterThan(0)
    expect(limitOf(listed.headers)).toEqual([600, 599])
    const batch = { ...one, body: [one.body, one.body, one.body] }
    const batched = await postMcp(app, 'publisher', batch, key)
    expect(batched.status).toBe(200)
    expect(limitOf(batched.headers)).toEqual([600, 596])
    expect((await postMcp(app, 'publisher', one, 'ctbk_none')).status).toBe(401)
    expect((await postMcp(app, 'publisher', one)).status).toBe(401)
  })

  it('collects events, and knows no site that is not there', async () => {
    const event = [{ kind: 'impression', url: '/' }]
    const { status, headers, body } = await app.collect(site, event)
    expect([status, body.data]).toEqual([202, { accepted: 1, duplicates: 0, rejected: 0 }])
    expect(limitOf(headers)).toEqual([1_200, 1_199])
    expect((await app.collect('site_none', event)).status).toBe(404)
  })

  it('answers what is no HTTP', async () => {
    const answer = await rawRequest(app.url, {
      method: 'GET',
      path: '/api/v1/sites',
      headers: { 'x-long': 'x'.repeat(70_000) },
    })
    expect(answer.status).toBe(431)
    expect(answer.headers['x-ratelimit-remaining']).toBe('119')
  })

  it('admits as many as the limit and no more, however many come at once', async () => {
    const free = await app.key(await app.org('free'), ['sites:read'])
    const ask = () => app.api('GET', '/sites', { token: free })
    const asked = await Promise.all(Array.from({ length: PER_MINUTE + 20 }, ask))
    expect(asked.filter(({ status }) => status !== 429)).toHaveLength(PER_MINUTE)
    const guess = () => app.api('POST', '/auth/sign-in', { body: {} })
    const guessed = await Promise.all(Array.from({ length: SIGN_INS + 10 }, guess))
    expect(guessed.filter(({ status }) => status !== 429)).toHaveLength(SIGN_INS)
  })
})
