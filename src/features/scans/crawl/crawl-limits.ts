import type { Clock, MonotonicClock } from '../../../lib/time/clock.ts'
import type { ScanWarning } from './tally.ts'

/** Addresses on disk, and requests, for each page that may be stored, so that an endless calendar cannot fill it. */
const URLS_PER_PAGE = 10
/** A resumed run has at least this time, however late it is, so that it makes progress. */
const MIN_RUN_MS = 60_000

/** The bounds of one scan, however much its site offers. */
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

  /** Returns how many more addresses may be stored. */
  room(discovered: number): number {
    return Math.max(0, this.#maxUrls - discovered)
  }

  get isLate(): boolean {
    return this.#elapsed() >= this.#endsAt
  }

  countRequest(): void {
    this.#requests += 1
  }

  /** Names the limit that keeps a scan with this many pages from visiting another address. */
  reached(pages: number): ScanWarning | undefined {
    if (pages >= this.maxPages || this.#requests >= this.#maxUrls) return 'PAGE_LIMIT'
    return this.isLate ? 'TIME_LIMIT' : undefined
  }
}
