import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AddressWork } from '../auth/address-work.ts'
import { mcpRequest } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

const GREEDY = '203.0.113.7'
const OTHER = '203.0.113.8'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})
// The limits of a minute count what earlier tests asked for.
beforeEach(() => app.clock.advance({ minutes: 2 }))
afterAll(() => app[Symbol.asyncDispose]())

const post = (path: string, body: unknown) => (address: string) =>
  fetch(app.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...mcpRequest('legacy', { method: '' }).headers, 'x-forwarded-for': address },
  })

const get = (path: string) => (address: string) =>
  fetch(app.url + path, { headers: { 'x-forwarded-for': address } })

const LINT = mcpRequest('legacy', {
  method: 'tools/call',
  params: { name: 'lint_prompt', arguments: { text: '“'.repeat(8_000), isTemplate: true } },
}).body

/** Calls that need no credential, by the name of their limit. */
const DOORS: Readonly<Record<string, (address: string) => Promise<Response>>> = {
  'mcp-protocol': post('/mcp/protocol', LINT),
  'ai-score': post('/api/v1/tools/ai-score', { url: 'none' }),
  'sign-in': post('/api/v1/auth/sign-in', { email: 'a@b.example', password: 'wrong' }),
  'forgot-password': post('/api/v1/auth/password/forgot', { email: 'a@b.example' }),
  config: get('/api/v1/sites/site_none/config'),
  manifest: get('/sites/site_none/ask-ai.json'),
}

/** Takes all places that one address may have in work for a limit. */
async function fill(name: string): Promise<Disposable> {
  const { limits } = app.app.services
  const places = [await limits.beginOfAddress(GREEDY, { name })]
  places.push(await limits.beginOfAddress(GREEDY, { name }))
  return { [Symbol.dispose]: () => places.forEach((place) => place[Symbol.dispose]()) }
}

it.each(Object.keys(DOORS))(
  'an address with two calls of %s in work waits with the third, and keeps nobody else waiting',
  async (name) => {
    const call = DOORS[name] ?? get('/')
    const alone = (await call(GREEDY)).status
    const places = await fill(name)
    const ends: string[] = []
    const third = call(GREEDY).then(({ status }) => ends.push(`third ${status}`))
    const { status } = await call(OTHER)
    // If the third call had not waited, it would have been answered before the call of the other address.
    ends.push(`other ${status}`)
    await get('/healthz')(GREEDY)
    places[Symbol.dispose]()
    await third
    expect(ends).toEqual([`other ${alone}`, `third ${alone}`])
  },
)

it('an address has fifty calls waiting at most: others are refused with 429, and those are answered in the end', async () => {
  const places = await fill('mcp-protocol')
  const statuses: number[] = []
  const waits: unknown[] = []
  const calls = Array.from({ length: 55 }, async () => {
    const response = await DOORS['mcp-protocol']?.(GREEDY)
    statuses.push(response?.status ?? 0)
    waits.push(response?.headers.get('retry-after'))
  })
  await expect.poll(() => statuses).toEqual([429, 429, 429, 429, 429])
  expect(waits).toEqual(['2', '2', '2', '2', '2'])
  places[Symbol.dispose]()
  await Promise.all(calls)
  expect(statuses.slice(5)).toEqual(Array.from({ length: 50 }, () => 200))
})

it('the next call of an address begins in a later turn of the event loop, in the order that they came', async () => {
  const work = new AddressWork()
  const begun: string[] = []
  let turns = 0
  const calls = ['a', 'b', 'c', 'd'].map(async (name) => {
    // oxlint-disable-next-line no-underscore-dangle -- what is only disposed of is never read.
    using _turn = await work.begin('address')
    begun.push(`${name}${turns}`)
  })
  const isDone = Promise.all(calls).then(() => true)
  while (!(await Promise.race([isDone, turn(false)]))) turns += 1
  expect(begun.slice(0, 2)).toEqual(['a0', 'b0'])
  expect(begun.map((one) => one.charAt(0))).toEqual(['a', 'b', 'c', 'd'])
  expect(Number(begun.at(-1)?.slice(1))).toBeGreaterThan(0)
})
