import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

/**
 * Copies the write-ahead log into the file and empties it: until then the log still holds what was deleted.
 * A reader that is under way leaves that to the next call.
 */
export async function emptyLog(db: Db): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)
}
