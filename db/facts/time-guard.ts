import { sql, type RawBuilder } from 'kysely'
import { withinTimeLimit } from '../forms.ts'

type Sql = RawBuilder<unknown>

/**
 * A condition that always holds, and that ends a scan once its time is over, or nobody waits for it. Asking at one row of
 * a thousand costs next to nothing.
 */
export const timeGuard = (alias: string): Sql =>
  sql`((${sql.ref(`${alias}.seq`)} & 1023) <> 0 OR ${withinTimeLimit})`

/** The same for rows without a sequence, by a number of theirs; not at 0, which is "none" and stands in many rows. */
export const timeGuardBy = (num: Sql): Sql => sql`((${num} & 1023) <> 1023 OR ${withinTimeLimit})`

/** The same at each name that is compared, since one may be held against a thousand patterns. */
export const nameTimeGuard: Sql = withinTimeLimit
