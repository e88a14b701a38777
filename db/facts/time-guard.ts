import { sql, type RawBuilder } from 'kysely'
import { withinTimeLimit } from '../forms.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns a condition that always holds, and that ends a read by an error once its time is over or its caller has left.
 * It looks at that in one row of a thousand, by the row's `seq`, which costs next to nothing.
 */
export const timeGuard = (alias: string): Sql =>
  sql`((${sql.ref(`${alias}.seq`)} & 1023) <> 0 OR ${withinTimeLimit})`

/**
 * Returns the same condition as `timeGuard` for rows without a `seq`, by another of their numbers; it never looks where
 * that is 0, which means "none" in many rows.
 */
export const timeGuardBy = (num: Sql): Sql => sql`((${num} & 1023) <> 1023 OR ${withinTimeLimit})`

/**
 * A condition that checks the time limit at every row, for rows of names: one name may be compared with a thousand
 * patterns.
 */
export const nameTimeGuard: Sql = withinTimeLimit
