import { sql } from 'kysely'
import { engineOf } from './form.ts'
import { transactionWithoutSync } from './sqlite/transaction-without-sync.ts'
import type { Db, Trx } from './tables/schema.ts'

/**
 * Runs a step of work in a transaction that survives a crash of the process but does not wait for the disk: a step that
 * a power failure takes is made again. The commit that ends the work waits for all of its steps. Where `db` is a
 * transaction, the step is a part of that.
 */
export function stepTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  // @NOTE `isTransaction` says that it is one.
  if (db.isTransaction) return work(db as Trx)
  if (engineOf(db) === 'sqlite') return transactionWithoutSync(db, work)
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL synchronous_commit = off`.execute(trx)
    return work(trx)
  })
}
