import type { EventSinkState } from '../../db/ingest/event-sink.ts'
import { degraded, HEALTHY, type PartHealth } from '../kernel/ports/health.ts'
import { MINUTE_MS } from '../lib/time/clock.ts'

const MIB = 1_048_576
/** The log alone may grow to 64 MiB before it is copied back, and a backup takes what the data takes. */
export const LOW_DISK_BYTES = 256 * MIB
/** A job that is due is taken up within a second where there is room; scans may keep others waiting. */
const LATE_JOB_MS = 15 * MINUTE_MS
/** Without a new event nothing is tried again, so an old failure says nothing of this moment. */
const FAILURE_COUNTS_MS = 5 * MINUTE_MS

/** Judges the free space of the file system with the data. */
export function diskHealth({ bavail, bsize }: { bavail: number; bsize: number }): PartHealth {
  const freeBytes = bavail * bsize
  if (freeBytes >= LOW_DISK_BYTES) return HEALTHY
  return degraded(`${Math.floor(freeBytes / MIB)} MiB are free where the data is`)
}

/** Judges how long the oldest job waits; times are epoch ms. */
export function queueHealth(oldestAt: number | undefined, nowMs: number): PartHealth {
  const lateMs = nowMs - (oldestAt ?? nowMs)
  if (lateMs < LATE_JOB_MS) return HEALTHY
  return degraded(`the oldest job has waited for ${Math.floor(lateMs / MINUTE_MS)} minutes`)
}

type IngestState = Pick<EventSinkState, 'waiting' | 'mostWaiting' | 'failedAgoMs'>

/** Judges the way of events to the disk. */
export function ingestHealth({ waiting, mostWaiting, failedAgoMs }: IngestState): PartHealth {
  if (failedAgoMs !== undefined && failedAgoMs < FAILURE_COUNTS_MS) {
    return degraded('the last events could not be stored')
  }
  if (waiting >= mostWaiting / 2) return degraded(`${waiting} events wait for the disk`)
  return HEALTHY
}
