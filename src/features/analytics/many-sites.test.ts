import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importVisits, agency, manySites } from '../../testing/agency.ts'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import type { HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

type Row = (string | number | null)[]

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

async function call(key: string, tool: string, args: Arguments = {}, server = 'data') {
  const answer = await askTool(app, server, tool, key, args)
  return { ...answer, rows: (answer.structured['rows'] ?? []) as Row[] }
}

const times = (count: number, line: (i: number) => HistoryLine): HistoryLine[] =>
  Array.from({ length: count }, (_, i) => line(i))

/** Makes `count` visits from ChatGPT on one day, each of a reader of its own. */
const referrals = (day: string, count: number, referrer = 'https://chatgpt.com/') =>
  times(count, (i) => ({
    at: `${day}T10:00:00Z`,
    kind: 'referral',
    eventId: `${day}.${new URL(referrer).host}.${i}`,
    visitor: `${day} ${i}`,
    referrer,
  }))

describe('which of thirty sites got most ChatGPT referrals last month, and which fell', () => {
  it('is told in two calls', async () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo']
    const { key } = await agency(
      app,
      Array.from({ length: 30 }, (_, i) => ({
        domain: `shop${i}.example`,
        timezone: zones[i % 3]!,
        lines: [
          ...referrals('2026-08-30', 1),
          ...referrals('2026-09-15', i === 7 ? 300 : 20),
          ...referrals('2026-10-15', i === 7 ? 90 : i === 11 ? 200 : 21),
          ...referrals('2026-10-16', 5, 'https://claude.ai/'),
        ],
      })),
    )
    const chatgpt = [{ dimension: 'engine', op: 'is', values: ['chatgpt'] }]
    const most = await call(key, 'get_breakdown', {
      dimensions: ['site'],
      metrics: ['ai_referrals'],
      filters: chatgpt,
      range: 'last_month',
      limit: 30,
    })
    expect(most.rows).toHaveLength(30)
    expect(most.rows.slice(0, 3)).toEqual([
      ['shop11.example', 200, 867.7, 'short_history'],
      ['shop7.example', 90, -71, 'short_history'],
      ['shop0.example', 21, 1.6, 'short_history'],
    ])
    expect(most.text).toContain('2026-10-01..2026-10-31 time of each site')
    for (const zone of zones) expect(most.text).toContain(`${zone} (shop`)
    const fell = await call(key, 'compare_periods', {
      dimensions: ['site'],
      metrics: ['ai_referrals'],
      filters: chatgpt,
      range: 'last_month',
      limit: 2,
    })
    expect(fell.rows.slice(0, 3)).toEqual([
      ['(total)', '', 878, 880, -31.33, 1, 'short_history', null],
      ['site', 'shop7.example', 90, 300, -220, 7.021, 'short_history', 'arithmetic'],
      ['site', 'shop11.example', 200, 20, 179.3, -5.723, 'short_history', 'arithmetic'],
    ])
    const ranked = await call(key, 'list_sites', {
      metrics: ['ai_referrals', 'visitors'],
      range: 'last_month',
      limit: 2,
    })
    expect(ranked.structured['columns']).toEqual([
      'domain',
      'name',
      'timezone',
      'install_status',
      'pages',
      'last_scan',
      'ai_referrals',
      'visitors',
    ])
    expect(ranked.rows.map((row) => [row[0], ...row.slice(6)])).toEqual([
      ['shop11.example', 205, 205],
      ['shop7.example', 95, 95],
    ])
    const next = await call(key, 'list_sites', {
      metrics: ['ai_referrals', 'visitors'],
      range: 'last_month',
      limit: 2,
      cursor: ranked.structured['nextCursor'],
    })
    expect(next.rows.map(([domain]) => domain)).toEqual(['shop0.example', 'shop1.example'])
  })
})

