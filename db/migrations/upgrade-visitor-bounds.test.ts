import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { askTool } from '../../src/testing/ask-tool.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { insertRows, makeOldData } from './testing/old-data.ts'
import { insertScannedSite, SCANNED_AT } from './testing/scanned-data.ts'

const SEEN = { first_seen_at: SCANNED_AT, last_seen_at: SCANNED_AT }

/** A page that visitors made up, one that a scan found without a title, and five questions of one day and topic. */
function insertVisited(connection: SqliteConnection): void {
  insertScannedSite(connection, 'https://tea.example/')
  connection.exec(
    "UPDATE page_record SET record = json_set(record, '$.title', NULL) WHERE page_num = 2",
  )
  connection.exec("UPDATE page SET title = 'Buy pills' WHERE num = 2")
  const address = 'http://old.tea.example:8443/made-up'
  insertRows(connection, 'page', [
    { num: 3, id: 'pg_met', site_num: 1, path: '/made-up', url: address, title: 'Met', ...SEEN },
  ])
  insertRows(connection, 'page_text', [{ rowid: 3, site: 's1', title: 'Met', path: ' made up' }])
  insertRows(connection, 'topic', [
    { num: 1, id: 'top_tea', site_num: 1, label: 'tea', is_renamed: 0, bigrams: 0, ...SEEN },
  ])
  for (let i = 0; i < 5; i++) {
    insertRows(connection, 'question', [
      {
        site_num: 1,
        at: SCANNED_AT + i,
        seq: 1,
        page_num: 2,
        engine: 0,
        text: 'Is tea tea?',
        text_hash: Buffer.alloc(6),
        visitor: Buffer.alloc(6, i),
        topic_num: 1,
      },
    ])
  }
}

it('what visitors said of pages before this version is theirs no longer', async () => {
  using folder = DataFolder.inMemory()
  await makeOldData(folder.file, '0012-schema-version', insertVisited)
  await using app = await TestApp.start({ directory: folder.path })
  const token = await app.key({ id: 'org_old', userId: 'usr_old' })
  const { body } = await app.api('GET', '/pages/site_old', { token })
  const pages = body.data as unknown as { id: string; url: string; title: string | null }[]
  const found = new Map(pages.map((page) => [page.id, page]))
  expect(found.get('pg_met')).toMatchObject({ url: 'https://tea.example/made-up', title: 'Met' })
  expect(found.get('pg_tides')).toMatchObject({ title: null })
  const search = await askTool(app, 'publisher', 'search', token, { query: 'pills' })
  expect(search.text).not.toContain('pills')
  const topics = await app.api('GET', '/topics/site_old?range=90d', { token })
  expect(topics.body.data).toMatchObject([{ label: 'tea', questions: 5, askers: 1 }])
})
