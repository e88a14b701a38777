import type { EventSinkState } from '../../db/ingest/event-sink.ts'
import { degraded, HEALTHY, type PartHealth } from '../kernel/ports/health.ts'
import { MINUTE_MS } from '../lib/time/clock.ts'

const MIB = 1_048_576
/**
 * The free bytes below which the disk counts as degraded. The write-ahead log alone may grow to 64 MiB before it is
 * copied back, and a backup takes as much space as the data.
 */
export const LOW_DISK_BYTES = 256 * MIB
/**
 * The time that a due job may wait: it is taken up within a second where its queue has room, but scans may keep others
 * waiting.
 */
const LATE_JOB_MS = 15 * MINUTE_MS
/**
 * The time for which a failure to store events counts: without a new event nothing is tried again, so an older failure
 * does not show the present state.
 */
const FAILURE_COUNTS_MS = 5 * MINUTE_MS

/** Tells whether the file system with the data has enough free space. */
export function diskHealth({ bavail, bsize }: { bavail: number; bsize: number }): PartHealth {
  const freeBytes = bavail * bsize
  if (freeBytes >= LOW_DISK_BYTES) return HEALTHY
  return degraded(`${Math.floor(freeBytes / MIB)} MiB are free where the data is`)
}

/** Tells whether the oldest due job waits for too long; `oldestAt` and `nowMs` are epoch ms. */
export function queueHealth(oldestAt: number | undefined, nowMs: number): PartHealth {
  const lateMs = nowMs - (oldestAt ?? nowMs)
  if (lateMs < LATE_JOB_MS) return HEALTHY
  return degraded(`the oldest job has waited for ${Math.floor(lateMs / MINUTE_MS)} minutes`)
}

type IngestState = Pick<EventSinkState, 'waiting' | 'mostWaiting' | 'failedAgoMs'>

/** Tells whether events reach the disk. */
export function ingestHealth({ waiting, mostWaiting, failedAgoMs }: IngestState): PartHealth {
  if (failedAgoMs !== undefined && failedAgoMs < FAILURE_COUNTS_MS) {
    return degraded('the last events could not be stored')
  }
  if (waiting >= mostWaiting / 2) return degraded(`${waiting} events wait for the disk`)
  return HEALTHY
}
