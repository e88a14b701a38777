import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables/schema.ts'

/** Counts the rows of a query. */
export async function countOf<T extends keyof Tables>(
  query: SelectQueryBuilder<Tables, T, unknown>,
): Promise<number> {
  const { n } = await query
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
