import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayToIso, isoToDay } from '../../lib/time/zone.ts'
import { type HistoryLine, siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

interface Topic {
  id: string
  label: string
  questions: number
  isNew: boolean
  change: { verdict: string | null; reason: string | null; usual: unknown } | null
}

/** The Monday of the last closed week, in days since 1970; the present day is the Wednesday after that week. */
const WEEK = isoToDay('2026-11-09') ?? 0

/** The questions of readers, each in words that make a topic of its own, and how often each is asked on a day. */
const ASKED: readonly { text: string; perDay: (weeksBefore: number, weekday: number) => number }[] =
  [
    { text: 'How do tide tables work?', perDay: (week, weekday) => 4 + ((week * 3 + weekday) % 2) },
    {
      text: 'What is a paddle float?',
      perDay: (week, weekday) => (week === 0 ? 8 : 2 + (weekday % 2)),
    },
    {
      text: 'Are dry suits warm enough?',
      perDay: (week, weekday) => (week === 0 ? 1 : 8 - (weekday % 2)),
    },
    { text: 'Where is the slipway closed?', perDay: (week) => (week === 0 ? 3 : 0) },
  ]

function history(): HistoryLine[] {
  const lines: HistoryLine[] = []
  for (let week = 30; week >= 0; week--) {
    for (let weekday = 0; weekday < 7; weekday++) {
      const at = `${dayToIso(WEEK - 7 * week + weekday)}T10:00:00Z`
      for (const { text, perDay } of ASKED) {
        for (let i = 0; i < perDay(week, weekday); i++) {
          lines.push({ at, kind: 'question', url: '/', question: text, visitor: `${text} ${i}` })
        }
      }
    }
  }
  return lines
}

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-18T15:00:00.000Z' })
  site = await siteWithHistory(app, history())
})
afterAll(() => app[Symbol.asyncDispose]())

async function topics(query = ''): Promise<Topic[]> {
  const path = `/topics/${site.id}?range=last_week${query}`
  const { body } = await app.api('GET', path, { token: site.key })
  if (body.error) throw new Error(JSON.stringify(body.error))
  // @NOTE the list's own schema says so; a wrong shape fails the expectation that reads it.
  return body.data as unknown as Topic[]
}

const find = (all: readonly Topic[], word: string) => {
  const found = all.find(({ label }) => label.toLowerCase().includes(word))
  if (!found) throw new Error(`No topic of ${word} among ${all.map(({ label }) => label).join()}`)
  return found
}

it('topics are judged by the days of their questions, and a merged one by those of its parts', async () => {
  const all = await topics()
  expect(find(all, 'tide').change).toMatchObject({ verdict: 'usual', reason: null })
  expect(find(all, 'slipway')).toMatchObject({ isNew: true, change: { verdict: 'unusual_up' } })
  const rose = all.find(({ questions }) => questions === 56)
  const fell = all.find(({ questions }) => questions === 7)
  expect(rose).toMatchObject({ isNew: false, change: { verdict: 'unusual_up' } })
  expect(fell?.change).toMatchObject({ verdict: 'unusual_down' })

  const alone = await app.api('GET', `/topics/${site.id}/${rose?.id}?range=last_week`, {
    token: site.key,
  })
  expect(alone.body.data).toMatchObject({ change: { verdict: 'unusual_up' } })

  const pages = await topics('&path=/')
  expect(pages.map(({ change }) => change?.verdict)).toEqual(pages.map(() => null))
  expect(pages[0]?.change?.reason).toBe('raw_events')

  const { status } = await app.api('POST', `/topics/${site.id}/merge`, {
    token: site.key,
    body: { into: rose?.id, from: [fell?.id] },
  })
  expect(status).toBe(200)
  // Readers asked about both topics together 70 times a week before, and 63 times now.
  expect(find(await topics(), 'paddle').change).toMatchObject({ verdict: 'usual' })
})
