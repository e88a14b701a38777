import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { NewEvent } from '../../domain/events/new-event.ts'
import { HOURLY_QUOTA } from '../../domain/events/hourly-quotas.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { countSiteRows } from '../../testing/stored-events.ts'

let app: TestApp
let key: string
let site: string
let made = 0

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  made += 1
  site = await app.site(key, { url: `https://bound${made}.example/` })
})

/** Sends `count` events from one address, 50 a request; returns how many of them were accepted. */
async function send(count: number, event: (i: number) => object, address = '10.2.0.1') {
  let accepted = 0
  for (let from = 0; from < count; from += 50) {
    const events = Array.from({ length: Math.min(50, count - from) }, (_, i) => event(from + i))
    const { body } = await app.collect(site, events, { 'x-forwarded-for': address })
    expect(body.error).toBeNull()
    accepted += Number(body.data['accepted'])
  }
  return accepted
}

const rowsOf = (table: string) => countSiteRows(app.directory, table, site)

async function differences(): Promise<unknown[]> {
  const { context, database } = app.app.services
  const { num } = (await context.system.sites.find(site, context.now()))!
  return database.maintenance.verify(num, 'UTC')
}

async function counted(metric: string, dimension?: string): Promise<Map<unknown, unknown>> {
  const { body } = await app.api(
    'GET',
    `/analytics/${site}/ai?metrics=${metric}&orderBy=-${metric}&limit=100${dimension ? `&dimensions=${dimension}` : ''}`,
    { token: key },
  )
  expect(body.error).toBeNull()
  const { rows } = body.data as { rows: unknown[][] }
  return new Map(rows.map((row) => [row.length > 1 ? row[0] : 'all', row.at(-1)]))
}

/** Makes an event with nothing but its site, its time and its id. */
const impression = ({ num, id }: { num: number; id: string }, at: number, eventId: string) =>
  ({
    site: { num, id },
    kind: 'impression',
    at,
    eventId,
    visitorKey: 'one',
    path: '/',
    url: 'https://example.com/',
    title: null,
    engine: null,
    referrer: null,
    country: null,
    device: null,
    facet: null,
    question: null,
  }) satisfies NewEvent

const LETTERS = 'bcdfghklmnprstvwxz'

/** Returns a word that is different for each number. */
function word(i: number): string {
  const at = (place: number) => LETTERS.charAt(Math.floor(i / 18 ** place) % 18)
  return `${at(0).toUpperCase()}a${at(1)}o${at(2)}u${at(3)}`
}

const COMMON = Array.from({ length: 26 }, (_, i) => `q${LETTERS.charAt(i % 18)}${word(i)}q`)

/**
 * Returns forty words, fourteen of which are in no other text: less than half of its pairs of words are in another
 * text.
 */
const alien = (i: number): string =>
  [...Array.from({ length: 14 }, (_, j) => word(14 * i + j)), ...COMMON].join(' ').toLowerCase()

const question = (text: string, more: object = {}) => ({
  kind: 'question',
  url: '/',
  question: text,
  ...more,
})

it('one address begins a limited number of topics, and its further questions count as other', async () => {
  const asked = HOURLY_QUOTA.topics + 50
  expect(await send(asked, (i) => question(alien(i)))).toBe(asked)
  expect(rowsOf('topic')).toBe(HOURLY_QUOTA.topics + 1)
  expect((await counted('questions', 'topic')).get('other questions')).toBe(50)
  expect((await counted('questions')).get('all')).toBe(asked)
  await send(1, () => question('Are tide tables exact?'), '10.2.0.2')
  expect((await counted('questions', 'topic')).get('tide tables')).toBe(1)
  await send(1, () => question('Do tide tables expire?'))
  expect((await counted('questions', 'topic')).get('tide tables')).toBe(2)
  app.clock.advance({ hours: 1 })
  await send(1, () => question('What is a paddle float?'))
  expect((await counted('questions', 'topic')).get('paddle float')).toBe(1)
})

