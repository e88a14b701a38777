import { sql, type RawBuilder } from 'kysely'
import { withinTimeLimit } from '../forms.ts'

type Sql = RawBuilder<unknown>

/**
 * A condition that always holds, and that ends a read once its time is over or its caller has left. It checks that at
 * one row of a thousand, which costs next to nothing.
 */
export const timeGuard = (alias: string): Sql =>
  sql`((${sql.ref(`${alias}.seq`)} & 1023) <> 0 OR ${withinTimeLimit})`

/** Does the same for rows without a sequence, by a number of theirs; it skips 0, which means "none" in many rows. */
export const timeGuardBy = (num: Sql): Sql => sql`((${num} & 1023) <> 1023 OR ${withinTimeLimit})`

/** Checks the time limit at every name, since one name may be compared with a thousand patterns. */
export const nameTimeGuard: Sql = withinTimeLimit
