import { sql } from 'kysely'
import type { Db, Trx } from './tables/schema.ts'

/**
 * A transaction for a step of work that is made again where it is lost: it is whole after a crash of the process, and does
 * not wait for the disk, so a power failure may take it, with every step after it. What ends the work waits for them all.
 */
export function stepTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  // @NOTE as it says of itself.
  if (db.isTransaction) return work(db as Trx)
  return db.connection().execute(async (connection) => {
    await sql`PRAGMA synchronous = NORMAL`.execute(connection)
    try {
      return await connection.transaction().execute(work)
    } finally {
      await sql`PRAGMA synchronous = FULL`.execute(connection)
    }
  })
}
