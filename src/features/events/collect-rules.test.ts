import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BROWSER_USER_AGENT, TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { countOrgRows, inspectOrg } from '../../testing/org-rows.ts'
import { storedEvents } from '../../testing/stored-events.ts'

const PAGE = 'https://example.com/guide'
const PHONE_BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'

const environment = { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' }

let app: TestApp
let org: TestOrg
let key: string
let siteId: string

beforeAll(async () => {
  app = await TestApp.start({ environment })
})

beforeEach(async () => {
  org = await app.org()
  key = await app.key(org)
  siteId = await app.site(key, { aliases: ['shop.example.org'] })
})

afterAll(() => app[Symbol.asyncDispose]())

const events = () => inspectOrg(app.directory, org.id, storedEvents)

const change = (fields: Record<string, unknown>) =>
  app.api('PUT', `/sites/${siteId}`, { token: key, body: fields })

const pageview = (url = PAGE) => ({ kind: 'pageview', url })

/** Sends events, and returns the number of those that were not taken, by reason. */
async function reasonsFor(sent: unknown[], headers?: Record<string, string>) {
  const { body } = await app.collect(siteId, sent, headers)
  const reasons = body.meta['reasons'] as Record<string, number>
  const told = Object.values(reasons).reduce((sum, count) => sum + count, 0)
  expect(body.data['rejected']).toBe(told)
  expect(body.data['accepted']).toBe(sent.length - told)
  return reasons
}

describe('the host of a page', () => {
  it.each([
    '/guide',
    'https://www.example.com/',
    'http://blog.example.com:8080/',
    'https://shop.example.org/',
    'https://eu.shop.example.org/',
  ])('the host of a page may be %s', async (url) => {
    expect(await reasonsFor([pageview(url)])).toEqual({})
  })

  it.each([
    'https://notexample.com/',
    'https://example.com.evil.test/',
    'https://example.org/',
    '//evil.test/guide',
    'ftp://example.com/',
    'javascript:alert(1)',
    'guide',
  ])('the host of a page may not be %s', async (url) => {
    expect(await reasonsFor([pageview(url), pageview()])).toEqual({ hostname: 1 })
  })
})

describe('a bot', () => {
  it('a bot is counted by its name and kind, and nowhere else', async () => {
    const visits = [pageview(), pageview(), { kind: 'impression', url: '/new-page' }]
    const headers = {
      'user-agent': 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    }
    expect(await reasonsFor(visits, headers)).toEqual({ bot: 3 })
    expect(await reasonsFor([pageview()], { 'user-agent': 'curl/8.5.0' })).toEqual({ bot: 1 })
    const tables = 'event rollup_day rollup_dim rollup_visit visitor_day page question'
    for (const table of tables.split(' ')) {
      expect(countOrgRows(app.directory, org.id, table)).toBe(0)
    }
    const sql = 'SELECT bot, kind, events FROM bot_day ORDER BY bot, kind'
    expect(inspectOrg(app.directory, org.id, (db) => db.prepare(sql).all())).toEqual([
      { bot: 'GPTBot', kind: 1, events: 1 },
      { bot: 'GPTBot', kind: 6, events: 2 },
      { bot: 'curl', kind: 6, events: 1 },
    ])
  })
})

const referral = (fields: Record<string, unknown>) => ({ kind: 'referral', url: PAGE, ...fields })

describe('a referral', () => {
  it('a referral is recognised by host, by utm_source, or by both', async () => {
    const visits = [
      referral({ url: '/a', referrer: 'https://chatgpt.com/' }),
      referral({ url: '/b?utm_source=perplexity&utm_medium=cpc' }),
      referral({ url: '/c?utm_source=chatgpt.com', referrer: 'https://chatgpt.com/c/1' }),
    ]
    expect(await reasonsFor(visits)).toEqual({})
    const stored = events()
    expect(stored.map(({ engine, referrer, facet }) => [engine, referrer, facet])).toEqual([
      ['chatgpt', 'chatgpt.com', { arrival: 'chatgpt', evidence: 'referrer', paid: 'no' }],
      ['perplexity', null, { arrival: 'perplexity', evidence: 'utm', paid: 'yes' }],
      ['chatgpt', 'chatgpt.com', { arrival: 'chatgpt', evidence: 'both', paid: 'no' }],
    ])
  })

  it('a referral without evidence is none, whatever target it names', async () => {
    const visits = [
      referral({}),
      referral({ referrer: 'https://www.google.com/' }),
      referral({ referrer: 'https://example.com/other', target: 'chatgpt' }),
      referral({ referrer: 'no address', url: '/a?utm_source=newsletter' }),
    ]
    expect(await reasonsFor(visits)).toEqual({ not_ai_referral: 4 })
  })
})

describe('the campaign of an address', () => {
  const LONG = 'autumn sale '.repeat(8)
  it.each([
    ['Spring+Sale', 'Spring Sale'],
    ['%20%E2%80%8BSpring%0A%09Sale%E2%80%AE%20', 'Spring Sale'],
    ['%EF%BC%B3pring', 'Spring'],
    ['black-friday_2026', 'black-friday_2026'],
    ['17894561234', '17894561234'],
    [LONG, LONG.slice(0, 64).trimEnd()],
    ['%F0%9F%8D%B5'.repeat(70), '🍵'.repeat(64)],
    ['', undefined],
    ['%E2%80%8B', undefined],
    ['(none)', undefined],
    ['anna%40example.com', undefined],
    ['anna%EF%BC%A0example.com', undefined],
    ['to%20anna%2540example.com', undefined],
    [`${'x-'.repeat(30)}anna%40example.com`, undefined],
    ['https%3A%2F%2Fx.example', undefined],
    ['203.0.113.9', undefined],
    ['d41d8cd98f00b204e9800998ecf8427e', undefined],
    ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', undefined],
    ['d41d8cd9%E2%80%8B8f00b204', undefined],
  ])('is kept clean and short, and never one that could name a person: %s', async (told, kept) => {
    await reasonsFor([pageview(`/a?utm_source=x&utm_campaign=${told}&utm_campaign=second`)])
    expect(events().map(({ facet }) => facet['campaign'])).toEqual([kept])
  })
})

describe('the classification of a reader', () => {
  it('the target names the engine', async () => {
    const targets = ['ChatGPT', 'perplexity.ai', 'my-engine', '<script>']
    await app.collect(
      siteId,
      targets.map((target, i) => ({ kind: 'ai_click', url: `/${i}`, target })),
    )
    const engines = events().map(({ engine }) => engine)
    expect(engines).toEqual(['chatgpt', 'perplexity', 'my-engine', 'other'])
  })

  it('the country comes from the header of a trusted proxy, when it is one', async () => {
    for (const country of ['de', 'XX1', '']) {
      await app.collect(siteId, [pageview(`/${country || 'none'}`)], { 'cf-ipcountry': country })
    }
    const countries = events().map(({ path, country }) => [path, country])
    expect(countries).toEqual([
      ['/de', 'DE'],
      ['/XX1', null],
      ['/none', null],
    ])
  })

  it('readers are told apart by the address that the proxy saw, not by one that they made up', async () => {
    const forwarded = ['192.0.2.1', '192.0.2.2', '198.51.100.7, 192.0.2.1']
    for (const address of forwarded) {
      await app.collect(siteId, [pageview()], { 'x-forwarded-for': address })
    }
    const visitors = events().map(({ visitor }) => visitor)
    expect(new Set(visitors).size).toBe(2)
  })

  it('the device is told', async () => {
    await app.collect(siteId, [pageview('/desk')], { 'user-agent': BROWSER_USER_AGENT })
    await app.collect(siteId, [pageview('/phone')], { 'user-agent': PHONE_BROWSER })
    const devices = events().map(({ device }) => device)
    expect(devices).toEqual(['desktop', 'mobile'])
  })
})

describe('a reader who opts out', () => {
  it.each(['sec-gpc', 'dnt'])(
    'a reader who opts out by %s is left out where the site honours it',
    async (header) => {
      expect(await reasonsFor([pageview()], { [header]: '1' })).toEqual({})
      await change({ honourOptOut: true })
      expect(await reasonsFor([pageview(), pageview()], { [header]: '1' })).toEqual({ consent: 2 })
      expect(await reasonsFor([pageview()], { [header]: '0' })).toEqual({})
      expect(events()).toHaveLength(2)
    },
  )
})

/** The SQL, after FROM, that finds the stored words of questions. */
const QUESTION_TEXTS = 'question_text WHERE rowid IN (SELECT num FROM question)'

const questions = () =>
  inspectOrg(app.directory, org.id, (db) =>
    db.prepare<[], { text: string | null }>('SELECT text FROM question').all(),
  ).map(({ text }) => text)

describe('a question', () => {
  const ask = { kind: 'question', url: PAGE, question: 'Mail anna.berg@mail.example about tides?' }
  it('a question is redacted before it is written', async () => {
    await app.collect(siteId, [ask])
    expect(questions()).toEqual(['Mail [email] about tides?'])
  })

  it('a question is not taken in the mode off, other kinds are', async () => {
    await change({ questions: 'off' })
    expect(await reasonsFor([ask, pageview()])).toEqual({ questions_off: 1 })
    expect(questions()).toEqual([])
  })

  it('a question is counted without its words in the mode topic_only', async () => {
    await change({ questions: 'topic_only' })
    expect(await reasonsFor([ask])).toEqual({})
    expect(questions()).toEqual([null])
    expect(countOrgRows(app.directory, org.id, QUESTION_TEXTS)).toBe(0)
    expect(events().map(({ kind }) => kind)).toEqual(['question'])
  })

  it.each([
    ['question', 'question'],
    ['ai_click', 'target'],
    ['feedback', 'rating'],
  ])('an event of the kind %s needs its %s', async (kind, field) => {
    const { status, body } = await app.collect(siteId, [pageview(), { kind, url: PAGE }])
    expect(status).toBe(422)
    expect(body.error?.fields).toEqual([
      expect.objectContaining({ path: `events[1].${field}`, code: 'custom' }),
    ])
  })
})

describe('the site of an event', () => {
  it('a paused site takes nothing', async () => {
    await change({ status: 'paused' })
    expect(await reasonsFor([pageview(), pageview()])).toEqual({ paused: 2 })
    await change({ status: 'active' })
    expect(await reasonsFor([pageview()])).toEqual({})
  })

  it('a site counts as installed once one of its own pages has sent something', async () => {
    const install = async () =>
      (await app.api('GET', `/sites/${siteId}`, { token: key })).body.data['install']
    const none = { status: 'not_installed', firstSeenAt: null, lastSeenAt: null, place: null }
    await app.beacon(siteId, [pageview()], {})
    await app.beacon(siteId, [pageview()], { origin: 'https://evil.test' })
    await app.beacon(siteId, [pageview()], { origin: 'null' })
    expect(await install()).toEqual(none)

    await app.beacon(siteId, [pageview()], { origin: 'https://shop.example.org' })
    const firstSeenAt = new Date(app.clock.now()).toISOString()
    expect(await install()).toEqual({
      ...none,
      status: 'installed',
      firstSeenAt,
      lastSeenAt: firstSeenAt,
    })

    app.clock.advance({ days: 3 })
    await app.beacon(siteId, [pageview()], { referer: 'https://www.example.com/guide' })
    const lastSeenAt = new Date(app.clock.now()).toISOString()
    expect(await install()).toEqual({ ...none, status: 'installed', firstSeenAt, lastSeenAt })
    app.clock.advance({ days: 15 })
    expect(await install()).toMatchObject({ status: 'stale' })
  })

  it('a deleted site is not found', async () => {
    await app.api('DELETE', `/sites/${siteId}`, { token: await app.session(org) })
    expect((await app.collect(siteId, [pageview()])).status).toBe(404)
  })
})
