import { sql, type Kysely } from 'kysely'
import { durabilityPragma, type Durability } from './sqlite/durability.ts'
import type { Db, Tables, Trx } from './tables/schema.ts'

/**
 * A transaction for a step of work that is made again where it is lost: it outlives the process and does not wait for the
 * disk. What ends the work waits for all of its steps. Within a transaction, the step is a part of that one.
 */
export function stepTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  // @NOTE as it says of itself.
  if (db.isTransaction) return work(db as Trx)
  return db.connection().execute(async (connection) => {
    await setDurability(connection, 'process')
    try {
      return await connection.transaction().execute(work)
    } finally {
      await setDurability(connection, 'disk')
    }
  })
}

const setDurability = (connection: Kysely<Tables>, durability: Durability) =>
  sql`PRAGMA ${sql.raw(durabilityPragma(durability))}`.execute(connection)
