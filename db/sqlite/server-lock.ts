import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isBusy, toUnusableDatabaseError, UnusableDatabaseError } from '../errors.ts'
import { closeOnThrow, Sqlite } from './binding.ts'
import { makePrivateFile, makePrivateFolder, refuseExposed } from './private-file.ts'

/**
 * Takes the lock that the server of a database keeps for as long as it lives; disposing of the result gives it back. A
 * process that gets it knows that the previous server is gone, since the system frees the locks of a killed process.
 * Throws UnusableDatabaseError while another server has it. Commands work at the same time as the server, and need no
 * lock.
 */
export function takeServerLock(file: string, exposed = refuseExposed): Disposable {
  // The lock has a file of its own, which stays empty, so that no other code locks it.
  const lockFile = `${file}-server`
  try {
    makePrivateFolder(dirname(file))
    makePrivateFile(lockFile, exposed)
    const lock = new Sqlite(lockFile, { timeout: 0 })
    closeOnThrow(lock, () => {
      lock.exec('BEGIN EXCLUSIVE')
      assertOneName(file)
    })
    return { [Symbol.dispose]: () => lock.close() }
  } catch (error) {
    if (error instanceof UnusableDatabaseError) throw error
    throw isBusy(error) ? servedAlready(file, error) : toUnusableDatabaseError(lockFile, error)
  }
}

/**
 * Throws UnusableDatabaseError where a database file has several names. SQLite names its log after the name by which a
 * file was opened: under two names of one file there are two logs, and what one holds is lost to the other
 * (https://www.sqlite.org/howtocorrupt.html, 2.4).
 */
function assertOneName(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || found.nlink < 2) return
  throw new UnusableDatabaseError(
    `${file} has another name on this disk (a hard link), by which another server could write it. find / -samefile ${file} shows its names: remove the other one, or put a copy in its place`,
    { mayPass: true },
  )
}

const servedAlready = (file: string, cause: unknown): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `${file} is served by another process, and SQLite is for one: stop that one, or set DATABASE_URL to another file`,
    { cause, mayPass: true },
  )
