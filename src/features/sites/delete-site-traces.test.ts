import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectWriter } from '../../../db/sqlite/connect.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { inspectData } from '../../testing/stored-events.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

const storedText = () => storedBytes(app.directory).toString('latin1')

it('deleting a site leaves every table as it was before, and no word of it in the file', async () => {
  const org = await app.org()
  const key = await app.key(org)
  const stays = await app.site(key, { domain: 'stays.example' })
  await feed(stays, 'remains')
  await app.app.services.jobs.onIdle()
  const remaining = rowCounts(app.directory)
  const id = await app.site(key, { domain: 'leaves.example' })
  await feed(id, 'vanishes')
  await app.app.services.jobs.onIdle()
  expect(rowCounts(app.directory)).not.toEqual(remaining)
  expect(storedText()).toContain('vanishes')

  await app.api('DELETE', `/sites/${id}`, { token: await app.session(org) })
  await app.app.services.maintenance.onIdle()
  expect(rowCounts(app.directory)).toEqual(remaining)
  expect(storedText()).toContain('remains')
  expect(storedText()).not.toContain('vanishes')
})

it('words of a deleted site that lie in free pages go too', async () => {
  const org = await app.org()
  const id = await app.site(await app.key(org), { domain: 'merged.example' })
  leaveInFreePages('Which lingering tent?', 3_000)
  expect(storedText().includes('lingering')).toBe(true)

  await app.api('DELETE', `/sites/${id}`, { token: await app.session(org) })
  await app.app.services.maintenance.onIdle()
  expect(storedText().includes('lingering')).toBe(false)
  expect(inspectData(app.directory, (db) => db.pragma('integrity_check'))).toEqual([
    { integrity_check: 'ok' },
  ])
})

/** Frees pages with a text, as a merge of a full-text index does while nothing is being deleted. */
function leaveInFreePages(text: string, times: number): void {
  const writer = connectWriter(join(app.directory, 'citable.db'))
  try {
    writer.exec('CREATE TABLE merged (num INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
    const insert = writer.prepare('INSERT INTO merged (text) VALUES (?)')
    writer.transaction(() => {
      for (let at = 0; at < times; at++) insert.run(text.repeat(20))
    })()
    writer.exec('DROP TABLE merged')
  } finally {
    writer.close()
  }
}

/** Stores events of every kind, enough of them that the text fills more than one page of the file. */
async function feed(site: string, word: string): Promise<void> {
  const events = Array.from({ length: 60 }, (_, at) => [
    {
      kind: 'impression',
      url: `/${word}-${at}`,
      title: `Page of ${word} ${at}`,
    },
    { kind: 'ai_click', url: `/${word}-${at}`, target: 'chatgpt' },
    {
      kind: 'referral',
      url: `/${word}-${at}`,
      referrer: 'https://chatgpt.com/',
    },
    {
      kind: 'question',
      url: `/${word}-${at}`,
      question: `Which ${word} tent ${at}?`,
    },
  ]).flat()
  for (let from = 0; from < events.length; from += 40) {
    const { body } = await app.collect(site, events.slice(from, from + 40))
    expect(body.data['accepted']).toBe(40)
  }
}

/** Counts the rows of every table by its name, without those about the deletion and about the layout of full text. */
function rowCounts(directory: string): Record<string, number> {
  const kept =
    /^(audit_entry|session|sqlite_|.*_text_(data|idx|content|docsize|config)$|limiter|permit)/
  return inspectData(directory, (db) => {
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    return Object.fromEntries(
      (names as string[])
        .filter((name) => !kept.test(name))
        .map((name) => [name, Number(db.prepare(`SELECT COUNT(*) FROM ${name}`).pluck().get())]),
    )
  })
}
