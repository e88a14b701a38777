import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { ServerChild } from '../../src/testing/server-child.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { inspectData } from '../../src/testing/stored-events.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { insertRows, insertSite, makeOldData } from './testing/old-data.ts'

const AT = Date.parse('2026-11-18T10:00:00Z')
const DAY_MS = 86_400_000
const LABELS = ['tide table', 'read a tide table', 'paddles']
/** Topics of the questions with each wording, as they were before a wording had one; the most common one stays. */
const STORED: readonly (readonly [text: string, topics: readonly number[]])[] = [
  ['How do I read a tide table?', [1, 1, 2]],
  ['how do I read a tide table', [2]],
  ['Is a tide table exact?', [2, 2, 1]],
  ['Which paddle floats?', [3]],
  ['Why?', [0, 3]],
]
/** Each question is stored this often, which takes the job many steps. */
const ROUNDS = 30

function insertQuestions(connection: SqliteConnection): void {
  insertSite(connection, {
    num: 1,
    org: 'org_old',
    id: 'site_old',
    url: 'https://old.example/',
    at: AT,
  })
  const seen = { first_seen_at: AT, last_seen_at: AT + DAY_MS }
  for (const [i, label] of LABELS.entries()) {
    const topic = { num: i + 1, id: `top_${i + 1}`, site_num: 1, label }
    insertRows(connection, 'topic', [{ ...topic, is_renamed: 0, bigrams: 0, ...seen }])
    insertRows(connection, 'topic_text', [{ rowid: i + 1, site: 's1', label }])
  }
  let seq = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const [text, topics] of STORED) {
      for (const topic of topics) {
        seq += 1
        const text_hash = hash('sha256', text.toLowerCase(), 'buffer').subarray(0, 6)
        const asked = { site_num: 1, at: AT + seq * 1_000, seq, page_num: 0, engine: 0 }
        const reader = { visitor: Buffer.alloc(6, seq % 9), asker: Buffer.alloc(6, seq % 9) }
        // The site kept texts for some time only.
        const kept = round % 2 === 0 ? text : null
        insertRows(connection, 'question', [
          { ...asked, ...reader, text: kept, text_hash, topic_num: topic },
        ])
      }
    }
  }
}

const QUESTIONS = ROUNDS * STORED.reduce((sum, [, topics]) => sum + topics.length, 0)

const unread = (folder: DataFolder): number | undefined =>
  inspectData(folder.path, (db) =>
    db.prepare<[], number>('SELECT COUNT(*) FROM question WHERE wording_num = 0').pluck().get(),
  )

it('questions of before find their wordings, whenever the server is killed, and are answered meanwhile', async () => {
  using folder = new DataFolder()
  await makeOldData(folder.file, '0041-visit-sources', insertQuestions)
  const statement = 'UPDATE question SET wording_num'
  const left: (number | undefined)[] = []
  for (const moment of ['after statement', 'before commit', 'after commit'] as const) {
    // It may be killed before it listens.
    const failpoint = { statement, moment }
    await using server = ServerChild.starting({ directory: folder.path, failpoint })
    await server.ended()
    left.push(unread(folder))
  }
  expect(left[0]).toBe(QUESTIONS)
  expect(left[2]).toBeLessThan(QUESTIONS)
  expect(left[2]).toBeGreaterThan(0)

  await using app = await TestApp.start({
    directory: folder.path,
    startAt: '2026-11-20T12:00:00Z',
  })
  const token = await app.key({ id: 'org_old', userId: 'usr_old' })
  const topics = async () => {
    const { body } = await app.api('GET', '/topics/site_old?range=7d', { token })
    expect(body.error).toBeNull()
    // @NOTE the list's own schema.
    return body.data as unknown as { id: string; questions: number; firstAskedAt: string }[]
  }
  const isNew = async () =>
    (await app.api('GET', '/topics/site_old?range=today&isNew=true', { token })).body.data
  const sum = (await topics()).reduce((all, { questions }) => all + questions, 0)
  expect(sum).toBeGreaterThanOrEqual(QUESTIONS - ROUNDS)
  await app.collect('site_old', [
    { kind: 'question', url: '/', question: 'IS A TIDE TABLE EXACT' },
    { kind: 'question', url: '/', question: 'how do I read a tide table??' },
  ])
  await app.app.services.maintenance.onIdle()
  const found = new Map((await topics()).map((topic) => [topic.id, topic]))
  expect([...found.values()].map(({ id, questions }) => [id, questions])).toEqual([
    ['top_1', 4 * ROUNDS + 1],
    ['top_2', 3 * ROUNDS + 1],
    ['top_3', 3 * ROUNDS],
  ])
  expect(await isNew()).toEqual([])
  expect(unread(folder)).toBe(0)
})
