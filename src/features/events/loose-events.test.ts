import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER_USER_AGENT, TestApp } from '../../testing/start-test-app.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { importEvents } from './import-events.ts'

const START = '2026-11-20T12:00:00.000Z'
const environment = { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' }

let app: TestApp
let key: string
let made = 0

beforeAll(async () => {
  app = await TestApp.start({ environment, startAt: START })
  key = await app.key(await app.org('business'))
})
afterAll(() => app[Symbol.asyncDispose]())

const newSite = () => app.site(key, { domain: `loose-${(made += 1)}.example` })

/** Sends a body of collect as it is, and returns the answer. */
async function post(body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/api/v1/collect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER_USER_AGENT, ...headers },
    body,
  })
  // @NOTE the envelope of collect, whose own tests hold its form.
  const { data, error } = (await answer.json()) as {
    data: { accepted: number; rejected: number }
    error: { fields: { path: string; message: string }[] } | null
  }
  const fields = error?.fields.map(({ path, message }) => `${path}: ${message}`)
  return { status: answer.status, accepted: data.accepted, fields }
}

async function importing(siteId: string, events: readonly object[]) {
  const site = await app.app.services.context.system.sites.find(siteId, app.clock.now())
  if (!site) throw new Error('The site is there')
  const lines = events.map((event, i) =>
    JSON.stringify({
      eventId: `e${i}`,
      visitor: 'v',
      at: '2026-11-19T10:00:00Z',
      url: '/',
      ...event,
    }),
  )
  async function* each() {
    yield* lines
  }
  return importEvents(each(), site, app.app.services.context.system.events, app.clock.now())
}

/** Returns the impressions, or other metrics, of a site by the values of a dimension. */
async function countsBy(site: string, dimension: string, metrics = 'impressions') {
  const asked = { site, metrics, dimensions: [dimension], range: '7d' }
  const { structured } = await askTool(app, 'data', 'query', key, asked)
  // @NOTE the form of a table, which its own tests hold.
  return Object.fromEntries(structured['rows'] as [string, number][])
}

describe('a lone surrogate', () => {
  const halves = ['\\ud83d', '\\ude00', '\\uDFFF', '\\ude00\\ud83d', '\\ud800']

  it('costs that character in any text of an event, and not the batch', async () => {
    const texts = ['title', 'referrer', 'target', 'question', 'language', 'url']
    for (const half of halves) {
      const siteId = await newSite()
      const events = texts.map((name) => {
        const event = { kind: 'question', url: '/s', question: 'tea?', [name]: '/tea HERE' }
        return JSON.stringify(event).replace(' HERE', half)
      })
      const body = `{"siteId":"${siteId}","events":[{"kind":"impression","url":"/ok"},${events.join(',')}]}`
      expect(await post(body)).toMatchObject({ status: 202, accepted: 1 + texts.length })
      const { structured } = await askTool(app, 'publisher', 'list_questions', key, {
        site: siteId,
      })
      expect(JSON.stringify(structured['rows'])).toContain('tea\uFFFD')
    }
  })

  it('in an import costs no line, and a whole emoji costs nothing', async () => {
    const siteId = await newSite()
    const report = await importing(siteId, [
      { kind: 'impression', title: 'tea \ud83d' },
      { kind: 'question', question: 'Is tea \ude00 hot?' },
      { kind: 'question', question: 'Is 😀 tea?' },
      { kind: 'impression', title: 'a\0b' },
    ])
    expect(report).toMatchObject({ accepted: 3, rejected: 1, problems: ['line 4: Contains NUL'] })
    const { text } = await askTool(app, 'publisher', 'list_questions', key, { site: siteId })
    expect(text).toContain('Is tea \uFFFD hot?')
    expect(text).toContain('Is 😀 tea?')
  })

  it('is refused in what people write, and NUL everywhere', async () => {
    const siteId = await newSite()
    const body = `{"siteId":"${siteId}","kind":"impression","url":"/","title":"a\\u0000"}`
    expect(await post(body)).toMatchObject({ status: 422, fields: ['title: Contains NUL'] })
    const named = await app.api('PUT', `/sites/${siteId}`, {
      token: key,
      body: { name: 'a\ud83d' },
    })
    expect(named.status).toBe(422)
  })
})

