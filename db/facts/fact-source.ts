import type { RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * Counts come from a SELECT whose rows hold `bucket` (with a grain), a key for each dimension
 * (`key_0` …: a number to be named, or the text itself) and the measures by their names. Rows may repeat a
 * bucket and key; they are summed.
 */
export interface FactSource {
  select: Sql
  /** True at index n where the key of the n-th dimension is still a number. */
  isNumber: readonly boolean[]
  /** The sum behind each measure where no bucket and key stands in two rows; null where rows repeat them. */
  sums: readonly Sql[] | null
}
