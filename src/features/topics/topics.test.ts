import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Sqlite } from '../../../db/sqlite/binding.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { countStoredRows, inspectData } from '../../testing/stored-events.ts'

interface Topic {
  id: string
  label: string
  questions: number
  askers: number
  previous: number | null
}

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 30 }))

let made = 0

/** Makes a site with these questions, each of another reader unless named otherwise. */
async function siteWith(questions: readonly string[], fields: Record<string, unknown> = {}) {
  made += 1
  const domain = `asked${made}.example`
  const site = await app.site(key, { url: `https://${domain}/`, ...fields })
  await ask(site, questions)
  return { site, domain }
}

async function ask(site: string, questions: readonly string[], title?: string): Promise<void> {
  for (const [i, question] of questions.entries()) {
    const event = { kind: 'question', url: '/page', question, ...(title && { title }) }
    const answer = await app.collect(site, [event], { 'x-forwarded-for': `10.1.${i % 250}.1` })
    expect(answer.body.data).toMatchObject({ accepted: 1 })
  }
}

async function topicsOf(site: string, parameters = ''): Promise<Topic[]> {
  const { body } = await app.api('GET', `/topics/${site}?limit=100${parameters}`, { token: key })
  expect(body.error).toBeNull()
  return body.data as unknown as Topic[]
}

const counted = (topics: readonly Topic[]) =>
  Object.fromEntries(topics.map(({ label, questions }) => [label, questions]))

const TIDES = [
  'How do tide tables work?',
  'Where can I find tide tables for Oban?',
  'Are tide tables accurate?',
  'Which tide tables do you trust?',
  'Do tide tables know the wind?',
  'What is a paddle float?',
]

