import { existsSync, linkSync, mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isBusy, toUnusableDatabaseError, UnusableDatabaseError } from '../errors.ts'
import { appliedMigrations } from './applied-migrations.ts'
import { assertWhole, openOurs, takeFacts, type BackupFacts } from './backup.ts'
import { closeAfter, Sqlite } from './binding.ts'

const FOLDER_OF_OWNER = 0o700

/**
 * Checks that a copy of a backup can take the place of the data, and turns it from a backup back into a database.
 * Throws UnusableDatabaseError, naming `named`, for a file that is not a database of Citable, is damaged, or was
 * written by a later version.
 */
export function prepareRestored(
  copy: string,
  { named, version }: { named: string; version: string },
): BackupFacts | undefined {
  try {
    openOurs(copy).close()
    return closeAfter(new Sqlite(copy, { fileMustExist: true }), (connection) => {
      assertWhole(connection, named)
      appliedMigrations(connection, { file: named, version })
      connection.pragma('journal_mode = DELETE')
      return takeFacts(connection)
    })
  } catch (error) {
    if (error instanceof UnusableDatabaseError) throw renamed(error, copy, named)
    throw toUnusableDatabaseError(named, error)
  }
}

const renamed = (error: UnusableDatabaseError, from: string, to: string): UnusableDatabaseError =>
  new UnusableDatabaseError(error.message.replaceAll(from, to), { cause: error })

/**
 * Puts a database in the place of another one, which stays in the folder `aside` under its own name. One of the two is
 * in place at every moment: a kill leaves the old one or the new one, whole. Throws UnusableDatabaseError while any
 * process has the old one open.
 */
export function replaceDatabase(file: string, replacement: string, aside: string): void {
  if (existsSync(file)) {
    const isOneFile = makeOneFile(file)
    mkdirSync(aside, { mode: FOLDER_OF_OWNER })
    if (!isOneFile) moveLog(file, aside)
    linkSync(file, join(aside, basename(file)))
  }
  renameSync(replacement, file)
}

/**
 * Folds the log of a database into its file, which only a process that is alone with the file can do; returns false
 * where the file is too damaged for that.
 */
function makeOneFile(file: string): boolean {
  try {
    const isOneFile = closeAfter(
      new Sqlite(file, { fileMustExist: true, timeout: 0 }),
      (connection) => connection.pragma('journal_mode = DELETE', { simple: true }) === 'delete',
    )
    if (isOneFile) return true
  } catch (error) {
    if (!isBusy(error)) return false
    throw inUse(file, error)
  }
  throw inUse(file)
}

const inUse = (file: string, cause?: unknown): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `${file} is in use by another process, such as a command or an assistant; end that one first`,
    { cause },
  )

/**
 * Moves the log of the replaced database into the folder `aside`, since SQLite would take it for the log of the new
 * one.
 */
function moveLog(file: string, aside: string): void {
  for (const part of ['-wal', '-shm']) {
    if (existsSync(file + part)) renameSync(file + part, join(aside, basename(file) + part))
  }
}
