import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { TestApp } from '../../../testing/start-test-app.ts'

/** The TXT records that name servers answer, by name. */
const records = new Map<string, string[][]>()

let app: TestApp
let session: string
let site: string

beforeAll(async () => {
  app = await TestApp.start({
    resolveTxt: (name) => Promise.resolve(records.get(name) ?? []),
  })
})

beforeEach(async () => {
  const org = await app.org('enterprise')
  session = await app.session(org)
  site = await app.site(session, { domain: 'tides.example', name: 'Tide Table' })
})

afterAll(() => app[Symbol.asyncDispose]())

const call = async (method: string, path: string, body?: unknown) =>
  (await app.api(method, path, { token: session, ...(body !== undefined && { body }) })).body.data
const add = (text: string) => call('POST', `/citations/${site}/queries`, { text })
const change = (body: unknown) => call('PUT', `/sites/${site}`, body)
/** Lists the texts of the queries that are branded, or that are not; the latest first. */
const textsOf = async (branded: boolean) => {
  const path = `/citations/${site}/queries?limit=100&branded=${branded}`
  // @NOTE the list's own schema says so.
  return ((await call('GET', path)) as unknown as { text: string }[]).map(({ text }) => text)
}

it('a query is branded that names the site, its brand or its domain as words of their own', async () => {
  const names = ['潮汐', 'прилив', 'C++ Tides']
  await change({ brand: { names, competitors: [{ name: 'Good' }] } })
  const branded = [
    'Is Tide Table exact?',
    'is tide-table exact',
    'What is at www.tides.example/today?',
    '潮汐官网在哪里',
    '用Tide Table查潮水',
    'Кто такой Прилив',
    'Who makes c++ tides?',
  ]
  const others = [
    'Are tide tables exact?',
    'Is tides.example.evil.io good?',
    'Is nottides.example good?',
    'Приливы сегодня',
  ]
  for (const text of [...branded, ...others]) await add(text)
  expect((await textsOf(true)).toReversed()).toEqual(branded)
  expect((await textsOf(false)).toReversed()).toEqual(others)
})

it.each([
  ['Home', {}],
  ['Blog', { names: ['Ebb & Flow'] }],
  ['Harbour Watch', { competitors: [{ name: 'Harbour Watch' }] }],
])(
  'a site called %s is named by its brand and domain alone, as answers are read',
  async (name, brand) => {
    await change({ name, brand })
    await add(`Which ${name} has tides?`)
    await add('Is tides.example good?')
    await add('Who are Ebb & Flow?')
    expect(await textsOf(true)).toEqual([
      ...('names' in brand ? ['Who are Ebb & Flow?'] : []),
      'Is tides.example good?',
    ])
  },
)

it('a brand of one letter is named where that stands alone', async () => {
  await change({ brand: { names: ['X'] } })
  for (const text of ['Is Xenia kind?', 'What does x cost?', 'What is at x.example?'])
    await add(text)
  expect(await textsOf(true)).toEqual(['What does x cost?'])
})

it('queries that hold a further domain are branded for as long as it counts', async () => {
  const text = 'Is ebb-and-flow.example any good?'
  await add(text)
  expect(await textsOf(true)).toEqual([])
  const added = await call('POST', `/sites/${site}/domains`, { host: 'ebb-and-flow.example' })
  // @NOTE the route's own schema says so.
  const { id, publish } = added as unknown as {
    id: string
    publish: { dns: { name: string; value: string } }
  }
  records.set(publish.dns.name, [[publish.dns.value]])
  await call('POST', `/sites/${site}/domains/${id}/verify`, {})
  expect(await textsOf(true)).toEqual([text])
  await call('DELETE', `/sites/${site}/domains/${id}`)
  expect(await textsOf(true)).toEqual([])
})
