import { sql, type Kysely } from 'kysely'
import type { Db, Tables, Trx } from '../tables/schema.ts'
import { durabilityPragma, type Durability } from './durability.ts'

/** Runs a transaction whose commit does not wait for the disk; SQLite sets that for a connection, between transactions. */
export const transactionWithoutSync = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await setDurability(connection, 'process')
    try {
      return await connection.transaction().execute(work)
    } finally {
      await setDurability(connection, 'disk')
    }
  })

const setDurability = (connection: Kysely<Tables>, durability: Durability) =>
  sql`PRAGMA ${sql.raw(durabilityPragma(durability))}`.execute(connection)
