import { expect, it } from 'vitest'
import { askTool } from '../../src/testing/ask-tool.ts'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { inspectData } from '../../src/testing/stored-events.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { insertRows, makeOldData } from './testing/old-data.ts'
import { insertScannedSite, SCANNED_AT } from './testing/scanned-data.ts'

const TITLE = '日本の茶道入門'
const TEXT = '千利休が完成させた侘び茶の精神です。'
const QUESTION = '茶道の作法を学ぶには？'
const LABEL = '普洱茶的存放'

/** A Japanese page with a question, as a service stored and indexed them that had run `0008-upkeep`. */
function insertJapanese(connection: SqliteConnection): void {
  insertScannedSite(connection, 'https://tea.example/')
  connection.exec(`UPDATE page SET title = '${TITLE}' WHERE num = 2;
    UPDATE passage SET heading = '${TITLE}', text = '${TEXT}' WHERE num = 2;
    DELETE FROM page_text WHERE rowid = 2; DELETE FROM passage_text WHERE rowid = 2`)
  insertRows(connection, 'page_text', [{ rowid: 2, site: 's1', title: TITLE, path: ' tides' }])
  insertRows(connection, 'passage_text', [
    { rowid: 2, site: 's1', title: TITLE, heading: TITLE, text: TEXT },
  ])
  const visitor = Buffer.alloc(8, 1)
  insertRows(connection, 'question', [
    {
      num: 1,
      site_num: 1,
      at: SCANNED_AT,
      seq: 1,
      page_num: 2,
      engine: 0,
      text: QUESTION,
      text_hash: Buffer.alloc(12),
      visitor,
      topic_num: 1,
    },
  ])
  insertRows(connection, 'question_text', [{ rowid: 1, site: 's1', text: QUESTION }])
  const seen = { first_seen_at: SCANNED_AT, last_seen_at: SCANNED_AT }
  insertRows(connection, 'topic', [
    { num: 1, id: 'top_tea', site_num: 1, label: LABEL, is_renamed: 1, bigrams: 0, ...seen },
  ])
  insertRows(connection, 'topic_text', [{ rowid: 1, site: 's1', label: LABEL }])
}

it('Japanese and Chinese that were indexed as whole runs are found by words within them', async () => {
  using folder = DataFolder.inMemory()
  await makeOldData(folder.file, '0008-upkeep', insertJapanese)
  await using app = await TestApp.start({ directory: folder.path })
  const token = await app.key({ id: 'org_old', userId: 'usr_old' })
  const idsOf = async (query: string) => {
    const { text } = await askTool(app, 'publisher', 'search', token, { query })
    const { results } = JSON.parse(text) as { results: { id: string }[] }
    return results.map(({ id }) => id)
  }
  expect(await idsOf('利休')).toEqual(['page:pg_tides'])
  expect(await idsOf('入門')).toEqual(['page:pg_tides'])
  expect(await idsOf('作法')).toEqual([expect.stringMatching(/^question:/)])
  expect(await idsOf('存放')).toEqual(['topic:top_tea'])
  expect(await idsOf('high water')).toEqual(['page:pg_home'])
  const rows = inspectData(folder.path, (db) =>
    ['page_text', 'passage_text', 'question_text', 'topic_text'].map((index) =>
      db.prepare(`SELECT COUNT(*) FROM ${index}`).pluck().get(),
    ),
  )
  expect(rows).toEqual([2, 2, 1, 1])
})
