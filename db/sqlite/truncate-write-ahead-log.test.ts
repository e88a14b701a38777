import { statSync } from 'node:fs'
import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import type { Tables } from '../tables/schema.ts'
import { connectReader, connectWriter } from './connect.ts'
import { sqliteDialect } from './driver.ts'
import { truncateWriteAheadLog } from './truncate-write-ahead-log.ts'

it('the log is left to the next call while somebody reads what is in it', async () => {
  using folder = new DataFolder()
  const writer = connectWriter(folder.file)
  writer.exec("CREATE TABLE word (text); INSERT INTO word VALUES ('once'), ('twice')")
  const db = new Kysely<Tables>({ dialect: sqliteDialect(writer) })
  const reader = connectReader(folder.file)
  const rows = reader.prepare('SELECT text FROM word').iterate()
  rows.next()
  writer.exec('DELETE FROM word')
  expect(await truncateWriteAheadLog(db)).toBe(false)
  rows.return?.()
  reader.close()
  expect(await truncateWriteAheadLog(db)).toBe(true)
  expect(statSync(`${folder.file}-wal`).size).toBe(0)
  await db.destroy()
})
