import { BoundedMap } from '../../src/lib/cache/bounded-map.ts'
import type { SqliteConnection } from './connect.ts'
import type { ReadRows } from './reader.ts'

const MAX_STATEMENTS = 500
/** Longer answers are read again: what is kept takes some ten megabytes at most. */
const MAX_ROWS = 200
/** A longer text has many values of its caller, and seldom comes again. */
const MAX_KEY = 10_000

/**
 * Keeps the rows of statements as long as nobody has written to the database since, in this process or another: one answer
 * asks for the same sums several times, a page of ten parts asks together, and assistants ask again.
 */
export class KnownRows {
  readonly #readVersion: () => unknown
  readonly #rows = new BoundedMap<string, Awaited<ReturnType<ReadRows>>>(MAX_STATEMENTS)
  #version: unknown

  /** `reader` is a connection that never writes: its own writes would not change what it sees as the version. */
  constructor(reader: SqliteConnection) {
    const statement = reader.prepare('PRAGMA data_version').pluck()
    this.#readVersion = () => statement.get()
  }

  /** Reads through `read` what is not known. */
  of(read: ReadRows): ReadRows {
    return async (query) => {
      const key = JSON.stringify([query.sql, query.parameters])
      const version = this.#readVersion()
      if (version !== this.#version) {
        this.#rows.clear()
        this.#version = version
      }
      const known = this.#rows.get(key)
      if (known) return known
      const rows = await read(query)
      // What was read may be newer than the version, never older.
      if (rows.length <= MAX_ROWS && key.length <= MAX_KEY && version === this.#version)
        this.#rows.set(key, rows)
      return rows
    }
  }
}
