import { existsSync, renameSync, rmSync } from 'node:fs'
import {
  isDamage,
  StorageUnavailableError,
  translateSqliteError,
  toUnusableDatabaseError,
} from '../errors.ts'
import { closeOnThrow, Sqlite, type BetterSqlite3 } from './binding.ts'
import { makePrivateFile, refuseExposed, type ExposedHandler } from './private-file.ts'

/** The milliseconds for which a lock of another program is waited for, on the event loop, while every request waits. */
const BUSY_TIMEOUT_MS = 20

/** A block of permits that were set aside for a bucket; any of them may have been handed out until `usableUntilMs`. */
export interface PermitBlock {
  bucket: string
  /** The end of the block, an integer in epoch milliseconds. */
  usableUntilMs: number
  permits: number
}

/**
 * Opens or creates the permit file, a `PermitStore` of `src/auth`. A file damaged by a power cut is set aside as
 * `FILE.damaged`: it held a minute of permits, and refusing to start over them would be the worse loss.
 * Throws UnusableDatabaseError where there can be no such file.
 * @param file a path of its own, never the main database, or `:memory:`
 */
export function openPermitStore(file: string, exposed = refuseExposed) {
  const db = openOrSetAside(file, exposed)
  const insert = db.prepare<[string, number, number]>(
    'INSERT INTO permit_block (bucket, usable_until_at, permits) VALUES (?, ?, ?)',
  )
  const selectRecent = db.prepare<[number], PermitBlock>(
    `SELECT bucket, usable_until_at AS usableUntilMs, permits FROM permit_block
     WHERE usable_until_at >= ? ORDER BY usable_until_at`,
  )
  const selectAhead = db.prepare<[], number>('SELECT ahead_ms FROM permit_clock').pluck()
  const setAhead = db.prepare<[number]>('UPDATE permit_clock SET ahead_ms = ?')
  const deleteAll = db.prepare('DELETE FROM permit_block')
  // Rows come in the order of their time, so the first one that is kept ends the search; an index would double
  // the cost of each reservation.
  const deleteBefore = db.prepare<[number]>(
    `DELETE FROM permit_block WHERE rowid < COALESCE(
       (SELECT rowid FROM permit_block WHERE usable_until_at >= ? ORDER BY rowid LIMIT 1), 9223372036854775807)`,
  )
  const insertAll = db.transaction((rows: readonly PermitBlock[]) => {
    for (const row of rows) insert.run(row.bucket, row.usableUntilMs, row.permits)
  })
  const replaceAll = db.transaction((rows: readonly PermitBlock[]) => {
    deleteAll.run()
    for (const row of rows) insert.run(row.bucket, row.usableUntilMs, row.permits)
  })

  const soon = new DeferredWrites((rows) => {
    insertAll.immediate(rows)
  })

  return {
    reserve: (bucket: string, usableUntilMs: number, permits: number): void => {
      throwUnavailable(() => insert.run(bucket, usableUntilMs, permits))
    },
    reserveSoon: (bucket: string, usableUntilMs: number, permits: number): void => {
      soon.add({ bucket, usableUntilMs, permits })
    },
    recent: (sinceMs: number): PermitBlock[] => {
      soon.write()
      return selectRecent.all(sinceMs)
    },
    replace: (rows: readonly PermitBlock[]): void => {
      soon.drop()
      throwUnavailable(() => replaceAll.immediate(rows))
    },
    aheadMs: (): number => selectAhead.get() ?? 0,
    noteAhead: (aheadMs: number): void => {
      throwUnavailable(() => setAhead.run(aheadMs))
    },
    forget: (beforeMs: number): void => {
      throwUnavailable(() => deleteBefore.run(beforeMs))
    },
    close: (): void => {
      soon.drop()
      db.close()
    },
  }
}

/**
 * Collects blocks, and writes them at the end of this turn of the event loop. After a failed write, the next one is
 * made at once.
 */
class DeferredWrites {
  readonly #write: (rows: readonly PermitBlock[]) => void
  #rows: PermitBlock[] = []
  #turn: NodeJS.Immediate | undefined
  #hasFailed = false

  constructor(write: (rows: readonly PermitBlock[]) => void) {
    this.#write = write
  }

  /** Adds a block. Throws StorageUnavailableError while the file cannot be written. */
  add(row: PermitBlock): void {
    if (this.#hasFailed) this.write()
    this.#rows.push(row)
    this.#turn ??= setImmediate(() => this.#writeInTurn())
  }

  write(): void {
    if (this.#rows.length > 0) throwUnavailable(() => this.#write(this.#rows))
    this.drop()
  }

  drop(): void {
    clearImmediate(this.#turn)
    this.#turn = undefined
    this.#rows = []
    this.#hasFailed = false
  }

  #writeInTurn(): void {
    this.#turn = undefined
    try {
      this.write()
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error
      this.#hasFailed = true // no permit is taken from this file until the waiting blocks are in it
    }
  }
}

function throwUnavailable(write: () => unknown): void {
  try {
    write()
  } catch (error) {
    throw translateSqliteError(error)
  }
}

function openOrSetAside(file: string, exposed: ExposedHandler): BetterSqlite3.Database {
  try {
    return openChecked(file, exposed)
  } catch (error) {
    if (!isDamage(error) || !existsSync(file)) throw toUnusableDatabaseError(file, error)
    renameSync(file, `${file}.damaged`)
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    return openChecked(file, exposed)
  }
}

function openChecked(file: string, exposed: ExposedHandler): BetterSqlite3.Database {
  if (file !== ':memory:') makePrivateFile(file, exposed)
  const db = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS })
  return closeOnThrow(db, () => {
    db.pragma('journal_mode = WAL')
    // `OFF` is enough: a write is in the kernel's page cache, which outlives a killed process.
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
      CREATE TABLE IF NOT EXISTS permit_clock (ahead_ms INTEGER NOT NULL) STRICT;
      INSERT INTO permit_clock SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM permit_clock);
    `)
    return db
  })
}
