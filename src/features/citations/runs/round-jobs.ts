import { FURTHEST_RUN_MS } from '../../../domain/citations/run-schedule.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { MINUTE_MS } from '../../../lib/time/clock.ts'
import type { JobHandler } from '../../../queue/job-handler.ts'

export { CITATION_ROUND_QUEUE } from './round-job.ts'

/**
 * Makes the handler of the jobs that start the runs of schedules. One transaction has the run, the time of the next
 * round, the job that starts it, and the end of the job that ran, so no crash loses or doubles a round. One round makes
 * up for all that were missed meanwhile.
 */
export const citationRounds = (app: AppContext): JobHandler => ({
  concurrency: 1,
  leaseMs: MINUTE_MS,
  plannedAheadMs: FURTHEST_RUN_MS,
  maxAttempts: 5,
  backoffMs: (attempt) => attempt * MINUTE_MS,
  run: async (running) => (await import('./round-handler.ts')).runCitationRound(app, running),
  buried: async (job, bury) =>
    (await import('./round-handler.ts')).skipCitationRound(app, job, bury),
})
