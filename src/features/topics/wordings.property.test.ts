import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importEvents } from '../events/import-events.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { inspectData } from '../../testing/stored-events.ts'

/**
 * Questions about one subject in each group, in eight languages; the words of a group differ in number, case, marks or
 * what is asked.
 */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  'en tide': ['How do tide tables work?', 'Is a tide table exact?', 'tide table Oban'],
  'en drysuit': ['What is a drysuit?', 'Do drysuits leak?', 'Is it worth it?'],
  'de pump': ['Lohnt sich eine Wärmepumpe?', 'Sind Wärmepumpen laut?', 'Was tun gegen Lärm?'],
  'fr pump': ['Quelle pompe à chaleur choisir ?', 'Les pompes à chaleur sont-elles bruyantes ?'],
  'es tide': ['¿Cómo se lee una tabla de mareas?', '¿Dónde hay tablas de mareas?'],
  'it pump': ['Quanto costa una pompa di calore?', 'Vale la pena?'],
  'pt kayak': ['Como alugar caiaques?', 'Quanto custa um caiaque?'],
  'nl pump': ['Hoeveel kost een warmtepomp?', 'Zijn warmtepompen duur?'],
  'ja tide': ['潮汐表はどこですか', '潮汐表を印刷できますか'],
}
const WORDINGS = Object.values(SUBJECTS).flat()

/** The ways in which people may write the same words who do not care about capitals and marks. */
const WRITINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.replaceAll(/[?¿!.]/g, ' '),
  (text) => `  ${text.replaceAll(' ', '  ')} !!`,
]

/** Returns the words alone, made of letters, digits and signs, by other code than the service's. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}\p{S}]+/u)
    .filter((word) => word !== '')
    .join(' ')

type Step =
  | { by: 'ask'; wording: number; writing: number; page: number; daysAgo: number }
  | { by: 'merge' | 'split' | 'rename' | 'delete'; one: number; other: number; meanwhile: number }
  | { by: 'wait' }

const place = fc.nat({ max: 40 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      by: fc.constant('ask' as const),
      wording: fc.nat({ max: WORDINGS.length - 1 }),
      writing: fc.nat({ max: WRITINGS.length - 1 }),
      page: fc.nat({ max: 2 }),
      daysAgo: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constantFrom('merge' as const, 'split' as const, 'rename' as const, 'delete' as const),
      one: place,
      other: place,
      meanwhile: fc.nat({ max: WORDINGS.length - 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ by: 'wait' as const }) },
)

interface Topic {
  id: string
  label: string
  questions: number
  firstAskedAt: string
}

interface Question {
  id: string
  text: string
  topic: { id: string; label: string } | null
}

let app: TestApp
let key: string
beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())

/** Rounds a moment down to the second, since events of one instant are set apart by milliseconds. */
const toSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000

let made = 0

/** The number of questions in the same words, and the time of the first. */
interface Asked {
  times: number
  firstAt: number
}

/** A site whose questions and topics are read over the routes alone, with a record of what was sent to it. */
interface AskedSite {
  id: string
  asked: Map<string, Asked>
}

async function makeSite(): Promise<AskedSite> {
  made += 1
  return { id: await app.site(key, { url: `https://words${made}.example/` }), asked: new Map() }
}

async function list<T>({ id }: AskedSite, path: string): Promise<T[]> {
  const { body } = await app.api('GET', `${path}/${id}?limit=100&range=90d`, { token: key })
  expect(body.error).toBeNull()
  // @NOTE the lists' own schemas; a wrong shape fails the expectations.
  return body.data as unknown as T[]
}

const listTopics = (site: AskedSite): Promise<Topic[]> => list<Topic>(site, '/topics')
const listQuestions = (site: AskedSite): Promise<Question[]> => list<Question>(site, '/questions')

async function take(site: AskedSite, one: Step): Promise<void> {
  switch (one.by) {
    case 'wait':
      app.clock.advance({ hours: 7 })
      return
    case 'ask':
      return ask(site, one)
    case 'delete':
      return deleteQuestion(site, one.one)
    default: {
      const asked = { by: 'ask', writing: 1, page: 0, daysAgo: 0 } as const
      await Promise.all([
        ask(site, { ...asked, wording: one.meanwhile }),
        edit(site, one.by, one.one, one.other),
      ])
    }
  }
}

async function ask(
  site: AskedSite,
  { wording, writing, page, daysAgo }: Extract<Step, { by: 'ask' }>,
): Promise<void> {
  const question = WRITINGS[writing]!(WORDINGS[wording]!)
  const at = toSecond(app.clock.now()) - daysAgo * 86_400_000
  const event = { kind: 'question', url: `/page-${page}`, title: `Page ${page}`, question }
  if (daysAgo === 0) {
    const { body } = await app.collect(site.id, [event])
    expect(body.data).toMatchObject({ accepted: 1 })
  } else
    await importOne(site, { ...event, at: new Date(at).toISOString(), visitor: `reader ${at}` })
  const words = wordsOf(question)
  const { times, firstAt } = site.asked.get(words) ?? { times: 0, firstAt: at }
  site.asked.set(words, { times: times + 1, firstAt: Math.min(firstAt, at) })
}