it('a country is one that ISO 3166-1 assigns, or Kosovo: live and imported, in any case', async () => {
  const none = [
    'XX',
    'ZZ',
    'T1',
    'AA',
    'QM',
    'QZ',
    'XA',
    'XZ',
    'EU',
    'UK',
    'AP',
    'A1',
    'xx',
    'SU',
    'd',
  ]
  const some = ['DE', 'de', 'XK', 'gb', 'SS', 'Tw']
  const siteId = await newSite()
  for (const country of [...none, ...some]) {
    const body = JSON.stringify({ siteId, kind: 'impression', url: '/p' })
    const headers = { 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': country }
    expect(await post(body, headers)).toMatchObject({ status: 202, accepted: 1 })
  }
  const expected = { '(none)': none.length, DE: 2, XK: 1, GB: 1, SS: 1, TW: 1 }
  const inOrder = (counts: object): string[] => Object.values(counts).map(String).toSorted()
  expect(inOrder(await countsBy(siteId, 'country'))).toEqual(inOrder(expected))
  const old = await newSite()
  const two = none.filter((code) => /^[A-Z]{2}$|^T1$/i.test(code))
  const report = await importing(
    old,
    [...two, ...some, 'Germany', '', '12'].map((country) => ({ kind: 'impression', country })),
  )
  expect(report).toMatchObject({ accepted: two.length + some.length, rejected: 3 })
  const { DE, GB, XX, ZZ, T1 } = await countsBy(old, 'country')
  expect([DE, GB, XX, ZZ, T1]).toEqual([2, 1, undefined, undefined, undefined])
})

it('a question without a visible sign is none', async () => {
  const siteId = await newSite()
  const empty = [
    '',
    '   ',
    '\n\t',
    '\u200B',
    '\u00A0\uFEFF',
    '\u2060\u00AD',
    '\u3164',
    '\u2800',
    '\uD83D',
  ]
  for (const question of empty) {
    const event = { kind: 'question', url: '/w', target: 'chatgpt', question }
    const said = 'Required for the kind question'
    const flat = await post(JSON.stringify({ siteId, ...event }))
    expect([question, flat.status, flat.fields]).toEqual([question, 422, [`question: ${said}`]])
    const { fields } = await post(JSON.stringify({ siteId, events: [event] }))
    expect(fields).toEqual([`events[0].question: ${said}`])
  }
  const imported = await importing(siteId, [
    ...empty.map((question) => ({ kind: 'question', question })),
    { kind: 'question', question: '?' },
    { kind: 'impression', question: ' ' },
  ])
  expect(imported).toMatchObject({ accepted: 2, rejected: empty.length })
  const far = { kind: 'question', url: '/w', question: `${' '.repeat(3_000)}Is tea hot?` }
  expect(await post(JSON.stringify({ siteId, ...far }))).toMatchObject({ accepted: 1 })
  const { text } = await askTool(app, 'publisher', 'list_questions', key, { site: siteId })
  expect(text).toContain('Is tea hot?')
})

it.each([
  [
    { siteId: 's', kind: 'impression', ur: '/p' },
    ['url: Required: a text', 'ur: Unknown field; did you mean url?'],
  ],
  [
    {
      siteId: 's',
      events: [
        { kind: 'impresion', url: 5, titel: 'x' },
        { kind: 'pageview', url: '/', Title: 'x' },
      ],
    },
    [
      'events[0].kind: Must be one of impression, ai_click, share, question, referral, pageview, feedback; did you mean impression?',
      'events[0].url: Must be a text',
      'events[0].titel: Unknown field; did you mean title?',
      'events[1].Title: Unknown field; did you mean title?',
    ],
  ],
  [
    { siteId: 's', kind: 'question', url: '/', questoin: 'Is it?' },
    ['questoin: Unknown field; did you mean question?', 'question: Required for the kind question'],
  ],
  [
    { siteID: 's', kind: 'ai_click', url: '/', engine: 'x', prompt_id: 'p' },
    [
      'siteId: Required: a text',
      'engine: Unknown field',
      'prompt_id: Unknown field; did you mean promptId?',
      'target: Required for the kind ai_click',
      'siteID: Unknown field; did you mean siteId?',
    ],
  ],
  [
    { siteId: 's', event: [{ kind: 'pageview', url: '/' }] },
    ['events: Required: a list', 'event: Unknown field; did you mean events?'],
  ],
])('every wrong name of %j names the right one, beside all other errors', async (sent, fields) => {
  const answer = await post(JSON.stringify(sent))
  expect([answer.status, answer.fields?.toSorted()]).toEqual([422, fields.toSorted()])
})

it('a wrong name in any other body names the right one', async () => {
  const body = { domain: 'near.example', timezon: 'UTC', languag: 'de', zz: 1, name: 5 }
  const { status, body: answer } = await app.api('POST', '/sites', { token: key, body })
  const told = answer.error?.fields.map(({ path, message }) => `${path}: ${message}`)
  expect([status, told?.toSorted()]).toEqual([
    422,
    [
      'languag: Unknown field; did you mean language?',
      'name: Must be a text',
      'timezon: Unknown field; did you mean timezone?',
      'zz: Unknown field',
    ],
  ])
})

it('an imported event is known by its site and id alone, whatever else its line says', async () => {
  const [siteId, other] = [await newSite(), await newSite()]
  const event = { eventId: 'same-1', kind: 'impression' }
  expect(await importing(siteId, [event])).toMatchObject({ accepted: 1 })
  const changed = {
    ...event,
    at: '2026-11-18T09:00:00Z',
    url: '/b',
    visitor: 'w',
    kind: 'pageview',
  }
  expect(await importing(siteId, [changed, event])).toMatchObject({ accepted: 0, duplicates: 2 })
  expect(await importing(other, [changed])).toMatchObject({ accepted: 1 })
  const live = { siteId, eventId: 'live-1', kind: 'impression', url: '/' }
  expect(await post(JSON.stringify(live))).toMatchObject({ accepted: 1 })
  expect(await importing(siteId, [{ ...changed, eventId: 'live-1' }])).toMatchObject({
    duplicates: 1,
  })
  expect(await post(JSON.stringify({ ...live, eventId: 'same-1' }))).toMatchObject({ accepted: 0 })
  app.clock.advance({ days: 40 })
  await app.app.services.maintenance.onIdle()
  expect(await importing(siteId, [changed])).toMatchObject({ accepted: 0, duplicates: 1 })
})
