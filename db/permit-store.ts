import { existsSync, renameSync, rmSync } from 'node:fs'
import { translateSqliteError } from './errors.ts'
import { Sqlite, type BetterSqlite3 } from './sqlite/binding.ts'

/** Permits set aside for a bucket, any of which may have been handed out until `usableUntilMs`. */
export interface PermitBlock {
  bucket: string
  /** Epoch milliseconds, integer. */
  usableUntilMs: number
  permits: number
}

/** What a rate limiter must not forget when its process is killed. One process per store. */
export interface PermitStore {
  /** Durable against a process kill when it returns. Throws StorageUnavailableError when it cannot be. */
  reserve(bucket: string, usableUntilMs: number, permits: number): void
  /** Blocks with `usableUntilMs` at or after `sinceMs`, oldest first. */
  recent(sinceMs: number): PermitBlock[]
  /** Puts `rows` in the place of everything stored, at once. */
  replace(rows: readonly PermitBlock[]): void
  /** Deletes blocks with `usableUntilMs` before `beforeMs`. Throws StorageUnavailableError. */
  forget(beforeMs: number): void
  close(): void
}

/**
 * Opens or creates the permit file. A file damaged by a power cut is set aside as `FILE.damaged`:
 * it held a minute of permits, and refusing to start over them would be the worse loss.
 * @param file a path of its own, never the main database, or `:memory:`
 */
export function openPermitStore(file: string): PermitStore {
  const db = openSound(file)
  const insert = db.prepare<[string, number, number]>(
    'INSERT INTO permit_block (bucket, usable_until_at, permits) VALUES (?, ?, ?)',
  )
  const selectRecent = db.prepare<[number], PermitBlock>(
    `SELECT bucket, usable_until_at AS usableUntilMs, permits FROM permit_block
     WHERE usable_until_at >= ? ORDER BY usable_until_at`,
  )
  const deleteAll = db.prepare('DELETE FROM permit_block')
  // Rows come in the order of their time, so the first one that is kept ends the search; an index would double
  // the cost of each reservation.
  const deleteBefore = db.prepare<[number]>(
    `DELETE FROM permit_block WHERE rowid < COALESCE(
       (SELECT rowid FROM permit_block WHERE usable_until_at >= ? ORDER BY rowid LIMIT 1), 9223372036854775807)`,
  )
  const replaceAll = db.transaction((rows: readonly PermitBlock[]) => {
    deleteAll.run()
    for (const row of rows) insert.run(row.bucket, row.usableUntilMs, row.permits)
  })

  return {
    reserve: (bucket, usableUntilMs, permits) => {
      orUnavailable(() => insert.run(bucket, usableUntilMs, permits))
    },
    recent: (sinceMs) => selectRecent.all(sinceMs),
    replace: (rows) => {
      replaceAll.immediate(rows)
    },
    forget: (beforeMs) => {
      orUnavailable(() => deleteBefore.run(beforeMs))
    },
    close: () => {
      db.close()
    },
  }
}

function orUnavailable(write: () => unknown): void {
  try {
    write()
  } catch (error) {
    throw translateSqliteError(error)
  }
}

function openSound(file: string): BetterSqlite3.Database {
  try {
    return openChecked(file)
  } catch (error) {
    if (!isDamage(error) || !existsSync(file)) throw error
    renameSync(file, `${file}.damaged`)
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    return openChecked(file)
  }
}

function openChecked(file: string): BetterSqlite3.Database {
  const db = new Sqlite(file)
  try {
    db.pragma('journal_mode = WAL')
    // @NOTE OFF is enough: a write is in the kernel's page cache, which outlives a killed process.
    // Only a crash of the machine can lose or damage it, and that takes longer to come back from.
    db.pragma('synchronous = OFF')
    const verdict = db.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new Sqlite.SqliteError(String(verdict), 'SQLITE_CORRUPT')
    db.exec(`
      CREATE TABLE IF NOT EXISTS permit_block (
        bucket TEXT NOT NULL,
        usable_until_at INTEGER NOT NULL,
        permits INTEGER NOT NULL
      ) STRICT;
    `)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function isDamage(error: unknown): boolean {
  if (!(error instanceof Sqlite.SqliteError)) return false
  return error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
}
