import { sql } from 'kysely'

/** The states of pages that can be read: one that did not answer last time most likely answers the next time. */
const STATES = ['active', 'error']

/** The same states as a list for SQL. */
export const LIVE_STATES = sql`(${sql.join(STATES.map((state) => sql.lit(state)))})`

/** Returns true for the state of a page that search offers; the stored text of other pages is out of date. */
export const isLive = (state: string): boolean => STATES.includes(state)

/** SQL that is true where a scan has read the page; all other pages are known from visitors alone. */
export const isRead = sql<number>`page_record.record IS NOT NULL`
