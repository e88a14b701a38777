import { sql } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'

/**
 * Counts the people who asked, among rows of `question` as `q`: the distinct addresses of each day, summed. Questions
 * from before addresses were stored count as one person a UTC day, since five browsers may have been one person.
 */
export const ASKER_COUNT = sql<number>`(COUNT(DISTINCT q.asker) + COUNT(DISTINCT CASE WHEN q.asker IS NULL THEN q.at / ${sql.lit(DAY_MS)} END))`

/** A question is its topic's name, or part of a topic that has a name of its own. */
const NAMES_TOPIC = sql`named.label_wording = 0 OR named.label_wording = q.wording_num`

/**
 * Counts those of them who gave a topic its name, among rows that are joined `WITH_NAME`: where the name is a question, it
 * is shown to others once enough people asked just that.
 */
export const NAMER_COUNT = sql<number>`(COUNT(DISTINCT CASE WHEN ${NAMES_TOPIC} THEN q.asker END)
  + COUNT(DISTINCT CASE WHEN q.asker IS NULL AND (${NAMES_TOPIC}) THEN q.at / ${sql.lit(DAY_MS)} END))`