describe('a few sites', () => {
  let org: TestOrg
  let key: string
  let ids: string[]
  const question = (site: string, count: number, readers: number): HistoryLine[] =>
    times(count, (i) => ({
      at: `2026-11-10T20:00:0${i}Z`,
      kind: 'question',
      visitor: `${site} ${i % readers}`,
      url: '/tides',
      question: 'Are tide tables exact?',
      target: 'claude',
    }))

  beforeAll(async () => {
    const made = await agency(app, [
      { domain: 'alpha.example', timezone: 'Asia/Tokyo', lines: question('alpha', 8, 6) },
      { domain: 'beta.example', timezone: 'UTC', lines: question('beta', 9, 4) },
      { domain: 'gamma.example', timezone: 'America/New_York', lines: question('gamma', 3, 3) },
    ])
    ;({ org, key, ids } = made)
  })

  it.each([
    ['as a list', ['alpha.example', 'gamma.example']],
    ['with commas', 'alpha.example, gamma.example'],
    ['by address and alias of case', ['https://ALPHA.example/x', 'gamma.example', 'alpha.example']],
    ['as JSON in a text', '["alpha.example","gamma.example"]'],
  ])('are named %s', async (_, site) => {
    const { rows } = await call(key, 'get_breakdown', { site, dimensions: ['site'] })
    expect(rows.map(([domain]) => String(domain)).toSorted()).toEqual([
      'alpha.example',
      'gamma.example',
    ])
    const { structured } = await call(key, 'get_overview', { site: 'beta.example' })
    expect(structured['site']).toBe('beta.example')
    const unknown = await call(key, 'get_overview', { site: ['beta.example', 'bta.example'] })
    expect(unknown.text).toContain('did you mean beta.example?')
  })

  it('never share askers: a topic shows where one site alone has five', async () => {
    const topics = await call(key, 'get_question_topics', { range: '28d' })
    expect(topics.rows.map((row) => row.slice(0, 4))).toEqual(
      [
        ['beta.example', '(fewer than 5 askers)', 9, 9],
        ['alpha.example', 'tide tables', 8, 8],
        ['gamma.example', '(fewer than 5 askers)', 3, 3],
      ].map(([site, topic, questions]) => [site, topic, questions, expect.any(Number)]),
    )
    const broken = await call(key, 'query', { dimensions: ['topic'], metrics: ['questions'] })
    expect(broken.structured['columns']).toEqual(['site', 'topic', 'questions'])
    expect(broken.rows).toEqual([
      ['beta.example', '(fewer than 5 askers)', 9],
      ['alpha.example', 'tide tables', 8],
      ['gamma.example', '(fewer than 5 askers)', 3],
    ])
    const summed = await call(key, 'query', { dimensions: ['engine'], metrics: ['visitors'] })
    expect(summed.structured['columns']).toEqual(['site', 'engine', 'visitors'])
    const { body } = await app.api('GET', '/analytics/overview', { token: key })
    expect(body.data['totals']).toMatchObject({ questions: 20, visitors: null })
    const refused = await call(key, 'compare_periods', { metrics: ['visitors'] })
    expect(refused.text).toContain('a reader is known by site alone')
  })

  it('have their questions in one order, page by page, each at its own time', async () => {
    const seen: Row[] = []
    for (let cursor: unknown; cursor !== null;) {
      const page = await call(key, 'list_questions', { limit: 7, cursor }, 'publisher')
      seen.push(...page.rows)
      cursor = page.structured['nextCursor']
    }
    expect(seen).toHaveLength(20)
    const at = seen.map((row) => Date.parse(String(row[2])))
    expect(at).toEqual(at.toSorted((a, b) => b - a))
    expect(new Set(seen.map((row) => row[1])).size).toBe(20)
    expect(
      seen
        .filter(([site]) => site === 'alpha.example')
        .every((row) => String(row[2]).endsWith('+09:00')),
    ).toBe(true)
    const { body } = await app.api('GET', '/questions?sort=frequent', { token: key })
    const listed = body.data as unknown as { domain: string; count: number; timezone: string }[]
    expect(listed.map(({ domain, count }) => [domain, count])).toEqual([
      ['beta.example', 9],
      ['alpha.example', 8],
      ['gamma.example', 3],
    ])
    expect(body.meta).toMatchObject({ leftOut: [], untrusted: expect.arrayContaining(['text']) })
    const named = await call(key, 'list_questions', { topic: 'tide tables', limit: 3 }, 'publisher')
    expect(named.rows).toHaveLength(3)
  })

  it('are one series, by the days of each, without hours of several zones', async () => {
    const days = await call(key, 'get_timeseries', { range: '2026-11-10..2026-11-12' })
    expect(days.rows.map((row) => [row[0], row[3]])).toEqual([
      ['2026-11-10', 12],
      ['2026-11-11', 8],
      ['2026-11-12', 0],
    ])
    const hours = await call(key, 'get_timeseries', { range: '2026-11-10', interval: 'hour' })
    expect(hours.structured['columns']).toContain('site')
  })

  it('are what a narrowed key and a bound address reach', async () => {
    const session = await app.session(org)
    const made = await app.api('POST', '/keys', {
      token: session,
      body: { scopes: ['analytics:read'], siteIds: ids.slice(0, 2) },
    })
    const narrow = String(made.body.data['key'])
    const { rows } = await call(narrow, 'get_breakdown', { dimensions: ['site'] })
    expect(rows.map(([domain]) => String(domain)).toSorted()).toEqual([
      'alpha.example',
      'beta.example',
    ])
    const bound = await call(key, 'get_breakdown', { dimensions: ['site'] }, 'data/s/beta.example')
    expect(bound.rows.map(([domain]) => domain)).toEqual(['beta.example'])
    const foreign = await call(narrow, 'get_overview', { site: ['alpha.example', 'gamma.example'] })
    expect(foreign.isError).toBe(true)
  })

  it('leave out a site that was deleted between list and query, and what a call has no time for', async () => {
    const {
      org: made,
      key: own,
      ids: two,
    } = await agency(app, [
      { domain: 'one.example', lines: referrals('2026-11-10', 3) },
      { domain: 'two.example', lines: referrals('2026-11-10', 3) },
      { domain: 'three.example', lines: referrals('2026-11-10', 3) },
    ])
    // Each look at the time takes four seconds, so that the third site is asked after the call's ten.
    app.clock.passWithEachLook({ seconds: 4 })
    const late = await call(own, 'get_breakdown', { dimensions: ['site'] })
    app.clock.passWithEachLook()
    expect(late.rows).toHaveLength(2)
    expect(late.text).toMatch(/left out: \w+\.example: not looked at, since one call has 10 s/)
    const site = ['one.example', 'two.example']
    const args = { site, metrics: ['ai_referrals'] }
    const { structured } = await call(own, 'export_data', args)
    const session = await app.session(made)
    expect((await app.api('DELETE', `/sites/${two[1]}`, { token: session })).status).toBe(200)
    const file = await (await fetch(String(structured['url']))).text()
    expect(file).toBe('site,ai_referrals\r\none.example,3\r\n')
    const rest = await call(own, 'get_breakdown', { dimensions: ['site'] })
    expect(rest.rows.map(([domain]) => domain)).toEqual(['one.example', 'three.example'])
    expect((await call(own, 'get_overview', args)).isError).toBe(true)
  })
})

it('five thousand sites are answered or named as left out, and others are answered meanwhile', async () => {
  const org = await app.org('self_hosted')
  const all = await manySites(app, org, 5_000)
  const key = await app.key(org)
  await importVisits(app, all[4_321]!, referrals('2026-11-10', 4))
  const answering = app.api('GET', '/analytics/breakdown?dimensions=site&metrics=ai_referrals', {
    token: key,
  })
  const others = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${app.url}/healthz`).then(({ status }) => status)),
  )
  expect(new Set(others)).toEqual(new Set([200]))
  const { body } = await answering
  const { sites, leftOut } = body.data as unknown as {
    sites: { siteId: string; totals: { ai_referrals: number } }[]
    leftOut: { siteId: string; reason: string }[]
  }
  const named = [...sites, ...leftOut].map(({ siteId }) => siteId)
  expect(named.toSorted()).toEqual(all.toSorted())
  expect(new Set(leftOut.map(({ reason }) => reason)).size).toBeLessThanOrEqual(1)
  const asked = sites.find(({ siteId }) => siteId === all[4_321])
  expect(asked?.totals ?? { ai_referrals: 4 }).toEqual({ ai_referrals: 4 })
})
