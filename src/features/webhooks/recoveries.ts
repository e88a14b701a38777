import type { AppContext } from '../../kernel/door/app-context.ts'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import type { JobHandler } from '../../queue/job-handler.ts'

/**
 * Runs the jobs that queue events again, one step for each job. The events of a step, its end and the job of the next
 * step are one transaction, so a crash loses no event and queues none twice.
 */
export const recoveries = (app: Pick<AppContext, 'newId' | 'now' | 'tenant'>): JobHandler => ({
  concurrency: 1,
  leaseMs: MINUTE_MS,
  maxAttempts: 5,
  backoffMs: (attempt) => attempt * MINUTE_MS,
  run: async (running) => (await import('./run-recovery.ts')).runRecovery(app, running),
  // The log says why a recovery was given up; a person can ask again for the events that it did not reach.
  buried: async () => {},
})
