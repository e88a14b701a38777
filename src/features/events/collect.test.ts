import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inspectOrg } from '../../testing/org-rows.ts'
import { BROWSER_USER_AGENT, TestApp, type ApiAnswer } from '../../testing/start-test-app.ts'
import { countStoredRows, rollupDifferences, storedEvents } from '../../testing/stored-events.ts'

const PAGE = 'https://example.com/guide'

let app: TestApp
let orgId: string
let siteId: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})

beforeEach(async () => {
  const org = await app.org()
  orgId = org.id
  siteId = await app.site(await app.key(org))
})

afterAll(() => app[Symbol.asyncDispose]())

const OF_EACH_KIND = [
  { kind: 'impression', url: PAGE, visibleMs: 1_200 },
  { kind: 'ai_click', url: PAGE, target: 'ChatGPT', promptKind: 'summary' },
  { kind: 'share', url: PAGE, method: 'copy_link' },
  { kind: 'question', url: PAGE, question: 'Does it float?', target: 'claude' },
  { kind: 'referral', url: PAGE, referrer: 'https://www.perplexity.ai/search' },
  { kind: 'pageview', url: PAGE, title: 'A guide' },
  { kind: 'feedback', url: PAGE, rating: 'up' },
]

const pageviews = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ kind: 'pageview', url: PAGE, eventId: `e${i}` }))

const counts = ({ body: { data } }: ApiAnswer) => data

describe('a single event beside its siteId', () => {
  const flat = (event: Record<string, unknown>) =>
    app.api('POST', '/collect', {
      body: { siteId, ...event },
      headers: { 'user-agent': BROWSER_USER_AGENT },
    })

  it('a single event is taken as a batch of one', async () => {
    expect(counts(await flat({ kind: 'pageview', url: PAGE }))).toMatchObject({ accepted: 1 })
  })

  it('a single event is refused by the names that it was sent with', async () => {
    const { body } = await flat({ kind: 'ai_click', url: 7, zz: 1 })
    expect(body.error?.fields.map(({ path, location }) => [path, location])).toEqual([
      ['url', 'body'],
      ['zz', 'body'],
      ['target', 'body'],
    ])
    const needed = await flat({ kind: 'ai_click', url: PAGE })
    expect(needed.body.error?.fields).toMatchObject([{ path: 'target', location: 'body' }])
    const batch = await app.collect(siteId, [{ kind: 'ai_click', url: PAGE }])
    expect(batch.body.error?.fields).toMatchObject([{ path: 'events[0].target' }])
  })
})

it('compressed events are taken', async () => {
  const body = gzipSync(JSON.stringify({ siteId, events: OF_EACH_KIND }))
  const headers = { 'content-encoding': 'gzip', 'user-agent': BROWSER_USER_AGENT }
  const response = await fetch(`${app.url}/api/v1/collect`, { method: 'POST', headers, body })
  expect(await response.json()).toMatchObject({ data: { accepted: 7 } })
})

describe('stored events', () => {
  it('every kind is taken in one batch, with what belongs to it', async () => {
    const answer = await app.collect(siteId, OF_EACH_KIND)
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({
      data: { accepted: 7, duplicates: 0, rejected: 0 },
      error: null,
      meta: { requestId: expect.stringMatching(/^req_/), reasons: {} },
    })
    const stored = inspectOrg(app.directory, orgId, storedEvents)
    expect(
      stored.map(({ kind, engine, facet, channel }) => [kind, engine, facet, channel]),
    ).toEqual([
      ['impression', null, {}, 'direct'],
      ['ai_click', 'chatgpt', { promptKind: 'summary' }, 'direct'],
      ['share', null, { method: 'copy_link' }, 'direct'],
      ['question', 'claude', { language: 'en' }, 'direct'],
      ['referral', 'perplexity', { arrival: 'perplexity', evidence: 'referrer', paid: 'no' }, 'ai'],
      ['pageview', null, {}, 'direct'],
      ['feedback', null, { rating: 'up' }, 'direct'],
    ])
    expect(new Set(stored.map(({ path, device }) => `${path} ${device}`))).toEqual(
      new Set(['/guide desktop']),
    )
    expect(inspectOrg(app.directory, orgId, rollupDifferences)).toEqual([])
  })

  it('a single event that stands beside its siteId is stored', async () => {
    const body = { siteId, kind: 'pageview', url: PAGE }
    const headers = { 'user-agent': BROWSER_USER_AGENT }
    const answer = await app.api('POST', '/collect', { body, headers })
    expect(counts(answer)).toEqual({ accepted: 1, duplicates: 0, rejected: 0 })
  })

  it('text/plain, and a body without a type, are taken as sendBeacon sends them', async () => {
    for (const type of [
      'text/plain;charset=UTF-8',
      'text/plain',
      'application/json; charset=utf-8',
    ]) {
      const answer = await app.collect(siteId, [{ kind: 'pageview', url: PAGE }], {
        'content-type': type,
      })
      expect(answer.status).toBe(202)
    }
    const response = await fetch(`${app.url}/api/v1/collect`, {
      method: 'POST',
      headers: { 'user-agent': BROWSER_USER_AGENT },
      body: new Blob([JSON.stringify({ siteId, kind: 'pageview', url: PAGE })]),
    })
    expect(response.status).toBe(202)
    expect(inspectOrg(app.directory, orgId, storedEvents)).toHaveLength(4)
  })

  it('50 events are taken at once and 51 are refused', async () => {
    expect(counts(await app.collect(siteId, pageviews(50)))).toMatchObject({ accepted: 50 })
    const refused = await app.collect(siteId, pageviews(51))
    expect(refused.status).toBe(422)
    expect(refused.body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ path: 'events', code: 'too_big' }],
    })
    expect((await app.collect(siteId, [])).status).toBe(422)
    expect(inspectOrg(app.directory, orgId, storedEvents)).toHaveLength(50)
  })

  it('a page is made of a path, with its title and without query and fragment', async () => {
    const url = `${PAGE}?email=anna@example.com#part`
    await app.collect(siteId, [{ kind: 'pageview', url, title: 'A\u200B  guide' }])
    await app.collect(siteId, [{ kind: 'impression', url: '/guide' }])
    const pages = inspectOrg(app.directory, orgId, (db) =>
      db.prepare('SELECT path, url, title FROM page').all(),
    )
    expect(pages).toEqual([{ path: '/guide', url: PAGE, title: 'A guide' }])
  })
})

