import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../tables/schema.ts'

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
