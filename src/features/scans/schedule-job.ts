import type { NewJob } from '../../../db/jobs/job-store.ts'

/** The queue of jobs that start scans by a schedule; of the jobs of a site, the one with its `next_scan_at` counts. */
export const SCHEDULE_QUEUE = 'schedule'

/**
 * Makes the job that starts the scan of one round. The job does nothing unless `dueAt` is still the site's
 * `next_scan_at`, so a schedule is changed, turned off or deleted by changing the site alone.
 */
export const scheduleJob = (
  id: string,
  { orgId, siteId, dueAt }: { orgId: string; siteId: string; dueAt: number },
): NewJob => ({
  id,
  queue: SCHEDULE_QUEUE,
  runAt: dueAt,
  payload: JSON.stringify({ orgId, siteId, dueAt }),
  dedupeKey: `${siteId} ${dueAt}`,
})
