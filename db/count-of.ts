import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables/schema.ts'

/** Returns the number of rows that a query selects. */
export async function countOf<T extends keyof Tables>(
  query: SelectQueryBuilder<Tables, T, unknown>,
): Promise<number> {
  const { n } = await query
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
