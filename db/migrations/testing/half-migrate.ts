import { Kysely, type KyselyPlugin } from 'kysely'
import { connectWriter } from '../../sqlite/connect.ts'
import { sqliteDialect } from '../../sqlite/driver.ts'
import type { Db, Tables } from '../../tables/schema.ts'
import { MIGRATIONS } from '../index.ts'
import type { MigrationName } from '../names.ts'

/**
 * Runs one migration as versions did that had no transaction around it, and ends as a killed process does, ahead of its
 * statement with this number, from 0. False where it has no such statement, and so was run whole, but for its row.
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

/** The same database, which tells of each statement ahead of it, counted from 0. */
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
