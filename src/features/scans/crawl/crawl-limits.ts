import type { Clock, MonotonicClock } from '../../../lib/time/clock.ts'
import type { ScanWarning } from './tally.ts'

/**
 * The number of addresses that may be stored, and of requests, for each page that may be stored, so that an endless
 * calendar cannot fill the disk.
 */
const URLS_PER_PAGE = 10
/** The least time in ms that a resumed run has, however late it is, so that it makes progress. */
const MIN_RUN_MS = 60_000

/** The limits of one run of a scan, on pages, addresses, requests and time. */
export class CrawlLimits {
  readonly maxPages: number
  readonly #maxUrls: number
  readonly #endsAt: number
  readonly #elapsed: MonotonicClock
  #requests: number

  constructor(
    settings: { maxPages: number; maxDurationMs: number },
    scan: { started_at: number | null; fetched: number; failed: number },
    { now, elapsed }: { now: Clock; elapsed: MonotonicClock },
  ) {
    const ranMs = now() - (scan.started_at ?? now())
    const leftMs = Math.max(settings.maxDurationMs - Math.max(0, ranMs), MIN_RUN_MS)
    this.maxPages = settings.maxPages
    this.#maxUrls = settings.maxPages * URLS_PER_PAGE
    this.#endsAt = elapsed() + leftMs
    this.#elapsed = elapsed
    this.#requests = scan.fetched + scan.failed
  }

  /** Returns how many more addresses may be stored, after `discovered` addresses. */
  room(discovered: number): number {
    return Math.max(0, this.#maxUrls - discovered)
  }

  get isLate(): boolean {
    return this.#elapsed() >= this.#endsAt
  }

  countRequest(): void {
    this.#requests += 1
  }

  /** Returns the limit that keeps a scan with this many pages from visiting another address; undefined where it may. */
  reached(pages: number): ScanWarning | undefined {
    if (pages >= this.maxPages || this.#requests >= this.#maxUrls) return 'PAGE_LIMIT'
    return this.isLate ? 'TIME_LIMIT' : undefined
  }
}