it('the words of a limited number of questions of one address are kept, and the others are counted', async () => {
  const asked = HOURLY_QUOTA.questions + 30
  expect(await send(asked, (i) => question(`Are tide tables exact ${i}?`))).toBe(asked)
  expect(rowsOf('question')).toBe(HOURLY_QUOTA.questions)
  expect((await counted('questions')).get('all')).toBe(asked)
  expect(await counted('questions', 'topic')).toEqual(
    new Map([
      ['tide tables', HOURLY_QUOTA.questions],
      ['(none)', 30],
    ]),
  )
  app.clock.advance({ hours: 1 })
  await send(1, () => question('Are tide tables exact?'))
  expect(rowsOf('question')).toBe(HOURLY_QUOTA.questions + 1)
})

it('a limited number of new paths of one address is taken in, and the others count under none', async () => {
  const seen = HOURLY_QUOTA.pages + 20
  expect(await send(seen, (i) => ({ kind: 'impression', url: `/made-up-${i}` }))).toBe(seen)
  expect(rowsOf('page')).toBe(HOURLY_QUOTA.pages)
  expect((await counted('impressions', 'path')).get('(none)')).toBe(20)
  await send(1, () => ({ kind: 'impression', url: '/real' }), '10.2.0.2')
  expect(rowsOf('page')).toBe(HOURLY_QUOTA.pages + 1)
})

it('a limited number of new referrers of one address is taken in, and the others count as other', async () => {
  const seen = HOURLY_QUOTA.values + 20
  const referred = (i: number) => ({
    kind: 'impression',
    url: '/',
    referrer: `https://host${made}-${i}.example/`,
  })
  expect(await send(seen, referred)).toBe(seen)
  // The reader made one visit, so its source is that of the first event.
  expect(await counted('impressions', 'referrer')).toEqual(
    new Map([[`host${made}-0.example`, seen]]),
  )
  const others = onFile(app, (file) =>
    file
      .prepare(
        "SELECT COUNT(*) FROM event WHERE referrer = (SELECT num FROM term WHERE value = 'other') AND site_num = (SELECT num FROM site WHERE id = ?)",
      )
      .pluck()
      .get(site),
  )
  expect(others).toBe(20)
})

it('a limited number of new campaigns of one address is taken in, and the others count as other', async () => {
  const seen = HOURLY_QUOTA.values + 20
  // Each event is from another reader, since a visit shows the campaign that it came by.
  for (let from = 0; from < seen; from += 20) {
    const events = Array.from({ length: 20 }, (_, i) => ({
      kind: 'impression',
      url: `/?utm_campaign=made-up-${made}-${from + i}`,
      language: 'en',
    }))
    const agent = `Mozilla/5.0 (X11; Linux x64) Firefox/${from}.0`
    await app.collect(site, events, { 'x-forwarded-for': '10.2.0.1', 'user-agent': agent })
  }
  const sources = rowsOf('visit_source')
  expect(sources).toBeLessThanOrEqual(HOURLY_QUOTA.values + 2)
  const counts = await counted('sessions', 'campaign')
  expect(counts.get('other')).toBeGreaterThan(0)
  expect([...counts.values()].reduce((sum: number, one) => sum + Number(one), 0)).toBe(seen / 20)
  expect(await differences()).toEqual([])
})

it('a site has a limited number of campaigns, paired with where their readers came from', async () => {
  onFile(app, (file) => {
    const num = file.prepare('SELECT num FROM site WHERE id = ?').pluck().get(site)
    const insert = file.prepare(
      'INSERT INTO visit_source (site_num, num, channel, referrer, arrival, campaign) VALUES (?, ?, 1, ?, 0, 1)',
    )
    file.transaction(() => {
      for (let i = 1; i < 20_000; i++) insert.run(num, i, i)
    })()
  })
  const visit = (campaign: string, address: string) =>
    send(1, () => ({ kind: 'impression', url: `/?utm_campaign=${campaign}` }), address)
  await visit('first', '10.2.0.3')
  await visit('second', '10.2.0.4')
  await visit('first', '10.2.0.5')
  await visit('third', '10.2.0.6')
  expect(await counted('sessions', 'campaign')).toEqual(
    new Map<unknown, unknown>([
      ['first', 2],
      ['other', 2],
    ]),
  )
  expect(await differences()).toEqual([])
})

