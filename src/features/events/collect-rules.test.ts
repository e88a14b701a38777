import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BROWSER_USER_AGENT, TestApp } from '../../testing/start-test-app.ts'
import { countStoredRows, inspectData, storedEvents } from '../../testing/stored-events.ts'

const PAGE = 'https://example.com/guide'
const PHONE_BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'

const environment = { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' }

let app: TestApp
let key: string
let siteId: string

beforeEach(async () => {
  app = await TestApp.start({ environment })
  key = await app.key(await app.org())
  siteId = await app.site(key, { aliases: ['shop.example.org'] })
})

afterEach(() => app[Symbol.asyncDispose]())

const change = (fields: Record<string, unknown>) =>
  app.api('PUT', `/sites/${siteId}`, { token: key, body: fields })

const pageview = (url = PAGE) => ({ kind: 'pageview', url })

/** Answers why events were not taken, with the number for each reason. */
async function reasonsFor(events: unknown[], headers?: Record<string, string>) {
  const { body } = await app.collect(siteId, events, headers)
  const reasons = body.meta['reasons'] as Record<string, number>
  const told = Object.values(reasons).reduce((sum, count) => sum + count, 0)
  expect(body.data['rejected']).toBe(told)
  expect(body.data['accepted']).toBe(events.length - told)
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
    const events = [pageview(), pageview(), { kind: 'impression', url: '/new-page' }]
    const headers = {
      'user-agent': 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    }
    expect(await reasonsFor(events, headers)).toEqual({ bot: 3 })
    expect(await reasonsFor([pageview()], { 'user-agent': 'curl/8.5.0' })).toEqual({ bot: 1 })
    for (const table of ['event', 'rollup_day', 'rollup_dim', 'visitor_day', 'page', 'question']) {
      expect(countStoredRows(app.directory, table)).toBe(0)
    }
    const sql = 'SELECT bot, kind, events FROM bot_day ORDER BY bot, kind'
    expect(inspectData(app.directory, (db) => db.prepare(sql).all())).toEqual([
      { bot: 'GPTBot', kind: 1, events: 1 },
      { bot: 'GPTBot', kind: 6, events: 2 },
      { bot: 'curl', kind: 6, events: 1 },
    ])
  })
})

const referral = (fields: Record<string, unknown>) => ({ kind: 'referral', url: PAGE, ...fields })

describe('a referral', () => {
  it('a referral is recognised by host, by utm_source, or by both', async () => {
    const events = [
      referral({ url: '/a', referrer: 'https://chatgpt.com/' }),
      referral({ url: '/b?utm_source=perplexity&utm_medium=cpc' }),
      referral({ url: '/c?utm_source=chatgpt.com', referrer: 'https://chatgpt.com/c/1' }),
    ]
    expect(await reasonsFor(events)).toEqual({})
    const stored = storedEvents(app.directory)
    expect(stored.map(({ engine, referrer, facet }) => [engine, referrer, facet])).toEqual([
      ['chatgpt', 'chatgpt.com', { evidence: 'referrer', paid: 'no' }],
      ['perplexity', null, { evidence: 'utm', paid: 'yes' }],
      ['chatgpt', 'chatgpt.com', { evidence: 'both', paid: 'no' }],
    ])
  })

  it('a referral without evidence is none, whatever target it names', async () => {
    const events = [
      referral({}),
      referral({ referrer: 'https://www.google.com/' }),
      referral({ referrer: 'https://example.com/other', target: 'chatgpt' }),
      referral({ referrer: 'no address', url: '/a?utm_source=newsletter' }),
    ]
    expect(await reasonsFor(events)).toEqual({ not_ai_referral: 4 })
  })
})

describe('the classification of a reader', () => {
  it('the target names the engine', async () => {
    const targets = ['ChatGPT', 'perplexity.ai', 'my-engine', '<script>']
    await app.collect(
      siteId,
      targets.map((target, i) => ({ kind: 'ai_click', url: `/${i}`, target })),
    )
    const engines = storedEvents(app.directory).map(({ engine }) => engine)
    expect(engines).toEqual(['chatgpt', 'perplexity', 'my-engine', 'other'])
  })

  it('the country comes from the header of a trusted proxy, when it is one', async () => {
    for (const country of ['de', 'XX1', '']) {
      await app.collect(siteId, [pageview(`/${country || 'none'}`)], { 'cf-ipcountry': country })
    }
    const countries = storedEvents(app.directory).map(({ path, country }) => [path, country])
    expect(countries).toEqual([
      ['/XX1', null],
      ['/de', 'DE'],
      ['/none', null],
    ])
  })

  it('no header is believed of a peer that is no proxy of ours', async () => {
    for (const TRUST_PROXY of ['', '10.0.0.0/8']) {
      await using open = await TestApp.start({ environment: { ...environment, TRUST_PROXY } })
      const id = await open.site(await open.key(await open.org()))
      for (const address of ['192.0.2.1', '192.0.2.2']) {
        const headers = { 'x-forwarded-for': address, 'cf-ipcountry': 'DE' }
        await open.collect(id, [pageview()], headers)
      }
      const stored = storedEvents(open.directory)
      expect(stored.map(({ country }) => country)).toEqual([null, null])
      expect(new Set(stored.map(({ visitor }) => visitor)).size).toBe(1)
    }
  })

  it('readers are told apart by the address that the proxy saw, not by one that they made up', async () => {
    const forwarded = ['192.0.2.1', '192.0.2.2', '198.51.100.7, 192.0.2.1']
    for (const address of forwarded) {
      await app.collect(siteId, [pageview()], { 'x-forwarded-for': address })
    }
    const visitors = storedEvents(app.directory).map(({ visitor }) => visitor)
    expect(new Set(visitors).size).toBe(2)
  })

  it('the device is told', async () => {
    await app.collect(siteId, [pageview('/desk')], { 'user-agent': BROWSER_USER_AGENT })
    await app.collect(siteId, [pageview('/phone')], { 'user-agent': PHONE_BROWSER })
    const devices = storedEvents(app.directory).map(({ device }) => device)
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
      expect(storedEvents(app.directory)).toHaveLength(2)
    },
  )
})

const questions = () =>
  inspectData(app.directory, (db) =>
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
    expect(countStoredRows(app.directory, 'question_text')).toBe(0)
    expect(storedEvents(app.directory).map(({ kind }) => kind)).toEqual(['question'])
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
    const none = { status: 'not_installed', firstSeenAt: null, lastSeenAt: null }
    await app.collect(siteId, [pageview()])
    await app.collect(siteId, [pageview()], { origin: 'https://evil.test' })
    await app.collect(siteId, [pageview()], { origin: 'null' })
    expect(await install()).toEqual(none)

    await app.collect(siteId, [pageview()], { origin: 'https://shop.example.org' })
    const firstSeenAt = '2026-11-20T12:00:00.000Z'
    expect(await install()).toEqual({ status: 'installed', firstSeenAt, lastSeenAt: firstSeenAt })

    app.clock.advance({ days: 3 })
    await app.collect(siteId, [pageview()], { referer: 'https://www.example.com/guide' })
    const lastSeenAt = '2026-11-23T12:00:00.000Z'
    expect(await install()).toEqual({ status: 'installed', firstSeenAt, lastSeenAt })
    app.clock.advance({ days: 15 })
    expect(await install()).toMatchObject({ status: 'stale' })
  })

  it('a deleted site is not found', async () => {
    const org = await app.org()
    const id = await app.site(await app.key(org))
    await app.api('DELETE', `/sites/${id}`, { token: await app.session(org) })
    expect((await app.collect(id, [pageview()])).status).toBe(404)
  })
})
