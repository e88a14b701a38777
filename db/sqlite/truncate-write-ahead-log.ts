import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

const MAX_TRIES = 50
const PAUSE_MS = 20
/**
 * The milliseconds after which a try must have waited for a reader, since SQLite reports a checkpoint elsewhere at
 * once.
 */
const WAITED_MS = 100

/**
 * Copies the write-ahead log into the file and empties it, since until then the log still holds deleted data. Returns
 * false where a running read keeps it from doing so until a later call; it waits for a running `checkpointLog`.
 */
export async function truncateWriteAheadLog(db: Db): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const startedAt = performance.now()
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)
    if (rows[0]?.busy === 0) return true
    if (performance.now() - startedAt > WAITED_MS) return false
    await delay(PAUSE_MS)
  }
  return false
}
