import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { toUnusableDatabaseError, UnusableDatabaseError } from '../errors.ts'

/** The endings of the files in which SQLite keeps a database: the file itself, the log, and the index of the log. */
const PARTS = ['', '-wal', '-shm']
const OWNERS_FILE = 0o600
const OWNERS_FOLDER = 0o700
const OTHERS = 0o077

/** A function that is called for a file that other users can read and whose rights cannot be changed. */
export type ExposedHandler = (file: string, error: unknown) => void

export const refuseExposed: ExposedHandler = (_, error) => {
  throw error
}

/**
 * Creates the file of a database where it is missing, and takes all rights of other users than the owner from it, its
 * log and the log's index, under any umask. Throws UnusableDatabaseError where there can be no database.
 */
export function makePrivateFile(file: string, exposed: ExposedHandler): void {
  try {
    if (!createPrivately(file) && !statSync(file).isFile()) {
      throw new UnusableDatabaseError(`${file} is no file, so it is no database`)
    }
    // SQLite opens a file that it may only read without an error.
    accessSync(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw toUnusableDatabaseError(file, error)
  }
  for (const part of PARTS) removeOthersRights(file + part, exposed)
}

/** Creates a folder that only its owner can use; an existing folder stays as it is. */
export function makePrivateFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: OWNERS_FOLDER })
  if (made !== undefined) chmodSync(folder, OWNERS_FOLDER)
}

/**
 * Creates a file that only its owner can use; returns false where the file exists. That comes before SQLite opens the
 * file, since SQLite gives its log the rights of the database. An existing file is not opened: to close it would give
 * up the locks that SQLite has on it in this process.
 */
function createPrivately(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', OWNERS_FILE))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
  chmodSync(file, OWNERS_FILE)
  return true
}

/**
 * Takes the rights of other users from a file, and adds none for the owner: a file that its owner made read-only stays
 * read-only.
 */
export function removeOthersRights(file: string, exposed: ExposedHandler): void {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat || (stat.mode & OTHERS) === 0) return
  try {
    chmodSync(file, stat.mode & ~OTHERS & 0o777)
  } catch (error) {
    exposed(file, error)
  }
}
