import type { RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * A SELECT that counts, for a query. Its rows hold `bucket` (with a grain), a key for each dimension (`key_0` …: a
 * number to be named, or the text itself) and the measures by their names. Several rows may have the same bucket and
 * keys; they are summed.
 */
export interface FactSource {
  select: Sql
  /** True at index n where the n-th key is a number that is still to be named. */
  isNumber: readonly boolean[]
  /** The sum behind each measure, where no two rows have the same bucket and keys; null where some may have. */
  sums: readonly Sql[] | null
}
