import { sql, type RawBuilder } from 'kysely'

/**
 * A condition that always holds, and that ends a scan once its time is over. SQLite has no other way to be stopped
 * from JavaScript; asking at one row of a thousand costs next to nothing.
 */
export const scanGuard = (alias: string): RawBuilder<unknown> =>
  sql`((${sql.ref(`${alias}.seq`)} & 1023) <> 0 OR in_time() = 1)`

/** The same at each name that is compared, since one may be held against a thousand patterns. */
export const nameGuard = sql`in_time() = 1`
