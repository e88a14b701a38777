import { sql } from 'kysely'

/** Pages in these states can be read; one that did not answer last time most likely answers the next time. */
const STATES = ['active', 'error']

/** The states as the list of a statement. */
export const LIVE_STATES = sql`(${sql.join(STATES.map((state) => sql.lit(state)))})`

/** True for a page that search offers; the stored text of others is out of date. */
export const isLive = (state: string): boolean => STATES.includes(state)

/** True where a scan has read the page; all other pages are known from visitors alone. */
export const isRead = sql<number>`page_record.record IS NOT NULL`
