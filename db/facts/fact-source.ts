import type { RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * Where counts come from: a SELECT whose rows hold `bucket` (with a grain), a key for each dimension
 * (`key_0` …: a number to be named, or the text itself) and the measures by their names. Rows may repeat a
 * bucket and key; they are summed.
 */
export interface FactSource {
  select: Sql
  /** Whether the key of the n-th dimension is still a number. */
  isNumber: readonly boolean[]
  /** What each measure is a sum of, where each bucket and key stands in one row already; null where rows repeat them. */
  sums: readonly Sql[] | null
}
