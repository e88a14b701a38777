import { sql } from 'kysely'

/** Whether a scan has read a page: what is known of others, visitors said. */
export const isRead = sql<number>`page_record.record IS NOT NULL`
