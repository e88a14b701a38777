import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool } from '../../src/testing/ask-tool.ts'
import { importEvents } from '../../src/features/events/import-events.ts'
import { onFile } from '../../src/testing/credential-matrix.ts'
import { countOrgRows } from '../../src/testing/org-rows.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

async function importInto(site: string, events: readonly object[]) {
  const { database, context } = app.app.services
  const found = (await database.ingestSites.find(site, context.now()))!
  const lines = Readable.from(events.map((event) => JSON.stringify(event)))
  return importEvents(lines, found, database.events, context.now())
}

/** A site of a plan with one impression and one question on each of the last `days` days. */
async function siteWithDays(plan: 'free' | 'pro' | 'business', days: number) {
  const now = app.clock.now()
  const org = await app.org(plan)
  const session = await app.session(org)
  const site = await app.site(session, { timezone: 'Europe/Berlin' })
  const take = (from: number, to: number) => {
    const of = { url: '/a', visitor: 'v' }
    const lines = Array.from({ length: to - from }, (_, i) => from + i).flatMap((day) => {
      const at = new Date(now - day * DAY_MS).toISOString()
      const question = `Which knot for day ${day}?`
      return [
        { ...of, eventId: `i${day}`, at, kind: 'impression' },
        { ...of, eventId: `q${day}`, at, kind: 'question', question },
      ]
    })
    return importInto(site, lines)
  }
  expect(await take(0, days)).toMatchObject({ rejected: 0 })
  const ask = async (query: string) => {
    const { body } = await app.api('GET', `/analytics/${site}/ai?${query}`, { token: session })
    expect(body.error).toBeNull()
    return body.data as { totals: Record<string, number>; rows: unknown[][]; notes: string[] }
  }
  const retain = async () => {
    const { maintenance } = app.app.services
    await maintenance.resume()
    await maintenance.onIdle()
  }
  const count = (table: string) => countOrgRows(app.directory, org.id, table)
  return { site, session, take, ask, retain, count }
}

/** The 446 days that end with the present one, more than any plan keeps. */
const year = (): string => {
  const [from, to] = [445, 0].map((days) => new Date(app.clock.now() - days * DAY_MS))
  return `from=${from?.toISOString().slice(0, 10)}&to=${to?.toISOString().slice(0, 10)}`
}

/** The searchable words of questions, found by the token of their site, also where the questions themselves are gone. */
const QUESTION_TEXTS =
  "question_text WHERE question_text MATCH (SELECT 'site : s' || num FROM site)"

describe('Retention', () => {
  it.each([
    ['free', 30],
    ['pro', 180],
    ['business', 400],
  ] as const)(
    'events of the plan %s are kept for %i days, and their daily sums stay',
    async (plan, kept) => {
      const { ask, retain, count } = await siteWithDays(plan, kept + 15)
      const before = await ask(`${year()}&metrics=impressions,questions,visitors,sessions`)
      await retain()
      expect(count('event')).toBe(2 * (kept + 1))
      expect(count('question')).toBe(kept + 1)
      expect(count(QUESTION_TEXTS)).toBe(kept + 1)
      const after = await ask(`${year()}&metrics=impressions,questions,visitors,sessions`)
      expect(after.totals).toEqual(before.totals)
      const split = await ask(`${year()}&metrics=visitors&dimensions=path`)
      expect(split.totals).toEqual({ visitors: kept + 15 })
      expect(split.rows).toEqual([['/a', kept + 1]])
      expect(split.notes.join(' ')).toContain('single events are kept from')
    },
  )

  it('events that are gone stay counted when the site’s zone changes, and when rollups are counted anew', async () => {
    const { site, session, ask, retain } = await siteWithDays('free', 60)
    await retain()
    await app.api('PUT', `/sites/${site}`, { token: session, body: { timezone: 'Asia/Tokyo' } })
    await app.app.services.maintenance.onIdle()
    expect((await ask(`${year()}&metrics=impressions`)).totals).toEqual({ impressions: 60 })
  })

  it('events cannot be imported again once they are gone', async () => {
    const { take, ask, retain } = await siteWithDays('free', 40)
    await retain()
    const report = await take(35, 45)
    expect(report).toMatchObject({ accepted: 0, rejected: 20 })
    expect(report.problems[0]).toContain('before the events that the plan keeps')
    expect((await ask(`${year()}&metrics=impressions`)).totals).toEqual({ impressions: 40 })
  })

  it('events are kept without end where the plan has none', async () => {
    const org = await app.org('self_hosted')
    const site = await app.site(await app.key(org))
    await app.collect(site, [{ kind: 'impression', url: '/' }])
    app.clock.advance({ hours: 24 * 900 })
    await app.app.services.maintenance.resume()
    await app.app.services.maintenance.onIdle()
    expect(countOrgRows(app.directory, org.id, 'event')).toBe(1)
  })
})

it('daily sums go after the months of the plan', async () => {
  const { retain, count } = await siteWithDays('free', 10)
  await retain()
  app.clock.advance({ hours: 24 * 365 })
  await retain()
  expect(count('event')).toBe(0)
  expect(count('rollup_day')).toBeGreaterThan(0)
  app.clock.advance({ hours: 24 * 62 })
  await retain()
  expect(count('rollup_day')).toBe(0)
  expect(count('rollup_dim')).toBe(0)
  expect(count('rollup_visit')).toBe(0)
})

it('a question that is gone is found no more', async () => {
  const org = await app.org('business')
  const key = await app.key(org)
  const site = await app.site(key)
  await app.collect(site, [{ kind: 'question', url: '/', question: 'Is the lighthouse open?' }])
  const search = async () =>
    (await askTool(app, 'publisher', 'search', key, { query: 'lighthouse' })).text
  expect(await search()).toContain('question:')
  app.clock.advance({ hours: 24 * 402 })
  await app.app.services.maintenance.resume()
  await app.app.services.maintenance.onIdle()
  expect(await search()).not.toContain('question:')
})

/** Questions with the days since they were asked: a free plan keeps one of the first, and none of the second. */
const ASKED = [
  ['Is it worth it?', 40],
  ['Is it worth it?', 39],
  ['Is it worth it?', 10],
  ['Does it hurt?', 40],
  ['Does it hurt?', 38],
] as const

it('a question that is gone is no label of its topic any more', async () => {
  const { site, session, retain } = await siteWithDays('free', 0)
  const lines = ASKED.map(([question, days], i) => {
    const at = new Date(app.clock.now() - days * DAY_MS).toISOString()
    return { eventId: `asked${i}`, at, kind: 'question', url: '/a', visitor: 'v', question }
  })
  expect(await importInto(site, lines)).toMatchObject({ accepted: ASKED.length })
  const labels = () =>
    onFile(app, (file) =>
      file
        .prepare(
          'SELECT label FROM topic WHERE site_num = (SELECT num FROM site WHERE id = ?) ORDER BY num',
        )
        .pluck()
        .all(site),
    )
  expect(labels()).toEqual(['Is it worth it', 'Does it hurt'])
  await retain()
  expect(labels()).toEqual(['Is it worth it', 'other questions'])
  const { body } = await app.api('GET', `/questions/${site}?range=28d`, { token: session })
  // @NOTE the list's own schema.
  const [last] = body.data as unknown as { id: string }[]
  await app.api('DELETE', `/questions/${site}/${last!.id}`, { token: session })
  expect(labels()).toEqual(['other questions', 'other questions'])
})
