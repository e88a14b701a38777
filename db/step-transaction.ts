import { sql } from 'kysely'
import { engineOf } from './form.ts'
import { transactionWithoutSync } from './sqlite/transaction-without-sync.ts'
import type { Db, Trx } from './tables/schema.ts'

/**
 * A transaction for a step of work that is made again where it is lost: it outlives the process and does not wait for the
 * disk. What ends the work waits for all of its steps. Within a transaction, the step is a part of that one.
 */
export function stepTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  // @NOTE as it says of itself.
  if (db.isTransaction) return work(db as Trx)
  if (engineOf(db) === 'sqlite') return transactionWithoutSync(db, work)
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL synchronous_commit = off`.execute(trx)
    return work(trx)
  })
}
