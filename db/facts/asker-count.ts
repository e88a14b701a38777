import { sql } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'

/**
 * Counts the people who asked, among rows of `question` as `q`: the distinct addresses of each day, summed. Questions
 * from before addresses were stored count as one person a UTC day, since five browsers may have been one person.
 */
export const ASKER_COUNT = sql<number>`(COUNT(DISTINCT q.asker) + COUNT(DISTINCT CASE WHEN q.asker IS NULL THEN q.at / ${sql.lit(DAY_MS)} END))`
