import { sql, type Kysely } from 'kysely'
import { prepareStatement } from '../prepared-statement.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'

/**
 * The durability of a commit: one with `disk` survives a power failure; one with `process` survives only a crash of the
 * process, and a power failure may take it together with everything after it.
 */
type Durability = 'disk' | 'process'

/** Returns the pragma that sets the durability of a connection from its next transaction on. */
export const durabilityPragma = (durability: Durability): string =>
  `synchronous = ${durability === 'disk' ? 'FULL' : 'NORMAL'}`

/**
 * Runs a transaction whose commit does not wait for the disk; SQLite sets that for the whole connection, between
 * transactions.
 */
export const transactionWithoutSync = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await setDurability(connection, 'process')
    try {
      return await connection.transaction().execute(work)
    } finally {
      await setDurability(connection, 'disk')
    }
  })

const pragmaOf = (durability: Durability) =>
  prepareStatement([], () => sql`PRAGMA ${sql.raw(durabilityPragma(durability))}`)

const PRAGMAS = { disk: pragmaOf('disk'), process: pragmaOf('process') }

const setDurability = (connection: Kysely<Tables>, durability: Durability) =>
  PRAGMAS[durability].rows(connection, {})