/** Imports an event of the past after later questions were asked. */
async function importOne({ id }: AskedSite, event: Record<string, unknown>): Promise<void> {
  const { database, context } = app.app.services
  const site = await database.ingestSites.find(id, context.now())
  const eventId = randomUUID()
  const lines = Readable.from([JSON.stringify({ ...event, eventId })])
  const report = await importEvents(lines, site!, database.events, context.now())
  expect(report).toMatchObject({ accepted: 1 })
}

async function deleteQuestion(site: AskedSite, at: number): Promise<void> {
  const questions = await listQuestions(site)
  const { id, text = '' } = questions[at % Math.max(1, questions.length)] ?? {}
  if (id === undefined) return
  await call('DELETE', `/questions/${site.id}/${id}`)
  const words = wordsOf(text)
  const { times, firstAt } = site.asked.get(words)!
  if (times === 1) site.asked.delete(words)
  else site.asked.set(words, { times: times - 1, firstAt })
}

async function edit(
  site: AskedSite,
  by: 'merge' | 'split' | 'rename',
  one: number,
  other: number,
): Promise<void> {
  const topics = await listTopics(site)
  const topic = topics[one % Math.max(1, topics.length)]
  const second = topics[other % Math.max(1, topics.length)]
  if (!topic || !second) return
  const path = `/topics/${site.id}`
  if (by === 'rename') {
    await call('PUT', `${path}/${topic.id}`, { label: `Renamed ${other}` })
  } else if (by === 'split') {
    await split(site, topic, other)
  } else if (topic.id !== second.id) {
    await call('POST', `${path}/merge`, { into: topic.id, from: [second.id] })
    expect((await listTopics(site)).map(({ id }) => id)).not.toContain(second.id)
  }
}

/** Splits a topic, and expects all questions in the same words, and no others, in the new topic at once. */
async function split(site: AskedSite, topic: Topic, at: number): Promise<void> {
  const own = (await listQuestions(site)).filter((question) => question.topic?.id === topic.id)
  const chosen = own[at % Math.max(1, own.length)]
  if (!chosen || new Set(own.map(({ text }) => wordsOf(text))).size < 2) return
  const body = { label: `Split ${at}`, questions: [chosen.id] }
  const { id } = await call('POST', `/topics/${site.id}/${topic.id}/split`, body)
  const moved = (await listQuestions(site)).filter((question) => question.topic?.id === id)
  expect(moved.map(({ id: one }) => one)).toContain(chosen.id)
  expect(new Set(moved.map(({ text }) => wordsOf(text)))).toEqual(new Set([wordsOf(chosen.text)]))
}

async function call(method: string, path: string, body?: Record<string, unknown>) {
  const answer = await app.api(method, path, { token: key, ...(body && { body }) })
  expect(answer.body.error).toBeNull()
  return answer.body.data
}

/**
 * Expects that each wording is in one topic, and that the sums of topics are a count of the questions that were asked.
 */
async function expectRecount(site: AskedSite): Promise<void> {
  const [topics, questions] = [await listTopics(site), await listQuestions(site)]
  const topicByWords = new Map<string, string>()
  for (const { text, topic } of questions) {
    const words = wordsOf(text)
    const id = topic?.id ?? 'none'
    expect([words, topicByWords.get(words) ?? id]).toEqual([words, id])
    topicByWords.set(words, id)
  }
  expect(new Set(topicByWords.keys())).toEqual(new Set(site.asked.keys()))
  const sums = new Map<string, Asked>()
  for (const [words, id] of topicByWords) {
    const { times, firstAt } = site.asked.get(words)!
    const sum = sums.get(id) ?? { times: 0, firstAt }
    sums.set(id, { times: sum.times + times, firstAt: Math.min(sum.firstAt, firstAt) })
  }
  const listed = topics.map(({ id, questions: times, firstAskedAt }) => {
    return [id, { times, firstAt: toSecond(Date.parse(firstAskedAt)) }] as const
  })
  expect(new Map(listed)).toEqual(sums)
  await expectQuery(site, topics)
}

/** Expects the same counts of the query engine as of the list of topics, which reads by statements of its own. */
async function expectQuery(site: AskedSite, topics: readonly Topic[]): Promise<void> {
  const query = `/analytics/${site.id}/ai?metrics=questions&dimensions=topic&range=90d&limit=100`
  const { body } = await app.api('GET', query, { token: key })
  const byLabel = new Map<string, number>()
  for (const { label, questions } of topics)
    byLabel.set(label, (byLabel.get(label) ?? 0) + questions)
  // @NOTE the table of the query engine has labels and counts.
  const rows = body.data['rows'] as [string, number][]
  expect(new Map(rows.filter(([label]) => label !== '(none)'))).toEqual(byLabel)
}

function storedWordings(site: AskedSite): number | undefined {
  const count = 'SELECT COUNT(*) FROM wording WHERE site_num = (SELECT num FROM site WHERE id = ?)'
  return inspectData(app.directory, (db) =>
    db.prepare<[string], number>(count).pluck().get(site.id),
  )
}

it('each wording is in one topic, and sums equal a recount, whatever is asked and edited', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const site = await makeSite()
      for (const one of steps) await take(site, one)
      await expectRecount(site)
      expect(storedWordings(site)).toBe(site.asked.size)
    }),
    { numRuns: 25 },
  )
})
