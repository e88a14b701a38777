import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'

/**
 * How many asked, among rows of `question` as `q`: distinct addresses of each day, summed. Of questions from before
 * addresses were told apart, one of each UTC day is sure to have asked; five browsers may have been one person.
 */
export const askerCount = (q: string): RawBuilder<number> => {
  const asker = sql.ref(`${q}.asker`)
  return sql<number>`(COUNT(DISTINCT ${asker}) + COUNT(DISTINCT CASE WHEN ${asker} IS NULL THEN ${sql.ref(`${q}.at`)} / ${sql.lit(DAY_MS)} END))`
}
