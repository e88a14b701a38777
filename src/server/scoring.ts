import type { Observation } from '../domain/ai-score/observation.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Config } from './config.ts'
import { parseAllowedNetworks } from '../net/address-policy.ts'
import type { UrlPolicy } from '../net/url-policy.ts'
import { OutboundClients } from './outbound-clients.ts'
import { WorkerPool } from '../queue/worker-pool.ts'

/**
 * The modules with the tasks of a thread. The bundle has one next to it; from sources, another loads TypeScript first.
 */
export const TASKS = {
  module: new URL('./tasks.js', import.meta.url),
  source: new URL('./tasks-from-source.js', import.meta.url),
}

export const outboundPolicy = (config: Config): UrlPolicy => ({
  schemes: 'any',
  ports: 'service',
  allowed: parseAllowedNetworks(config.allowPrivateNetworks),
})

export const userAgentOf = ({ publicUrl }: Config): string =>
  `CitableBot/1.0${publicUrl === undefined ? '' : ` (+${publicUrl})`}`

/** Makes the parts that read the answers to a score's requests. */
export const scoringParts = (config: Config, threads: WorkerPool, log: Logger) => ({
  userAgent: userAgentOf(config),
  inThread: threads.run.bind(threads),
  unreadable: (error: unknown) => log.warn({ err: error }, 'an answer could not be read'),
})

export interface Scoring extends AsyncDisposable {
  /** Fetches and reads one page. Throws FetchError where the page has no answer. */
  observe(url: string): Promise<Observation>
}

/** Makes what scores pages without the rest of the service: nothing is stored, so there need be no database. */
export function openScoring(config: Config, now: Clock, log: Logger): Scoring {
  const threads = new WorkerPool(TASKS)
  const outbound = new OutboundClients(outboundPolicy(config))
  const parts = scoringParts(config, threads, log)
  return {
    observe: (url) => outbound.observe({ url, audience: 'known' }, { ...parts, nowMs: now() }),
    async [Symbol.asyncDispose]() {
      await outbound[Symbol.asyncDispose]()
      await threads[Symbol.asyncDispose]()
    },
  }
}
