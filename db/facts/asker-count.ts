import { sql } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'

/**
 * SQL that counts the people who asked the questions `q` of a group: the distinct addresses of each day, summed.
 * Questions from before addresses were stored count as one person a UTC day, since five browsers may have been one
 * person.
 */
export const ASKER_COUNT = sql<number>`(COUNT(DISTINCT q.asker) + COUNT(DISTINCT CASE WHEN q.asker IS NULL THEN q.at / ${sql.lit(DAY_MS)} END))`

/**
 * A condition that holds where a question `q` is the name of its topic `named`, or where the topic's name is not a
 * question.
 */
const NAMES_TOPIC = sql`named.label_wording = 0 OR named.label_wording = q.wording_num`

/**
 * SQL that counts the people of `ASKER_COUNT` who gave a topic its name, among rows that are joined `WITH_NAME`: all of
 * them, or, where the name is a question, those who asked just that. The name is shown to others once they are enough.
 */
export const NAMER_COUNT = sql<number>`(COUNT(DISTINCT CASE WHEN ${NAMES_TOPIC} THEN q.asker END)
  + COUNT(DISTINCT CASE WHEN q.asker IS NULL AND (${NAMES_TOPIC}) THEN q.at / ${sql.lit(DAY_MS)} END))`
