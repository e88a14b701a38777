import { sql } from 'kysely'

/** Pages in these states can be read; one that did not answer last time most likely answers the next time. */
export const LIVE_STATES = sql.raw("('active', 'error')")
