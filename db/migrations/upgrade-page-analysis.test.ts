import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { inspectData } from '../../src/testing/stored-events.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { makeOldData } from './testing/old-data.ts'
import { insertConclusions, insertScannedSite } from './testing/scanned-data.ts'

// The data of a service that kept the conclusions about a page within the record that a scan had written.

let folder: DataFolder
let app: TestApp | undefined

beforeEach(() => {
  folder = DataFolder.inMemory()
})

afterEach(async () => {
  await app?.[Symbol.asyncDispose]()
  app = undefined
  folder[Symbol.dispose]()
})

async function open(change: (connection: SqliteConnection) => void = () => undefined) {
  await makeOldData(folder.file, '0014-sign-in-guesses', (connection) => {
    insertScannedSite(connection, 'https://coast.example/')
    insertConclusions(connection)
    change(connection)
  })
  const opened = await TestApp.start({ directory: folder.path })
  app = opened
  const token = await opened.key({ id: 'org_old', userId: 'usr_old' })
  return async (method: string, path: string, body?: Record<string, unknown>) => {
    const answer = await opened.api(method, path, { token, ...(body && { body }) })
    expect(answer.body.error).toBeNull()
    return answer.body.data
  }
}

/** Says for both pages whether their prompt was made of the present record. */
const areMadeOfTheirRecords = () =>
  inspectData(folder.path, (db) =>
    db
      .prepare(
        'SELECT prompt.record_hash IS page_record.record_hash FROM prompt JOIN page_record USING (page_num) ORDER BY 1',
      )
      .pluck()
      .all(),
  )

it('pages are answered as they were', async () => {
  const call = await open()
  const of = {
    title: 'Home',
    keyphrases: [{ text: 'high water', weight: 1 }],
    summary: 'It comes twice a day.',
  }
  expect(await call('GET', '/pages/site_old/pg_home')).toMatchObject({
    ...of,
    type: 'landing',
    typeSource: 'path',
    tags: [],
  })
  expect(await call('GET', '/pages/site_old/pg_tides')).toMatchObject({
    ...of,
    title: 'Tides',
    type: 'article',
    typeSource: 'rule',
    tags: ['sea'],
  })
  expect(await call('GET', '/pages/site_old?type=article')).toMatchObject([{ id: 'pg_tides' }])
  expect(await call('GET', '/pages/site_old?tag=sea')).toMatchObject([{ id: 'pg_tides' }])
  expect(areMadeOfTheirRecords()).toEqual([1, 1])
})

it('rules see the type that pages have themselves', async () => {
  const call = await open()
  const tried = await call('POST', '/rules/site_old/test', { path: '/tides' })
  expect(tried).toMatchObject({ page: { type: 'docs', tags: [] } })
})

it('pages that a scan had written anew, before rules were asked, are due', async () => {
  const call = await open((connection) => {
    connection.exec(
      "UPDATE page_record SET record = json_remove(record, '$.type', '$.typeSource', '$.keyphrases', '$.summary', '$.tags')",
    )
    connection.exec("UPDATE page_reading SET record_hash = 'of another' WHERE page_num = 1")
  })
  expect(areMadeOfTheirRecords()).toEqual([0, 0])
  const analysed = () =>
    inspectData(folder.path, (db) =>
      db.prepare('SELECT page_num FROM page_analysis ORDER BY 1').pluck().all(),
    )
  expect(analysed()).toEqual([2])
  await call('POST', '/prompts/site_old/regenerate', {})
  expect(analysed()).toEqual([1, 2])
  expect(areMadeOfTheirRecords()).toEqual([1, 1])
})

it('a page whose own type a rule had hidden is analysed again', async () => {
  const call = await open((connection) =>
    connection.exec('UPDATE page_reading SET findings = NULL'),
  )
  expect(await call('GET', '/pages/site_old/pg_home')).toMatchObject({ type: 'landing' })
  await call('POST', '/prompts/site_old/regenerate', {})
  expect(await call('GET', '/pages/site_old/pg_tides')).toMatchObject({ typeSource: 'dom' })
})
