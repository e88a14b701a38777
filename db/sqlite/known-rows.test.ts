import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { connectReader, connectWriter, type SqliteConnection } from './connect.ts'
import { KnownRows } from './known-rows.ts'
import type { ReadRows } from './reader.ts'

const COUNT = { sql: 'SELECT n FROM number WHERE n > ? ORDER BY n', parameters: [1] }

let writer: SqliteConnection
let reader: SqliteConnection
let reads: number
let read: ReadRows
let folder: DataFolder
const opened: SqliteConnection[] = []

beforeEach(() => {
  folder = new DataFolder()
  const { file } = folder
  writer = connectWriter(file)
  writer.exec('CREATE TABLE number (n INTEGER); INSERT INTO number VALUES (1), (2), (3)')
  reader = connectReader(file)
  opened.push(writer, reader)
  reads = 0
  read = new KnownRows(reader).of(async ({ sql, parameters }) => {
    reads += 1
    // @NOTE `raw` makes arrays of rows.
    return reader.prepare(sql).raw().all(parameters) as unknown[][]
  })
})

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
  folder[Symbol.dispose]()
})

it('answers what it has read, by text and parameters, until something is written', async () => {
  expect(await read(COUNT)).toEqual([[2], [3]])
  expect(await read({ ...COUNT })).toEqual([[2], [3]])
  expect(await read({ ...COUNT, parameters: [2] })).toEqual([[3]])
  expect(reads).toBe(2)
  writer.exec('INSERT INTO number VALUES (4)')
  expect(await read(COUNT)).toEqual([[2], [3], [4]])
  expect(await read(COUNT)).toEqual([[2], [3], [4]])
  expect(reads).toBe(3)
})

it('sees what another connection has written, and not what it has not committed', async () => {
  const other = connectWriter(reader.name)
  opened.push(other)
  await read(COUNT)
  other.exec('BEGIN; DELETE FROM number WHERE n = 3')
  expect(await read(COUNT)).toEqual([[2], [3]])
  other.exec('COMMIT')
  expect(await read(COUNT)).toEqual([[2]])
})

it('keeps nothing that was written over while it was read', async () => {
  const slow = new KnownRows(reader).of(async ({ sql, parameters }) => {
    reads += 1
    // @NOTE `raw` makes arrays of rows.
    const rows = reader.prepare(sql).raw().all(parameters) as unknown[][]
    writer.exec('DELETE FROM number WHERE n = 3')
    return rows
  })
  expect(await slow(COUNT)).toEqual([[2], [3]])
  expect(await slow(COUNT)).toEqual([[2]])
})

it('keeps no long answer and no long text', async () => {
  const many = {
    sql: 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?) SELECT n FROM c',
    parameters: [1_001],
  }
  await read(many)
  await read(many)
  expect(reads).toBe(2)
  const long = { ...COUNT, sql: `${COUNT.sql} -- ${'x'.repeat(20_000)}` }
  await read(long)
  await read(long)
  expect(reads).toBe(4)
  const wide = { sql: "SELECT printf('%.*c', ?, 'x') FROM number", parameters: [7_000] }
  await read(wide)
  await read(wide)
  expect(reads).toBe(6)
})

it('leaves it to the read to say what is wrong with the file', async () => {
  reader.close()
  opened.splice(opened.indexOf(reader), 1)
  const reasons: unknown[] = []
  await read(COUNT).catch((error: unknown) => reasons.push(error))
  expect([reads, reasons.length]).toEqual([1, 1])
})
