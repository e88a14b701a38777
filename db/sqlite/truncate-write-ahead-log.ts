import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

const MAX_TRIES = 50
const PAUSE_MS = 20
/**
 * Milliseconds after which a try must have waited for a reader, since SQLite reports a checkpoint elsewhere at once.
 */
const WAITED_MS = 100

/**
 * Copies the write-ahead log into the file and empties it: until then the log still holds what was deleted. False where
 * a running read leaves that to the next call; a running `checkpointLog` is waited for.
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