describe('duplicate events', () => {
  it('a duplicate counts once: in one batch, in a later one, and on the next day', async () => {
    const twice = [...pageviews(3), ...pageviews(2)]
    expect(counts(await app.collect(siteId, twice))).toEqual({
      accepted: 3,
      duplicates: 2,
      rejected: 0,
    })
    expect(counts(await app.collect(siteId, pageviews(4)))).toMatchObject({
      accepted: 1,
      duplicates: 3,
    })
    app.clock.advance({ hours: 20 })
    expect(counts(await app.collect(siteId, pageviews(4)))).toMatchObject({ duplicates: 4 })
    expect(inspectOrg(app.directory, orgId, storedEvents)).toHaveLength(4)
    expect(inspectOrg(app.directory, orgId, rollupDifferences)).toEqual([])
  })

  it('a duplicate counts once across concurrent posts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.collect(siteId, pageviews(5))),
    )
    const accepted = answers.reduce((sum, answer) => sum + Number(counts(answer)['accepted']), 0)
    expect(accepted).toBe(5)
  })

  it('the same event id on two sites is two events', async () => {
    const other = await app.site(await app.key(await app.org()))
    await app.collect(siteId, pageviews(1))
    expect(counts(await app.collect(other, pageviews(1)))).toMatchObject({ accepted: 1 })
  })

  it('events without a client’s id are kept apart by the server', async () => {
    const event = { kind: 'pageview', url: PAGE }
    expect(counts(await app.collect(siteId, [event, event]))).toMatchObject({ accepted: 2 })
  })
})

const request = (init: RequestInit) => fetch(`${app.url}/api/v1/collect`, init)

describe('the answer to a page', () => {
  it('any origin may ask, in the preflight and after', async () => {
    const preflight = await fetch(`${app.url}/api/v1/collect`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'Content-Type, Content-Encoding',
    })
    const origin = { origin: 'https://example.com' }
    for (const [status, site, events] of [
      [202, siteId, pageviews(1)],
      [404, 'site_unknown', pageviews(1)],
      [422, siteId, [{ kind: 'unknown' }]],
    ] as const) {
      const answer = await app.collect(site, [...events], origin)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  it('every answer bears the limit and the request id', async () => {
    const answers = await Promise.all([
      request({ method: 'GET' }),
      request({ method: 'POST', body: '{' }),
      request({ method: 'POST', body: 'x'.repeat(70_000) }),
      request({ method: 'POST', body: 'a=1', headers: { 'content-type': 'text/html' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([405, 400, 413, 415])
    expect(answers[0]?.headers.get('allow')).toBe('POST, OPTIONS')
    for (const { headers } of answers) {
      expect(headers.get('x-ratelimit-limit')).toBe('1200')
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(1_200)
      expect(headers.get('x-request-id')).toMatch(/^req_/)
    }
  })

  it('a site that is not there is answered with 404', async () => {
    const before = countStoredRows(app.directory, 'event')
    const answer = await app.collect('site_01ARZ3NDEKTSV4RRFFQ69G5FAV', pageviews(1))
    expect(answer.body.error?.code).toBe('NOT_FOUND')
    expect(countStoredRows(app.directory, 'event')).toBe(before)
  })
})

const from = (address: string) => ({ 'x-forwarded-for': address })

describe('the limit of collect', () => {
  it('the limit is 1,200 requests a minute and address, whatever they hold', async () => {
    for (let sent = 0; sent < 1_199; sent += 109) {
      await Promise.all(
        Array.from({ length: 109 }, () => app.collect(siteId, [], from('192.0.2.1'))),
      )
    }
    const last = await app.collect(siteId, pageviews(50), from('192.0.2.1'))
    expect(last.status).toBe(202)
    expect(last.headers.get('x-ratelimit-remaining')).toBe('0')

    const refused = await app.collect(siteId, pageviews(50), from('192.0.2.1'))
    expect(refused.status).toBe(429)
    expect(refused.body.error?.code).toBe('RATE_LIMITED')
    const wait = Number(refused.headers.get('retry-after'))
    expect((await app.collect(siteId, pageviews(1), from('192.0.2.2'))).status).toBe(202)

    app.clock.advance({ seconds: wait - 1 })
    expect((await app.collect(siteId, [], from('192.0.2.1'))).status).toBe(429)
    app.clock.advance({ seconds: 1 })
    expect((await app.collect(siteId, pageviews(1), from('192.0.2.1'))).status).toBe(202)
  })
})
