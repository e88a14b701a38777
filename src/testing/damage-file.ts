import { closeSync, openSync, writeSync } from 'node:fs'
import { Sqlite } from '../../db/sqlite/binding.ts'

/** Overwrites the first page of a table or an index, as a disk that fails does; the log is copied back before. */
export function damagePageOf(file: string, name: string): void {
  const connection = new Sqlite(file)
  connection.pragma('wal_checkpoint(TRUNCATE)')
  const size = Number(connection.pragma('page_size', { simple: true }))
  const page = connection
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(name)
  connection.close()
  if (page === undefined) throw new Error(`There is no ${name}`)
  overwrite(file, (page - 1) * size, size)
}

/** Overwrites bytes of a file from an offset on. */
export function overwrite(file: string, offset: number, length: number): void {
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(length, 0xa5), 0, length, offset)
  closeSync(opened)
}
