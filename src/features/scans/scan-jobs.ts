import type { AppContext } from '../../kernel/door/app-context.ts'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import { FURTHEST_ROUND_MS } from '../../domain/scans/scan-schedule.ts'
import type { JobHandler } from '../../queue/job-handler.ts'
import type { ScanParts } from './scan-handler.ts'

export { SCAN_QUEUE } from './queue-scan.ts'

// The handlers are loaded with their first job, so that a start does not wait for them.

/** Runs the jobs of scans. A scan that was cut short goes on from the last step on the disk. */
export const scanJobs = (parts: ScanParts): JobHandler => ({
  concurrency: 2,
  leaseMs: MINUTE_MS,
  maxAttempts: 3,
  backoffMs: (attempt) => attempt * MINUTE_MS,
  run: async (running) => (await import('./scan-handler.ts')).runScan(parts, running),
  buried: async (job, bury) => (await import('./scan-handler.ts')).buryScan(parts, job, bury),
})

/**
 * Runs the jobs that start scans by a schedule. The scan, the time of the next round and the job of that round are one
 * transaction with the end of the job that ran, so no crash loses or doubles a round. One scan makes up for all rounds
 * that were missed meanwhile.
 */
export const scheduleJobs = (app: AppContext): JobHandler => ({
  concurrency: 1,
  leaseMs: MINUTE_MS,
  plannedAheadMs: FURTHEST_ROUND_MS,
  maxAttempts: 5,
  backoffMs: (attempt) => attempt * MINUTE_MS,
  run: async (running) => (await import('./schedule-handler.ts')).runRound(app, running),
  buried: async (job, bury) => (await import('./schedule-handler.ts')).skipRound(app, job, bury),
})
