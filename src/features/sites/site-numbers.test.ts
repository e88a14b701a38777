import { afterAll, beforeAll, expect, it } from 'vitest'
import { siteWithHistory, type HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

interface Listed {
  id: string
  numbers?: {
    range: { from: string; to: string }
    aiClicks: {
      value: number
      previous: number | null
      changePct: number | null
      change: unknown
      spark: number[]
    } | null
    score: number | null
  }
}

let app: TestApp
let busy: Awaited<ReturnType<typeof siteWithHistory>>
let quiet: string

const clicks = (count: number, at: string): HistoryLine[] =>
  Array.from({ length: count }, (_, i) => ({
    at,
    kind: 'ai_click',
    target: 'claude',
    visitor: `v${i}`,
  }))

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T23:30:00.000Z' })
  // It is the next day there already.
  busy = await siteWithHistory(
    app,
    [
      { at: '2026-08-01T10:00:00Z' },
      ...clicks(40, '2026-10-10T10:00:00Z'),
      // The first day of the range in Berlin, by half an hour.
      ...clicks(3, '2026-10-24T22:30:00Z'),
      ...clicks(90, '2026-11-12T10:00:00Z'),
      ...clicks(5, '2026-11-20T23:10:00Z'),
    ],
    { timezone: 'Europe/Berlin' },
  )
  quiet = await app.site(busy.key, { domain: 'quiet.example' })
})
afterAll(() => app[Symbol.asyncDispose]())

async function list(query: string, token = busy.key): Promise<Listed[]> {
  const { body } = await app.api('GET', `/sites${query}`, { token })
  if (body.error) throw new Error(JSON.stringify(body.error))
  // @NOTE the list's own schema says so; a wrong shape fails the expectation that reads it.
  return body.data as unknown as Listed[]
}

const numbersOf = async (id: string, token = busy.key) =>
  (await list('?stats=28d', token)).find((site) => site.id === id)?.numbers

it('a list with stats tells the clicks of each site as its analytics do', async () => {
  const numbers = await numbersOf(busy.id)
  expect(numbers?.range).toEqual({ from: '2026-10-25', to: '2026-11-21' })
  const asked = { range: '28d', metrics: 'ai_clicks', compare: 'previous_period' }
  const days = await busy.ask({ ...asked, dimensions: 'time:day' })
  const { totals, comparison } = days
  // @NOTE the answer has the verdicts, of which the shape of tests does not know.
  const { verdicts } = comparison as unknown as { verdicts: Record<string, unknown> }
  expect(numbers?.aiClicks).toEqual({
    value: 98,
    previous: 40,
    changePct: 145,
    change: verdicts['ai_clicks'],
    spark: days.rows.map(([, value]) => value),
  })
  expect(totals['ai_clicks']).toBe(98)
  expect(comparison?.totals['ai_clicks']).toBe(40)
  expect(numbers?.aiClicks?.spark.at(-1)).toBe(5)
  expect(numbers?.aiClicks?.spark[0]).toBe(3)
})

it('a site without events has numbers that are zero, and nothing to compare', async () => {
  const numbers = await numbersOf(quiet)
  expect(numbers?.aiClicks).toMatchObject({ value: 0, changePct: null })
  expect(numbers?.aiClicks?.spark).toEqual(Array.from({ length: 28 }, () => 0))
  expect(numbers?.score).toBeNull()
})

it('a list without stats has none, and other spans are refused', async () => {
  expect((await list('')).map((site) => 'numbers' in site)).toEqual([false, false])
  const { status, body } = await app.api('GET', '/sites?stats=9d', { token: busy.key })
  expect([status, body.error?.fields[0]?.path]).toEqual([422, 'stats'])
})

it('a key that may not read numbers sees sites without clicks', async () => {
  const org = await app.org('pro')
  const key = await app.key(org, ['sites:read', 'sites:write'])
  const site = await app.site(key, { domain: 'other.example' })
  expect(await numbersOf(site, key)).toMatchObject({ aiClicks: null, score: null })
})

it('pages of the list have the numbers of their own sites', async () => {
  const { body } = await app.api('GET', '/sites?stats=28d&limit=1', { token: busy.key })
  const rest = await list(`?stats=28d&limit=1&cursor=${body.meta.nextCursor}`)
  const all = await list('?stats=28d')
  expect([...(body.data as unknown as Listed[]), ...rest]).toEqual(all)
})