describe('a question', () => {
  it('a question joins the topic that others like it have', async () => {
    const { site } = await siteWith(TIDES)
    expect(counted(await topicsOf(site))).toEqual({ 'tide tables': 5, 'paddle float': 1 })
  })

  it('a question is about the heading that it shares words with', async () => {
    const { site } = await siteWith([])
    await ask(site, ['Is the rule of twelfths exact?', 'Why twelfths?'], 'The Rule of Twelfths')
    expect(counted(await topicsOf(site))).toEqual({ 'Rule of Twelfths': 2 })
  })

  it('nearly equal questions are about the same', async () => {
    const first = 'Should beginners buy wooden Greenland paddles?'
    const { site } = await siteWith([first, 'Should beginners really buy wooden Greenland paddles'])
    expect(await topicsOf(site)).toHaveLength(1)
  })

  it('a question is in exactly one topic, whatever it says', async () => {
    const odd = [
      '?',
      '42',
      'Why?',
      '潮汐表はどこですか',
      'Wann ist Springtide?',
      '<script>x</script>',
      '=1+1',
    ]
    const { site } = await siteWith(odd)
    const topics = await topicsOf(site)
    expect(topics.reduce((sum, { questions }) => sum + questions, 0)).toBe(odd.length)
    for (const { label } of topics) expect(label).toMatch(/^[\p{L}\p{N} '’-]{1,60}$/u)
    const { body } = await app.api(
      'GET',
      `/analytics/${site}/ai?metrics=questions&dimensions=topic`,
      {
        token: key,
      },
    )
    expect(body.data).toMatchObject({ totals: { questions: odd.length }, rowCount: topics.length })
  })

  it('the same questions in the same order give the same topics', async () => {
    const more = [...TIDES, 'Tide tables or paddle floats?', 'When do paddle floats help in wind?']
    const [a, b] = [await siteWith(more), await siteWith(more)]
    expect(counted(await topicsOf(a.site))).toEqual(counted(await topicsOf(b.site)))
  })

  it('a question has a topic where no text is kept', async () => {
    const { site } = await siteWith(TIDES, { questions: 'topic_only' })
    expect(counted(await topicsOf(site))).toEqual({ 'tide tables': 5, 'paddle float': 1 })
    const kept = inspectData(app.directory, (db) =>
      db
        .prepare(
          'SELECT COUNT(*) FROM question q JOIN site s ON s.num = q.site_num WHERE s.id = ? AND q.text IS NOT NULL',
        )
        .pluck()
        .get(site),
    )
    expect(kept).toBe(0)
  })

  it('a question that is older than topics finds one at the next start', async () => {
    const before = countStoredRows(app.directory, 'topic')
    const { site } = await siteWith(TIDES)
    forgetTopics(join(app.directory, 'citable.db'), before)
    expect(await topicsOf(site)).toEqual([])
    const { maintenance } = app.app.services
    await maintenance.resume()
    await maintenance.onIdle()
    expect(counted(await topicsOf(site))).toEqual({ 'tide tables': 5, 'paddle float': 1 })
  })
})

/** Removes the topics after the first `kept`, as in a site from before there were topics. */
function forgetTopics(path: string, kept: number): void {
  const file = new Sqlite(path)
  const nums = file
    .prepare('SELECT num FROM topic ORDER BY num LIMIT -1 OFFSET ?')
    .pluck()
    .all(kept)
  for (const num of nums) {
    file
      .prepare(
        'UPDATE question SET wording_num = 0 WHERE wording_num IN (SELECT num FROM wording WHERE topic_num = ?)',
      )
      .run(num)
    file.prepare('DELETE FROM wording WHERE topic_num = ?').run(num)
    file.prepare('DELETE FROM topic_text WHERE rowid = ?').run(num)
    file
      .prepare(
        'DELETE FROM topic_phrase WHERE site_num = (SELECT site_num FROM topic WHERE num = ?)',
      )
      .run(num)
    file.prepare('DELETE FROM topic WHERE num = ?').run(num)
    file.prepare('DELETE FROM topic_bigram WHERE topic_num = ?').run(num)
  }
  file.close()
}

const today = (): string => new Date(app.clock.now()).toISOString().slice(0, 10)

describe('topics without readers’ words', () => {
  it('new topics of a range are those first asked about in it', async () => {
    const { site } = await siteWith(TIDES)
    app.clock.advance({ days: 2 })
    await ask(site, TIDES)
    await ask(
      site,
      Array.from({ length: 6 }, (_, i) => `Where do harbour seals sleep ${i}?`),
    )
    const topics = async (args: Record<string, unknown>) => {
      const { structured } = await askTool(app, 'data', 'get_question_topics', key, {
        site,
        compare: 'none',
        range: 'today',
        ...args,
      })
      return (structured['rows'] as unknown[][]).map(([topic]) => topic)
    }
    const all = await topics({})
    expect(all).toContain('tide tables')
    const fresh = await topics({ isNew: 'true' })
    expect(fresh).not.toContain('tide tables')
    expect(fresh.length).toBeGreaterThan(0)
    expect(all).toEqual(expect.arrayContaining(fresh))
  })

  it('topics of fewer than five readers are folded', async () => {
    const { site } = await siteWith(TIDES)
    const answer = await askTool(app, 'data', 'get_question_topics', key, {
      site,
      compare: 'none',
    })
    expect(answer.structured['rows']).toEqual([
      ['tide tables', 5, 5, today(), '/page'],
      ['(fewer than 5 askers)', 1, 1, null, null],
    ])
    const query = { site, metrics: ['questions', 'topic_share'], dimensions: ['topic'] }
    const grouped = await askTool(app, 'data', 'query', key, query)
    expect((grouped.structured['rows'] as unknown[][]).map((row) => row.slice(0, 3))).toEqual([
      ['tide tables', 5, 0.8333],
      ['(fewer than 5 askers)', 1, 0.1667],
    ])
    const filters = [{ dimension: 'topic', op: 'contains', values: ['paddle'] }]
    const probed = await askTool(app, 'data', 'query', key, { ...query, filters })
    expect(probed.structured['rows']).toEqual([])
    expect(answer.text + grouped.text).not.toContain('paddle')
  })

  it('readers are counted, not questions', async () => {
    const { site } = await siteWith([])
    for (let i = 0; i < 9; i++) {
      const event = { kind: 'question', url: '/', question: `Are kelp forests deep ${i}?` }
      await app.collect(site, [event], { 'x-forwarded-for': '10.9.9.9' })
    }
    const answer = await askTool(app, 'data', 'get_question_topics', key, {
      site,
      compare: 'none',
    })
    expect(answer.structured['rows']).toEqual([['(fewer than 5 askers)', 9, 1, null, null]])
  })

  it('topics are found by search, small ones on the publisher server alone', async () => {
    const { site } = await siteWith(TIDES)
    const [big, small] = await topicsOf(site)
    const found = async (server: string, query: string) =>
      (await askTool(app, server, 'search', key, { query })).text
    expect(await found('data', 'tide')).toContain(`topic:${big!.id}`)
    expect(await found('data', 'paddle float')).not.toContain(`topic:${small!.id}`)
    expect(await found('publisher', 'paddle float')).toContain(`topic:${small!.id}`)
    const report = await askTool(app, 'data', 'fetch', key, { id: `topic:${big!.id}` })
    expect(report.text).toContain('questions: 5')
    const hidden = await askTool(app, 'data', 'fetch', key, { id: `topic:${small!.id}` })
    expect(hidden.text).toContain('questions: 0')
    const document = await askTool(app, 'publisher', 'fetch', key, { id: `topic:${big!.id}` })
    expect(document.text).toContain('Are tide tables accurate?')
    expect(document.text).toMatch(/<untrusted-[0-9a-f]{12}>/)
  })
})

describe('trends', () => {
  it('trends compare with the days before', async () => {
    const { site } = await siteWith(TIDES)
    app.clock.advance({ hours: 24 * 7 })
    await ask(site, TIDES.slice(0, 2))
    const [topic] = await topicsOf(site, '&range=7d')
    expect(topic).toMatchObject({ label: 'tide tables', questions: 2, previous: 5 })
  })
})

describe('an editor', () => {
  const call = (method: string, path: string, body: unknown, token = key) =>
    app.api(method, path, { token, body: body as Record<string, unknown> })

  it('an editor renames a topic, and later questions keep the name', async () => {
    const { site } = await siteWith(TIDES)
    const [topic] = await topicsOf(site)
    const answer = await call('PUT', `/topics/${site}/${topic!.id}`, { label: 'Tidal planning' })
    expect(answer.body.data).toEqual({ id: topic!.id, label: 'Tidal planning' })
    await ask(site, ['Do tide tables expire?'])
    expect(counted(await topicsOf(site))).toEqual({ 'Tidal planning': 6, 'paddle float': 1 })
    expect((await askTool(app, 'data', 'search', key, { query: 'tidal' })).text).toContain(
      topic!.id,
    )
  })

  it('an editor merges topics, and later questions like theirs go there too', async () => {
    const { site } = await siteWith(TIDES)
    const [into, from] = await topicsOf(site)
    const body = { into: into!.id, from: [from!.id] }
    const answer = await call('POST', `/topics/${site}/merge`, body)
    expect(answer.body.data).toEqual({ id: into!.id, label: 'tide tables', merged: 1 })
    await ask(site, ['Is one paddle float enough?'])
    expect(counted(await topicsOf(site))).toEqual({ 'tide tables': 7 })
    const again = await call('POST', `/topics/${site}/merge`, body)
    expect(again.status).toBe(404)
  })

  it.each([
    [{ label: '' }, 422],
    [{ label: '<b>' }, 422],
    [{ label: 'x'.repeat(61) }, 422],
    [{}, 422],
  ])('a topic cannot be renamed with %j', async (body, status) => {
    const { site } = await siteWith(TIDES.slice(0, 1))
    const [topic] = await topicsOf(site)
    expect((await call('PUT', `/topics/${site}/${topic!.id}`, body)).status).toBe(status)
  })

  it('an editor reaches no topic of another site or organization', async () => {
    const [a, b] = [await siteWith(TIDES), await siteWith(TIDES)]
    const [own, other] = await topicsOf(a.site)
    const [foreign] = await topicsOf(b.site)
    const stranger = await app.key(await app.org('self_hosted'))
    const rename = { label: 'Mine' }
    expect((await call('PUT', `/topics/${a.site}/${foreign!.id}`, rename)).status).toBe(404)
    expect((await call('PUT', `/topics/${a.site}/${own!.id}`, rename, stranger)).status).toBe(404)
    const merge = (into: string, from: string[]) =>
      call('POST', `/topics/${a.site}/merge`, { into, from })
    expect((await merge(own!.id, [foreign!.id])).status).toBe(404)
    expect((await merge(own!.id, [own!.id])).status).toBe(422)
    expect((await merge('top_nobody', [other!.id])).status).toBe(404)
    expect(counted(await topicsOf(a.site))).toEqual({ 'tide tables': 5, 'paddle float': 1 })
    for (const server of ['data', 'publisher']) {
      const answer = await askTool(app, server, 'fetch', stranger, { id: `topic:${own!.id}` })
      expect(answer.isError).toBe(true)
    }
  })
})

it('topics go with their site', async () => {
  const org = await app.org('self_hosted')
  const { site } = await siteWith(TIDES)
  const before = countStoredRows(app.directory, 'topic')
  const own = await app.key(org)
  const mine = await app.site(own, { url: 'https://gone.example/' })
  await ask(mine, TIDES)
  expect(countStoredRows(app.directory, 'topic')).toBe(before + 2)
  const owner = await app.session(org)
  await app.api('DELETE', `/sites/${mine}`, { token: owner })
  await app.app.services.maintenance.onIdle()
  expect(countStoredRows(app.directory, 'topic')).toBe(before)
  expect(countStoredRows(app.directory, 'topic_text')).toBe(before)
  expect(await topicsOf(site)).toHaveLength(2)
})
