import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { AnsweringServer } from '../../src/widget/testing/answering-server.ts'
import { demoPages } from '../demo/site.ts'
import { serveWebSite, WEB_ADDRESS, type ServedSite } from '../demo/web-site.ts'
import type { ApiSchemas } from './types/index.ts'
import { Citable, CitableError } from './citable.ts'

let app: TestApp
let web: ServedSite
let key: string
let citable: Citable

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: WEB_ADDRESS } })
  web = await serveWebSite(new Date(app.clock.now()))
  key = await app.key(await app.org('enterprise'))
  citable = new Citable(app.url, key)
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

/** Rejects unless a call is refused. */
async function refused(call: Promise<unknown>): Promise<CitableError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof CitableError) return error
  throw new Error('The call was not refused', { cause: error })
}

it('makes, changes and deletes a site, with the types of what it takes and answers', async () => {
  const owner = new Citable(app.url, await app.session(await app.org()))
  const body = { domain: 'tides.example', scan: false }
  const { data, meta } = await owner.call('POST /sites', { body })
  expectTypeOf(data.timezone).toEqualTypeOf<string>()
  expectTypeOf(data.status).toEqualTypeOf<'active' | 'paused'>()
  expect(meta.requestId).toMatch(/^req_/)
  const path = { id: data.id }
  const changed = await owner.call('PUT /sites/{id}', { path, body: { name: 'Tides & more' } })
  expect(changed.data).toMatchObject({ id: data.id, name: 'Tides & more' })
  expect((await owner.call('DELETE /sites/{id}', { path })).data).toEqual({})
})

it('gives each item of a list, page after page', async () => {
  const own = new Citable(app.url, await app.key(await app.org('enterprise')))
  const domains = ['a.example', 'b.example', 'c.example']
  for (const domain of domains) await own.call('POST /sites', { body: { domain, scan: false } })
  const found: string[] = []
  for await (const site of own.items('GET /sites', { query: { limit: 2 } })) {
    expectTypeOf(site).toExtend<ApiSchemas['Site']>()
    found.push(site.domain)
  }
  expect(found.toSorted()).toEqual(domains)
})

it('gives each event of a scan, the last of which has its result', async () => {
  const { data } = await citable.call('POST /sites', { body: { url: `${web.origin}/` } })
  const path = { jobId: data.scanJob?.id ?? '' }
  const states: string[] = []
  let pages = 0
  for await (const scan of citable.events('GET /scan/{jobId}', { path })) {
    states.push(scan.state)
    pages = scan.result?.pages ?? pages
  }
  expect([states.at(-1), pages]).toEqual(['succeeded', demoPages.length + 1])
})

it('gives a file as it comes', async () => {
  const { data } = await citable.call('POST /sites', {
    body: { domain: 'csv.example', scan: false },
  })
  await app.collect(data.id, [{ kind: 'ai_click', url: '/Füße,"1"', target: 'claude' }])
  let text = ''
  const input = {
    path: { siteId: data.id },
    query: { metrics: ['ai_clicks' as const], dimensions: ['path' as const] },
  }
  for await (const part of citable.stream('GET /analytics/{siteId}/export', 'text/csv', input))
    text += part
  expect(text.split('\r\n').slice(0, 2)).toEqual(['path,ai_clicks', '"/F%C3%BC%C3%9Fe,%221%22",1'])
})

it('a refusal says what was wrong with which field, in the words of the server', async () => {
  const error = await refused(citable.call('POST /sites', { body: { url: 'http://127.0.0.2/' } }))
  expect(error).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', fields: [{ path: 'url' }] })
  expect(error.requestId).toMatch(/^req_/)
  expect(error.message).toMatch(/^POST \/sites: .*; The host is at a private or reserved/)
  expect(error.message.startsWith(`POST /sites: ${error.reason}; `)).toBe(true)
  const weak = new Citable(app.url, await app.key(await app.org(), ['org:read']))
  expect(await refused(weak.call('GET /sites'))).toMatchObject({
    status: 403,
    required: ['sites:read'],
  })
})

