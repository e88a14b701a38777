import { MINUTE_MS } from '../../../lib/time/clock.ts'
import type { Wait } from '../../../lib/time/wait.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import type { JobHandler } from '../../../queue/job-handler.ts'
import { EngineGates } from './engine-gate.ts'
import type { RunParts } from './run-handler.ts'

export { CITATION_QUEUE } from './queue-run.ts'

interface JobParts {
  app: AppContext
  askable: RunParts['askable']
  wait: Wait
  tellsOfFake: boolean
}

/**
 * Makes the handler of jobs that ask engines the checks of runs. A run that was cut short goes on with the checks that
 * are not stored yet.
 */
export function citationJobs({ app, askable, wait, tellsOfFake }: JobParts): JobHandler {
  const { elapsed, log } = app
  const gates = new EngineGates({ elapsed, wait })
  const patience = {
    elapsed,
    wait,
    random: Math.random,
    unexpected: (error: unknown) => log.warn({ err: error }, 'an engine failed unexpectedly'),
  }
  // The code that reads answers is loaded with the first job, so that a start of the service does not wait for it.
  const parts = async (): Promise<RunParts> => {
    const { answerReader: readerFor } = await import('../../../domain/citations/answer-reader.ts')
    return { app, askable, readerFor, patience, gates, tellsOfFake }
  }
  return {
    // Jobs wait for engines nearly all the time.
    concurrency: 8,
    // A slow engine may hold up an organization with many sites; this bound keeps the runs of other organizations
    // going.
    concurrencyOfGroup: 2,
    leaseMs: MINUTE_MS,
    maxAttempts: 3,
    backoffMs: (attempt) => attempt * MINUTE_MS,
    run: async (running) => (await import('./run-handler.ts')).runCitations(await parts(), running),
    buried: async (job, bury) =>
      (await import('./run-handler.ts')).buryRun(await parts(), job, bury),
  }
}
