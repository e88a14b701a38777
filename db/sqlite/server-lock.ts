import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isBusy, toUnusableDatabaseError, UnusableDatabaseError } from '../errors.ts'
import { closeOnThrow, Sqlite } from './binding.ts'
import { makePrivateFile, makePrivateFolder, refuseExposed } from './private-file.ts'

/**
 * Takes the lock that the server of a database keeps for as long as it lives. Who gets it knows that the server before
 * is gone, since the system frees the locks of a killed process. Throws UnusableDatabaseError while another server has
 * it. Commands work beside the server, and need no lock.
 */
export function takeServerLock(file: string, exposed = refuseExposed): Disposable {
  // The lock has a file of its own, which stays empty, so that nobody else locks it.
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
 * SQLite keeps its log beside the name that a file was opened by: under two names of one file there are two logs, and what
 * one holds is lost to the other (https://www.sqlite.org/howtocorrupt.html, 2.4).
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
