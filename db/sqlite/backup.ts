import { statSync } from 'node:fs'
import { isDamage, toUnusableDatabaseError, UnusableDatabaseError } from '../errors.ts'
import { closeAfter, closeOnThrow, Sqlite, type BetterSqlite3 } from './binding.ts'
import { makePrivateFile, refuseExposed } from './private-file.ts'

/** The pages of the file that one step copies, which takes about four milliseconds on a slow disk. */
const STEP_PAGES = 500

/** The table that only a backup has, by which a restore recognises it. */
const TABLE = 'citable_backup'

/** The facts about a backup, and the part of the data that is not stored in rows: the key. */
export interface BackupFacts {
  version: string
  /** The time of the backup, as ISO 8601. */
  madeAt: string
  /** The text of the file with the key of the service; null where the key is a setting. */
  key: string | null
}

interface BackupOptions {
  facts: BackupFacts
  progress: (done: number, of: number) => void
}

/**
 * Copies a database that others may be writing to, as it is at one moment, into a single file that needs no other file.
 * A read transaction stays open for all of the steps, so writers neither wait nor make the copy start again. The target
 * must not exist. Throws UnusableDatabaseError where either file cannot be used, or the copy is damaged.
 */
export async function backUpDatabase(
  file: string,
  target: string,
  { facts, progress }: BackupOptions,
): Promise<void> {
  const source = openOurs(file)
  try {
    source.exec('BEGIN')
    // A transaction begins with its first read.
    source.prepare('SELECT 1 FROM sqlite_master').get()
    makePrivateFile(target, refuseExposed)
    await source.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        progress(totalPages - remainingPages, totalPages)
        return STEP_PAGES
      },
    })
    seal(target, facts)
  } catch (error) {
    throw isDamage(error) ? damaged(file, error) : toUnusableDatabaseError(target, error)
  } finally {
    source.close()
  }
}

/** Makes the copy a single file with the facts about it, and reads it through, to be sure that it can be read. */
function seal(target: string, { version, madeAt, key }: BackupFacts): void {
  closeAfter(new Sqlite(target, { fileMustExist: true }), (copy) => {
    copy.pragma('journal_mode = DELETE')
    copy.exec(`CREATE TABLE ${TABLE} (version TEXT NOT NULL, made_at TEXT NOT NULL, "key" TEXT)`)
    copy
      .prepare(`INSERT INTO ${TABLE} (version, made_at, "key") VALUES (?, ?, ?)`)
      .run(version, madeAt, key)
    if (!isWhole(copy)) throw new Sqlite.SqliteError('The copy is not whole', 'SQLITE_CORRUPT')
  })
}

/**
 * Makes the error for a damaged copy, which names the original: a copy has every byte of it, including the damaged
 * ones.
 */
const damaged = (file: string, cause: unknown): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `${file} is damaged, and no backup was made: keep those that there are; citable doctor says which table it is`,
    { cause },
  )

/** Throws UnusableDatabaseError where a page or an index of a backup is damaged. */
export function assertWhole(connection: BetterSqlite3.Database, file: string): void {
  if (!isWhole(connection))
    throw new UnusableDatabaseError(`${file} is damaged; use another backup`)
}

const isWhole = (connection: BetterSqlite3.Database): boolean =>
  connection.pragma('integrity_check(1)', { simple: true }) === 'ok'

/** Opens a database of this service without changing it. Throws UnusableDatabaseError for any other file. */
export function openOurs(file: string): BetterSqlite3.Database {
  try {
    const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
    closeOnThrow(connection, () => assertOurs(connection, file))
    return connection
  } catch (error) {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) {
      throw new UnusableDatabaseError(`There is no ${file}`, { cause: error })
    }
    throw toUnusableDatabaseError(file, error)
  }
}

/** Throws UnusableDatabaseError unless the first migration has run, under its present name, and its table exists. */
function assertOurs(connection: BetterSqlite3.Database, file: string): void {
  const has = (name: string): boolean =>
    connection.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined
  const isOurs =
    has('kysely_migration') &&
    has('organization') &&
    connection.prepare(`SELECT 1 FROM kysely_migration WHERE name = '0001-init'`).get() !==
      undefined
  if (!isOurs) throw new UnusableDatabaseError(`${file} is no database of Citable`)
}

/**
 * Returns the facts that a backup has stored, and removes them from it; undefined for a database that was copied in
 * another way.
 */
export function takeFacts(connection: BetterSqlite3.Database): BackupFacts | undefined {
  const isSealed = connection.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(TABLE)
  if (isSealed === undefined) return undefined
  // @NOTE `seal` made the table.
  const facts = connection
    .prepare(`SELECT version, made_at AS "madeAt", "key" FROM ${TABLE}`)
    .get() as BackupFacts | undefined
  // The key must not stay in a free page.
  connection.pragma('secure_delete = ON')
  connection.exec(`DROP TABLE ${TABLE}`)
  return facts
}
