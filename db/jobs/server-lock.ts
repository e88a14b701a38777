import { isBusy } from '../errors.ts'
import { Sqlite } from '../sqlite/binding.ts'
import { makePrivate, refuseExposed } from '../sqlite/private-file.ts'

/**
 * Takes the lock that the server of a database keeps for as long as it lives: who gets it knows that the server before
 * is gone, however it went, since the system frees what a killed process had locked. Undefined while another has it.
 */
export function takeServerLock(file: string, exposed = refuseExposed): Disposable | undefined {
  // A file of its own, which stays empty: nobody else asks for its locks.
  makePrivate(`${file}-server`, exposed)
  const lock = new Sqlite(`${file}-server`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
  return { [Symbol.dispose]: () => lock.close() }
}
