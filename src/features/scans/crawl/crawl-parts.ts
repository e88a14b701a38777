import type { PageStateStore } from '../../../../db/scans/page-state-store.ts'
import type { ScanStore } from '../../../../db/scans/scan-store.ts'
import type { Clock, MonotonicClock } from '../../../lib/time/clock.ts'
import type { GuardedClient } from '../../../net/guarded-client.ts'
import type { VisitContext } from './read-page-answer.ts'

export interface CrawlSettings {
  userAgent: string
  /** The most requests to the host at a time. */
  concurrency: number
  /** The time in ms for one request, with its connection and body. */
  timeoutMs: number
  maxPages: number
  /** The time in ms for the whole scan. */
  maxDurationMs: number
}

export interface CrawlParts {
  client: GuardedClient
  store: ScanStore
  pages: PageStateStore
  readBody: VisitContext['readBody']
  isExcluded: VisitContext['isExcluded']
  placeSelector: VisitContext['placeSelector']
  settings: CrawlSettings
  now: Clock
  elapsed: MonotonicClock
  newPageId: () => string
  changed: () => void
  progressed: () => Promise<void>
  signal: AbortSignal
}
