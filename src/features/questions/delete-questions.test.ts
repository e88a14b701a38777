import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { countSiteRows } from '../../testing/stored-events.ts'

let app: TestApp
let org: TestOrg
let key: string
let owner: string
let site: string
let made = 0

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  made += 1
  org = await app.org('self_hosted')
  key = await app.key(org)
  owner = await app.session(org)
  site = await app.site(key, { url: `https://emptied${made}.example/` })
})

async function ask(asked: readonly string[], to = site): Promise<void> {
  for (let from = 0; from < asked.length; from += 50) {
    const events = asked
      .slice(from, from + 50)
      .map((question) => ({ kind: 'question', url: '/tides', question }))
    const { body } = await app.collect(to, events, { 'x-forwarded-for': '10.8.0.1' })
    expect(body.data).toMatchObject({ accepted: events.length })
  }
}

const TIDES = ['Are tide tables exact?', 'What is a paddle float?', 'Do tide tables lie?']

async function questions(of = site): Promise<{ id: string; text: string }[]> {
  const { structured } = await askTool(app, 'publisher', 'list_questions', key, {
    site: of,
    limit: 100,
  })
  return (structured['rows'] as string[][]).map((row) => ({ id: row[0]!, text: row[5]! }))
}

async function topics(of = site): Promise<Record<string, number>> {
  const { body } = await app.api('GET', `/topics/${of}`, { token: key })
  const found = body.data as unknown as { label: string; questions: number }[]
  return Object.fromEntries(found.map((topic) => [topic.label, topic.questions]))
}

async function counted(of = site): Promise<unknown> {
  const { body } = await app.api('GET', `/analytics/${of}/ai?metrics=questions`, { token: key })
  return (body.data as { totals: unknown }).totals
}

const empty = (of = site, token = owner) => app.api('DELETE', `/questions/${of}`, { token })

const rowsOf = (table: string) => countSiteRows(app.directory, table, site)

it('an owner empties a site of its questions and topics, and the counts stay', async () => {
  const other = await app.site(key, { url: `https://kept${made}.example/` })
  await ask([...TIDES, 'Is vanishing ink a myth?'])
  await ask(TIDES, other)
  const answer = await empty()
  expect(answer.status).toBe(200)
  expect(answer.body.data).toEqual({})
  await app.app.services.maintenance.onIdle()
  expect(await questions()).toEqual([])
  expect(await topics()).toEqual({})
  expect(await counted()).toEqual({ questions: 4 })
  for (const table of [
    'question',
    'wording',
    'topic',
    'topic_phrase',
    'topic_bigram',
    'question_purge',
  ]) {
    expect([table, rowsOf(table)]).toEqual([table, 0])
  }
  expect(storedBytes(app.directory).includes('anishing')).toBe(false)
  const found = await askTool(app, 'publisher', 'search', key, { query: 'vanishing ink' })
  expect(found.text).toBe('{"results":[]}')
  expect(await questions(other)).toHaveLength(3)
  expect(await topics(other)).toEqual({ 'tide tables': 2, 'paddle float': 1 })
  expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
    actor_type: 'user',
    action: 'question.delete_all',
    target_id: site,
  })
})

it('questions after an emptying begin new topics, also while the old ones are still there', async () => {
  await ask(TIDES)
  await app.app.services.context.tenant(org.id).transaction(async (trx) => {
    await (await trx.sites.find(site))?.questions.markAll()
  })
  await ask(['Are tide tables exact?', 'Can tide tables be printed?'])
  expect(await topics()).toMatchObject({ 'tide tables': 2 })
  await empty()
  await ask(['Who makes tide tables?'])
  await app.app.services.maintenance.onIdle()
  expect(await topics()).toEqual({ 'tide tables': 1 })
  expect((await questions()).map(({ text }) => text)).toEqual(['Who makes tide tables?'])
  await ask(['Where are tide tables sold?'])
  expect(await topics()).toEqual({ 'tide tables': 2 })
})

it('a site is emptied in steps of few rows, and what a stop left is taken up again', async () => {
  const { database, maintenance } = app.app.services
  const num = onFile(app, (file) => {
    const found = file.prepare('SELECT num FROM site WHERE id = ?').pluck().get(site)
    const insert = file.prepare(
      "INSERT INTO question (site_num, at, seq, page_num, engine, text, text_hash, topic_num) VALUES (?, ?, 1, 0, 0, 'x', x'00', 0)",
    )
    file.transaction(() => {
      for (let at = 1; at <= 1_200; at++) insert.run(found, at)
    })()
    return Number(found)
  })
  await app.app.services.context.tenant(org.id).transaction(async (trx) => {
    await (await trx.sites.find(site))?.questions.markAll()
  })
  const left: unknown[] = []
  for (let step = 0; step < 3; step++) {
    expect(await database.questionPurge.step(num)).toBe(true)
    left.push(rowsOf('question'))
  }
  expect(left).toEqual([700, 200, 0])
  expect(rowsOf('question_purge')).toBe(1)
  maintenance.hourly()
  await maintenance.onIdle()
  expect(rowsOf('question_purge')).toBe(0)
})

it('an editor deletes one question, with a session or a key that writes the site', async () => {
  await ask(TIDES)
  const [first, second, third] = await questions()
  const remove = (id: string, token: string) =>
    app.api('DELETE', `/questions/${site}/${id}`, { token })
  expect((await remove(first!.id, await app.key(org, ['sites:write']))).body.data).toEqual({})
  expect((await remove(second!.id, await app.session(org, 'editor'))).status).toBe(200)
  expect(await questions()).toEqual([third])
  expect((await remove(first!.id, key)).status).toBe(404)
  expect((await remove('qst_nothing', key)).status).toBe(404)
  expect((await remove(third!.id, await app.key(org, ['analytics:read']))).status).toBe(403)
  const stranger = await app.key(await app.org('self_hosted'))
  expect((await remove(third!.id, stranger)).status).toBe(404)
  expect(await counted()).toEqual({ questions: 3 })
  const audited = auditEntries(app.directory, org.id)
    .filter(({ action }) => action === 'question.delete')
    .map(({ target_id }) => target_id)
  expect(audited).toEqual([first!.id, second!.id])
})

it('others may not empty a site', async () => {
  await ask(TIDES)
  expect((await empty(site, key)).body.error?.code).toBe('SESSION_REQUIRED')
  expect((await empty(site, await app.session(org, 'admin'))).body.error?.code).toBe(
    'ROLE_REQUIRED',
  )
  const stranger = await app.session(await app.org('self_hosted'))
  expect((await empty(site, stranger)).status).toBe(404)
  await app.app.services.maintenance.onIdle()
  expect(await questions()).toHaveLength(3)
})
