import type { NewJob } from '../../../../db/jobs/job-store.ts'

/** The queue whose jobs start the runs of schedules; each site has one job that counts. */
export const CITATION_ROUND_QUEUE = 'citation_rounds'

/**
 * Makes the job that starts the run of one round. The job does nothing unless `dueAt` is still the site's
 * `next_citation_run_at`, so a schedule is changed, turned off or deleted by changing the site alone.
 */
export const citationRoundJob = (
  id: string,
  { orgId, siteId, dueAt }: { orgId: string; siteId: string; dueAt: number },
): NewJob => ({
  id,
  queue: CITATION_ROUND_QUEUE,
  runAt: dueAt,
  payload: JSON.stringify({ orgId, siteId, dueAt }),
  dedupeKey: `${siteId} ${dueAt}`,
})