it.each(['promptKind', 'promptId', 'ruleId'])(
  'a limited number of new values of %s of one address is taken in',
  async (field) => {
    const seen = HOURLY_QUOTA.values + 20
    await send(seen, (i) => ({ kind: 'impression', url: '/', [field]: `made-up-${i}` }))
    expect(rowsOf('facet')).toBe(HOURLY_QUOTA.values + 1)
    expect((await counted('impressions', field)).get('(none)')).toBe(20)
  },
)

it('events of one address beyond the hourly limit are refused, and the answer says so', async () => {
  const { context, database } = app.app.services
  const now = context.now()
  const found = (await context.system.sites.find(site, now))!
  const event = impression(found, now, 'the same')
  const result = await database.events.write({
    source: 'live',
    events: Array.from({ length: HOURLY_QUOTA.events }, () => event),
    bots: [],
    beacon: null,
    receivedAt: now,
    sender: context.addressName('10.2.0.1'),
  })
  expect(result).toEqual({
    accepted: 1,
    duplicates: HOURLY_QUOTA.events - 1,
    rejected: 0,
    limited: 0,
  })
  const visit = [{ kind: 'impression', url: '/' }]
  const refused = await app.collect(site, visit, { 'x-forwarded-for': '10.2.0.1' })
  expect(refused.status).toBe(202)
  expect(refused.body.data).toEqual({ accepted: 0, duplicates: 0, rejected: 1 })
  expect(refused.body.meta['reasons']).toEqual({ rate_limited: 1 })
  const other = await app.collect(site, visit, { 'x-forwarded-for': '10.2.0.2' })
  expect(other.body.data).toMatchObject({ accepted: 1 })
})

it('the number of topics of a site is limited, whoever asks', async () => {
  onFile(app, (file) => {
    const num = file.prepare('SELECT num FROM site WHERE id = ?').pluck().get(site)
    const insert = file.prepare(
      "INSERT INTO topic (id, site_num, label, is_renamed, bigrams, first_seen_at) VALUES (?, ?, 'x', 0, 0, 0)",
    )
    file.transaction(() => {
      for (let i = 0; i < 4_999; i++) insert.run(`top_full_${i}`, num)
    })()
  })
  await send(1, () => question('Are tide tables exact?'), '10.2.0.3')
  await send(1, () => question('What is a paddle float?'), '10.2.0.4')
  await send(1, () => question('Do tide tables lie about paddle floats?'), '10.2.0.5')
  expect(await counted('questions', 'topic')).toEqual(
    new Map<unknown, unknown>([
      ['tide tables', 2],
      ['other questions', 1],
    ]),
  )
  expect(rowsOf('topic')).toBe(5_001)
})

it('a flood gives way between its groups', async () => {
  const { context, database } = app.app.services
  const now = context.now()
  const found = (await context.system.sites.find(site, now))!
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  const seen: number[] = []
  const batches = Array.from({ length: 40 }, (_, i) =>
    database.events
      .write({
        source: 'live',
        events: Array.from({ length: 50 }, (_one, j) => impression(found, now, `flood ${i} ${j}`)),
        bots: [],
        beacon: null,
        receivedAt: now,
        sender: null,
      })
      .then(() => seen.push(turns)),
  )
  setImmediate(turn)
  await Promise.all(batches)
  isOver = true
  // Two thousand events are four groups of at most five hundred.
  expect(new Set(seen).size).toBeGreaterThanOrEqual(4)
})
