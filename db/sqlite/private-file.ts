import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { toUnusableDatabaseError, UnusableDatabaseError } from '../errors.ts'

/** SQLite keeps a database in its file, the log, and the index of the log. */
const PARTS = ['', '-wal', '-shm']
const OWNERS_FILE = 0o600
const OWNERS_FOLDER = 0o700
const OTHERS = 0o077

/** Called for a file that other users can read and whose rights cannot be changed. */
export type ExposedHandler = (file: string, error: unknown) => void

export const refuseExposed: ExposedHandler = (_, error) => {
  throw error
}

/**
 * Creates the file of a database where it is missing, and takes the rights of all users except the owner from all its
 * parts, under any umask. Throws UnusableDatabaseError where there can be no database.
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
 * Creates the file before SQLite opens it, since SQLite gives its log the rights of the database. False where the file
 * exists: opening and closing it here would give up the locks that SQLite has on it in this process.
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

/** Takes rights away and adds none: a file that its owner made read-only stays read-only. */
export function removeOthersRights(file: string, exposed: ExposedHandler): void {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat || (stat.mode & OTHERS) === 0) return
  try {
    chmodSync(file, stat.mode & ~OTHERS & 0o777)
  } catch (error) {
    exposed(file, error)
  }
}
