import type { ScanStore } from '../../../../db/scans/scan-store.ts'
import type { ScanRow, WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import type { Clock } from '../../../core/clock.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../../net/guarded-client.ts'
import { Frontier } from './frontier.ts'
import { MetUrls } from './met-urls.ts'
import { Pace } from './pace.ts'
import { readRobots, type SiteRobots } from './read-robots.ts'
import { readSitemaps } from './read-sitemaps.ts'
import type { Scope } from './scope.ts'
import { StepWriter, type Visit } from './step-writer.ts'
import { setWarning, type Tally } from './tally.ts'
import { foundAt, readAnswer, readFailure, type VisitContext, type Visited } from './visit-page.ts'

export interface CrawlSettings {
  userAgent: string
  /** Requests to the host at a time. */
  concurrency: number
  /** Of one request, with its connection and body. */
  timeoutMs: number
  maxPages: number
  /** Of the whole scan. */
  maxDurationMs: number
}

export interface CrawlParts {
  client: GuardedClient
  store: ScanStore
  readBody: VisitContext['readBody']
  isExcluded: VisitContext['isExcluded']
  settings: CrawlSettings
  now: Clock
  newPageId: () => string
  changed: () => void
  progressed: () => Promise<void>
  signal: AbortSignal
}

const MAX_BYTES = 2 * 1024 * 1024
const MAX_TRIES = 3
/** Addresses on disk for each page that may be stored: a calendar without end must not fill it. */
const URLS_PER_PAGE = 10
/** Answers that wait to be read, for each request at a time. */
const READINGS = 8

/** Looks at every address of a site that it finds, and writes down what it learned. A second run goes on where the first stopped. */
export async function crawl(
  parts: CrawlParts,
  scan: ScanRow,
  scope: Scope,
  tally: Tally,
  startUrl: string,
): Promise<void> {
  const { store, client, settings, signal } = parts
  const options = { timeoutMs: settings.timeoutMs, signal, userAgent: settings.userAgent }
  const robots = await readRobots(client, scope.origin, options, tally)
  const context: VisitContext = {
    scope,
    tally,
    met: new MetUrls(),
    mayFetch: (path) => robots.mayFetch(path),
    isExcluded: parts.isExcluded,
    readBody: parts.readBody,
  }
  // Where the run before it stopped at a limit and died, this one may get further.
  setWarning(tally, 'TIME_LIMIT', 0)
  const frontier = new Frontier(store, scan.num, scope.origin)
  const writer = new StepWriter({ ...parts, tally, settled: () => frontier.settled() }, scan)
  if (scan.phase === 'discover') {
    // What a run before it counted of the sitemaps, it counts again.
    setWarning(tally, 'SITEMAP_UNREADABLE', 0)
    const start = scope.resolve(startUrl)
    if (start) await writer.find([foundAt(context, start, 0)], 'discover')
    await readSitemaps({ ...parts, context, writer, options }, robots.sitemaps)
    await findLeft(store, scan.num, context, writer)
    await findKnown(store, context, writer)
    await writer.find([], 'fetch')
  }
  const run = new Crawl(parts, scan.num, context, writer, frontier, robots)
  await run.all()
}

/** Depth of an address that failed in the scan before: once more, and it is forgotten. */
const LAST_TRY = -1

/** What the scan before left may be wanted by now; what failed is asked for once more. */
async function findLeft(
  store: ScanStore,
  scanNum: number,
  context: VisitContext,
  writer: StepWriter,
) {
  const found = (await store.leftUrls(scanNum)).flatMap(({ url, hasFailed }) => {
    const place = context.scope.resolve(url)
    return place ? [foundAt(context, place, hasFailed ? LAST_TRY : 0)] : []
  })
  if (found.length > 0) await writer.find(found, 'discover')
}

const KNOWN_STEP = 500

/** The pages of earlier scans: one that did not change is not read again, so its links would be lost. */
async function findKnown(store: ScanStore, context: VisitContext, writer: StepWriter) {
  for (let after = 0; ;) {
    const pages = await store.knownUrls(after, KNOWN_STEP)
    const found = pages.flatMap(({ url }) => {
      const place = context.scope.resolve(url)
      return place ? [foundAt(context, place, 0)] : []
    })
    if (found.length > 0) await writer.find(found, 'discover')
    const last = pages.at(-1)
    if (!last || pages.length < KNOWN_STEP) return
    after = last.num
  }
}

/** A host that was silent for the whole time allowed is not asked again in the same scan. */
const isWorthAnother = ({ retryable, code }: FetchError): boolean => retryable && code !== 'TIMEOUT'

class Crawl {
  readonly #parts: CrawlParts
  readonly #context: VisitContext
  readonly #writer: StepWriter
  readonly #frontier: Frontier
  readonly #pace: Pace
  readonly #concurrency: number
  readonly #tries = new Map<number, number>()
  readonly #startedAt: number
  readonly #scanNum: number
  readonly #readings = new Set<Promise<void>>()
  readonly #waitingForRoom: (() => void)[] = []
  #error: Error | undefined

  constructor(
    parts: CrawlParts,
    scanNum: number,
    context: VisitContext,
    writer: StepWriter,
    frontier: Frontier,
    robots: SiteRobots,
  ) {
    this.#parts = parts
    this.#context = context
    this.#writer = writer
    this.#frontier = frontier
    this.#pace = new Pace(robots.delayMs)
    this.#concurrency = robots.delayMs > 0 ? 1 : parts.settings.concurrency
    this.#startedAt = parts.now()
    this.#scanNum = scanNum
  }

  async all(): Promise<void> {
    const workers = Array.from({ length: this.#concurrency }, () => this.#work())
    // Every worker ends before an error goes on: none may write after the job was given back.
    const ends = await Promise.allSettled(workers)
    await Promise.all(this.#readings)
    await this.#writer.flush()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    this.#rethrow()
  }

  async #work(): Promise<void> {
    const { signal, store } = this.#parts
    while (!(await this.#isOver())) {
      const item = await this.#frontier.next(signal, () => this.#writer.flush())
      if (!item) return
      if (await store.isCanceled(this.#scanNum)) return this.#frontier.settled()
      await this.#look(item)
    }
  }

  /** Whether a bound of the scan is reached; what waits is left. */
  async #isOver(): Promise<boolean> {
    const { settings, now } = this.#parts
    const { tally } = this.#context
    // What is being read may be the last page that is wanted.
    if (this.#writer.pages + this.#readings.size >= settings.maxPages) {
      await Promise.all(this.#readings)
    }
    if (this.#writer.pages >= settings.maxPages) {
      setWarning(tally, 'PAGE_LIMIT', 1)
      return true
    }
    if (now() - this.#startedAt >= settings.maxDurationMs) {
      setWarning(tally, 'TIME_LIMIT', 1)
      return true
    }
    return false
  }

  /** Asks for a page, and leaves what was answered to be read while the next one is asked for. */
  async #look(item: WaitingUrl): Promise<void> {
    const read = await this.#ask(item).catch((error: unknown) => {
      this.#frontier.putBack(item)
      throw error
    })
    if (!read) return
    const reading = this.#read(item, read).finally(() => {
      this.#readings.delete(reading)
      this.#waitingForRoom.shift()?.()
    })
    this.#readings.add(reading)
    if (this.#readings.size >= this.#concurrency * READINGS) {
      await new Promise<void>((resolve) => this.#waitingForRoom.push(resolve))
    }
    this.#rethrow()
  }

  /** Whoever asks next hears of an error. */
  async #read(item: WaitingUrl, read: () => Visit | Promise<Visit>): Promise<void> {
    try {
      const visit = await read()
      if (item.seq === 1 && visit.as !== 'fetched') this.#noteStart(visit)
      const room = this.#parts.settings.maxPages * URLS_PER_PAGE - this.#writer.discovered
      const found = visit.found?.slice(0, Math.max(0, room)) ?? []
      const isLost = visit.as === 'failed' && !visit.page && item.depth !== LAST_TRY
      await this.#writer.add({ ...visit, found, isLost })
    } catch (error) {
      this.#error ??= error instanceof Error ? error : new Error(String(error))
      this.#frontier.putBack(item)
    }
  }

  #rethrow(): void {
    if (this.#error) throw this.#error
  }

  /** How the start page ended says most where a scan finds nothing. */
  #noteStart({ warnings = [] }: Visit): void {
    this.#context.tally.startError ??= warnings[0] ?? null
  }

  /** What reads the answer; undefined when the address was put back, to be asked once more later. */
  async #ask(item: WaitingUrl): Promise<(() => Visit | Promise<Visit>) | undefined> {
    const place = this.#context.scope.resolve(item.url)
    if (!place) return () => ({ seq: item.seq, as: 'skipped' })
    const visited: Visited = { item, place }
    await this.#pace.enter(this.#parts.signal)
    try {
      const answer = await this.#fetch(visited)
      if (this.#asksForPause(item, answer)) return undefined
      return () => readAnswer(this.#context, visited, answer)
    } catch (error) {
      this.#parts.signal.throwIfAborted()
      if (!(error instanceof FetchError)) throw error
      if (isWorthAnother(error) && this.#mayTryAgain(item)) return undefined
      return () => readFailure(visited, error)
    }
  }

  #fetch({ place, item: { known } }: Visited): Promise<FetchResponse> {
    const { client, settings, signal } = this.#parts
    return client.request(place.url, {
      headers: {
        'user-agent': settings.userAgent,
        accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
        ...(known?.etag && { 'if-none-match': known.etag }),
        ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
      },
      timeoutMs: settings.timeoutMs,
      maxBytes: MAX_BYTES,
      signal,
    })
  }

  #asksForPause(item: WaitingUrl, { status, headers }: FetchResponse): boolean {
    if (status !== 429 && status !== 503) return false
    this.#pace.pause(headers['retry-after'], this.#parts.now())
    return this.#mayTryAgain(item)
  }

  #mayTryAgain(item: WaitingUrl): boolean {
    const tries = (this.#tries.get(item.seq) ?? 0) + 1
    if (tries >= MAX_TRIES) return false
    this.#tries.set(item.seq, tries)
    this.#frontier.putBack(item)
    return true
  }
}