it('a name in a path and a value in a query are sent as they are, whatever signs they have', async () => {
  const path = { siteId: '../org?x=1#' }
  expect(await refused(citable.call('GET /pages/{siteId}', { path }))).toMatchObject({
    status: 404,
  })
  const { data: site } = await citable.call('POST /sites', {
    body: { domain: 'q.example', scan: false },
  })
  const { data } = await citable.call('GET /analytics/{siteId}/ai', {
    path: { siteId: site.id },
    query: {
      metrics: ['ai_clicks'],
      dimensions: [],
      filters: [{ dimension: 'path', op: 'contains', values: ['a&b=c,d', '"'] }],
    },
  })
  expect(data.rows).toEqual([[0]])
})

/** The limit of requests of a key on the plan Pro, and one more. */
const ONE_TOO_MANY = 121

it('a request that came too soon is sent again when the server says', async () => {
  const waits: number[] = []
  const wait = async (seconds: number): Promise<void> => {
    waits.push(seconds)
    app.clock.advance({ seconds })
  }
  const patient = new Citable(app.url, await app.key(await app.org('pro')), { wait })
  for (let i = 0; i < ONE_TOO_MANY; i++) await patient.call('GET /keys').catch(expectSession)
  expect(waits).toEqual([expect.any(Number)])
  const hasty = new Citable(app.url, await app.key(await app.org('pro')), { retries: 0 })
  for (let i = 1; i < ONE_TOO_MANY; i++) await hasty.call('GET /keys').catch(expectSession)
  const { code, retryAfterSeconds } = await refused(hasty.call('GET /keys'))
  expect([code, retryAfterSeconds]).toEqual(['RATE_LIMITED', waits[0]])
})

/** These calls are refused too, and cost little. */
const expectSession = (error: unknown): void => {
  expect(error).toMatchObject({ code: 'SESSION_REQUIRED' })
}

it('a write that the server could not take is sent again only with an Idempotency-Key', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response
      .writeHead(503, { 'content-type': 'text/html', 'retry-after': '0' })
      .end('<h1>Busy</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // @NOTE it listens on a port.
  const { port } = server.address() as AddressInfo
  const busy = new Citable(`http://127.0.0.1:${port}`, key, { wait: () => Promise.resolve() })
  const body = { domain: 'x.example' }
  expect(await refused(busy.call('POST /sites', { body }))).toMatchObject({
    status: 503,
    code: 'NO_ENVELOPE',
  })
  expect(asked).toBe(1)
  await refused(busy.call('POST /sites', { body, headers: { 'Idempotency-Key': 'once' } }))
  expect(asked).toBe(4)
  server.close()
})

it.each([
  ['a refusal', 502, 'Wed, 21 Oct 2026 07:28:00 GMT'],
  ['an answer', 200, ''],
])('%s that is no JSON is an error of what stands between', async (_, status, later) => {
  await using between = await AnsweringServer.start(() => ({
    status,
    headers: { 'Retry-After': later },
    body: '<h1>Hello</h1>',
  }))
  const error = await refused(new Citable(between.origin).call('GET /sites'))
  expect(error).toMatchObject({ status, code: 'NO_ENVELOPE', retryAfterSeconds: undefined })
})

it('without a token it asks as anybody may', async () => {
  const anybody = new Citable(`${app.url}/`)
  const { data } = await anybody.call('GET /server')
  expect(data.needsSetup).toBe(false)
  expect(await refused(anybody.call('GET /sites'))).toMatchObject({ status: 401 })
})

it('a call ends with its own signal, and another one goes on', async () => {
  const { signal } = new AbortController()
  const lasting = new Citable(app.url, key, { signal })
  const ended = lasting.call('GET /sites', { signal: AbortSignal.abort() })
  await expect(ended).rejects.toThrow('aborted')
  expect((await lasting.call('GET /sites')).meta.requestId).toMatch(/^req_/)
})

it('everything ends with the signal', async () => {
  const stopped = new Citable(app.url, key, { signal: AbortSignal.abort() })
  await expect(stopped.call('GET /sites')).rejects.toThrow('aborted')
})
