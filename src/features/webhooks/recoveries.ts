import type { AppContext } from '../../kernel/door/app-context.ts'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import type { JobHandler } from '../../queue/job-handler.ts'

/**
 * Queues events again, a step a job: what it queued, its end and the job of the next step are one transaction, so a crash
 * loses no event and queues none twice.
 */
export const recoveries = (app: Pick<AppContext, 'newId' | 'now' | 'tenant'>): JobHandler => ({
  concurrency: 1,
  leaseMs: MINUTE_MS,
  maxAttempts: 5,
  backoffMs: (attempt) => attempt * MINUTE_MS,
  run: async (running) => (await import('./run-recovery.ts')).runRecovery(app, running),
  // What it did not reach can be asked for again; the log has why.
  buried: async () => {},
})
