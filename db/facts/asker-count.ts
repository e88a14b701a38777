import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'

/**
 * Counts the people who asked, among rows of `question` as `q`: the distinct addresses of each day, summed. Questions
 * from before addresses were stored count as one person a UTC day, since five browsers may have been one person.
 */
export const askerCount = (q: string): RawBuilder<number> => {
  const asker = sql.ref(`${q}.asker`)
  return sql<number>`(COUNT(DISTINCT ${asker}) + COUNT(DISTINCT CASE WHEN ${asker} IS NULL THEN ${sql.ref(`${q}.at`)} / ${sql.lit(DAY_MS)} END))`
}
