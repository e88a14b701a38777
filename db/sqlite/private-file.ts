import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { toUnusableDatabaseError, UnusableDatabaseError } from '../errors.ts'

/** What SQLite keeps of a database: the file, its log, and the index of that. */
const PARTS = ['', '-wal', '-shm']
const OWNERS_FILE = 0o600
const OWNERS_FOLDER = 0o700
const OTHERS = 0o077

/** Hears of a file that others can read and that cannot be closed to them. */
export type ExposedHandler = (file: string, error: unknown) => void

export const refuseExposed: ExposedHandler = (_, error) => {
  throw error
}

/**
 * Makes the file of a database where it is missing, and closes what is there of it to everybody but its owner, whatever
 * the umask is. Throws UnusableDatabaseError where there can be no database.
 */
export function makePrivateFile(file: string, exposed: ExposedHandler): void {
  try {
    if (!createPrivately(file) && !statSync(file).isFile()) {
      throw new UnusableDatabaseError(`${file} is no file, so it is no database`)
    }
    // SQLite opens what it may only read without a word.
    accessSync(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw toUnusableDatabaseError(file, error)
  }
  for (const part of PARTS) removeOthersRights(file + part, exposed)
}

/** Makes a folder for its owner alone; one that is there stays as it is. */
export function makePrivateFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: OWNERS_FOLDER })
  if (made !== undefined) chmodSync(folder, OWNERS_FOLDER)
}

/**
 * SQLite gives its log the rights of the database, so they must be right before it opens that. False where the file is
 * there already: to open it here, and close it, would give up the locks that SQLite has on it in this process.
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

/** Takes rights away and gives none: a file that its owner made read-only stays so. */
export function removeOthersRights(file: string, exposed: ExposedHandler): void {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat || (stat.mode & OTHERS) === 0) return
  try {
    chmodSync(file, stat.mode & ~OTHERS & 0o777)
  } catch (error) {
    exposed(file, error)
  }
}
