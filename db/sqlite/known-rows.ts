import { BoundedMap } from '../../src/lib/cache/bounded-map.ts'
import type { SqliteConnection } from './connect.ts'
import type { ReadRows } from './reader.ts'

type Rows = Awaited<ReturnType<ReadRows>>

const MAX_STATEMENTS = 500
/**
 * The most cells of a result that is kept; a larger one is read again, so that the whole cache takes some thirty
 * megabytes at most.
 */
const MAX_CELLS = 1_000
const MAX_CHARACTERS = 20_000

/**
 * A cache of the rows that statements have read, which a commit of any process empties. It pays because one answer asks
 * for the same sums several times, a page asks for ten parts together, and assistants ask again.
 */
export class KnownRows {
  readonly #readVersion: () => unknown
  readonly #rows = new BoundedMap<string, Rows>(MAX_STATEMENTS)
  #version: unknown

  /**
   * Makes an empty cache. `reader` is a connection that never writes: its own writes would not change what it sees as
   * the version of the data.
   */
  constructor(reader: SqliteConnection) {
    const statement = reader.prepare('PRAGMA data_version').pluck()
    this.#readVersion = () => statement.get()
  }

  /** Returns a function that gives rows from the cache, and reads all others by `read`. */
  of(read: ReadRows): ReadRows {
    return async (query) => {
      const version = this.#currentVersion()
      if (version === undefined) return read(query)
      const key = JSON.stringify([query.sql, query.parameters])
      const known = this.#rows.get(key)
      if (known) return known
      const rows = await read(query)
      // The rows may be newer than the version, never older.
      if (isSmall(key, rows) && version === this.#version) this.#rows.set(key, rows)
      return rows
    }
  }

  /**
   * Reads the version of the data, and empties the cache if the version is another than before; undefined where it
   * cannot be read.
   */
  #currentVersion(): unknown {
    let version: unknown
    try {
      version = this.#readVersion()
    } catch {
      // The read of the caller fails as well, and reports why.
    }
    if (version !== this.#version) {
      this.#rows.clear()
      this.#version = version
    }
    return version
  }
}

/** Returns true for rows that, with the text that asks for them, are so small that many like them can be kept. */
function isSmall(key: string, rows: Rows): boolean {
  if (rows.length * (rows[0]?.length ?? 0) > MAX_CELLS) return false
  let characters = key.length
  for (const row of rows) {
    for (const cell of row) {
      if (typeof cell === 'string') characters += cell.length
      else if (cell instanceof Uint8Array) characters += cell.byteLength
    }
  }
  return characters <= MAX_CHARACTERS
}
