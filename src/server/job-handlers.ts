import { RECOVERY_QUEUE } from '../../db/webhooks/recover-events.ts'
import { CITATION_ROUND_QUEUE, citationRounds } from '../features/citations/runs/round-jobs.ts'
import { CITATION_QUEUE, citationJobs } from '../features/citations/runs/run-jobs.ts'
import { SCAN_QUEUE, scanJobs, scheduleJobs } from '../features/scans/scan-jobs.ts'
import { SCHEDULE_QUEUE } from '../features/scans/schedule-job.ts'
import { recoveries } from '../features/webhooks/recoveries.ts'
import type { AppContext } from '../kernel/door/app-context.ts'
import type { Logger } from '../lib/logger.ts'
import { HOUR_MS } from '../lib/time/clock.ts'
import { systemWait, type Wait } from '../lib/time/wait.ts'
import type { Config } from './config.ts'
import type { OutboundClients } from './outbound-clients.ts'
import { userAgentOf } from './scoring.ts'
import type { readBodies } from './tasks.ts'

const MAX_SCAN_MS = 6 * HOUR_MS

interface JobServices {
  config: Config
  context: AppContext
  outbound: OutboundClients
  log: Logger
  /** Waits between questions to an engine; by default by the system's timer. */
  wait?: Wait | undefined
}

/** Makes the handlers that run the jobs, by the name of their queue. */
export const jobHandlers = (parts: JobServices) => ({
  [SCHEDULE_QUEUE]: scheduleJobs(parts.context),
  [SCAN_QUEUE]: scans(parts),
  [CITATION_ROUND_QUEUE]: citationRounds(parts.context),
  [CITATION_QUEUE]: citations(parts),
  [RECOVERY_QUEUE]: recoveries(parts.context),
})

const scans = ({ config, context, outbound, log }: JobServices) =>
  scanJobs({
    app: context,
    client: () => outbound.client(),
    readBodies: (bodies) => context.inThread<typeof readBodies>('readBodies', bodies),
    unreadable: (error) => log.warn({ err: error }, 'a page could not be read'),
    // Rules and prompts are large, and a server that scans nothing starts without them.
    exclusions: async (site) => (await import('../features/rules/index.ts')).scanExclusions(site),
    placeSelector: async ({ row }) =>
      (await import('../features/widget/face.ts')).widgetSettingsOf(row).placement.selector,
    analysePages: async (...pages) =>
      (await import('../features/prompts/index.ts')).analyseSite(context, ...pages),
    applyExclusions: async (...pages) =>
      (await import('../features/rules/index.ts')).applyExclusions(...pages),
    writePrompts: async (...run) =>
      (await import('../features/prompts/index.ts')).generateForSite(context, ...run),
    settings: {
      userAgent: userAgentOf(config),
      concurrency: config.scanConcurrency,
      timeoutMs: config.scanTimeoutMs,
      maxDurationMs: MAX_SCAN_MS,
    },
  })

const citations = ({ context, wait = systemWait }: JobServices) =>
  citationJobs({
    app: context,
    // The code that asks engines is large, and a server that asks no engine starts without it.
    askable: async (...asked) =>
      (await import('../features/citations/engines/askable-engines.ts')).askableEngines(
        context,
        ...asked,
      ),
    wait,
    tellsOfFake: context.engines.operator.tellsOfFake,
  })
