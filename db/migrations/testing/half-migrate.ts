import { Kysely, type KyselyPlugin } from 'kysely'
import { connectWriter } from '../../sqlite/connect.ts'
import { sqliteDialect } from '../../sqlite/driver.ts'
import type { Db, Tables } from '../../tables/schema.ts'
import { MIGRATIONS } from '../index.ts'
import type { MigrationName } from '../names.ts'

/**
 * Runs one migration without a transaction, as early versions did, and stops as a killed process does, ahead of the
 * statement with this number, from 0. False where it has no such statement, so that it ran whole but is not recorded.
 */
export async function halfMigrate(
  file: string,
  name: MigrationName,
  statement: number,
): Promise<boolean> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connectWriter(file)) })
  try {
    await MIGRATIONS[name].up(aheadOfEach(db, (n) => n === statement && die()))
    return false
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return true
  } finally {
    await db.destroy()
  }
}

/** Returns the same database, which calls `tell` ahead of each statement, counted from 0. */
export function aheadOfEach(db: Db, tell: (n: number) => unknown): Db {
  let n = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      tell(n++)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return db.withPlugin(plugin)
}

class Killed extends Error {}

function die(): never {
  throw new Killed()
}
