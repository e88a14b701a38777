import { sql } from 'kysely'

/** True where a scan has read the page; all other pages are known from visitors alone. */
export const isRead = sql<number>`page_record.record IS NOT NULL`
