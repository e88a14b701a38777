import type { FoundUrl, WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import { KeyedQueue } from '../../../lib/concurrency/keyed-queue.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse } from '../../../net/guarded-client.ts'
import type { PageFetcher } from './page-fetcher.ts'
import type { StoredPages } from './canonical-duplicates.ts'
import type { CrawlParts } from './crawl-parts.ts'
import { LAST_TRY_DEPTH, withoutValidators } from './discover.ts'
import type { Frontier } from './frontier.ts'
import type { CrawlLimits } from './crawl-limits.ts'
import type { OpenSite } from './open-site.ts'
import type { HostThrottle } from './host-throttle.ts'
import { duplicateVisit, unansweredVisit, type VisitedUrl } from './visit-outcomes.ts'
import type { StepWriter, Visit } from './step-writer.ts'
import { readTexts } from './stored-texts.ts'
import { setWarning } from './tally.ts'
import {
  MAX_DEPTH,
  readPageAnswer,
  type VisitResult,
  type VisitContext,
} from './read-page-answer.ts'

const MAX_TRIES = 3
/** The most answers that are parsed at a time, as a multiple of the requests at a time. */
const READINGS = 8

/**
 * Removes what says that a page is unchanged, so that the next scan fetches and reads it again, since not all of its
 * links were taken.
 */
const withoutPageValidators = (page: Visit['page']): Visit['page'] =>
  page?.content && {
    ...page,
    content: { ...page.content, etag: null, lastModified: null, bodyHash: null },
  }

/**
 * True for a failure that is worth a retry in the same scan; a host that was silent for the whole time-out gets none.
 */
const isRetryable = ({ retryable, code }: FetchError): boolean => retryable && code !== 'TIMEOUT'

/** Visits the waiting addresses once: fetches them, has the answers parsed, and keeps to the limits of the scan. */
export class CrawlRun {
  readonly #parts: CrawlParts
  readonly #context: VisitContext
  readonly #writer: StepWriter
  readonly #frontier: Frontier
  readonly #throttle: HostThrottle
  readonly #fetcher: PageFetcher
  readonly #concurrency: number
  readonly #tries = new Map<number, number>()
  readonly #limits: CrawlLimits
  readonly #readings: KeyedQueue
  /**
   * The requests and answers that are under way, each of which may become a page. An address that waits for room among
   * them goes on when a limit is reached or an error occurred, too.
   */
  readonly #visits = new KeyedQueue({
    hasRoom: () => this.#hasRoom() || this.#error !== undefined || this.#isOver(),
  })
  #error: Error | undefined
  #first: OpenSite['first']

  constructor(
    parts: CrawlParts,
    limits: CrawlLimits,
    context: VisitContext,
    writer: StepWriter,
    frontier: Frontier,
    { robots, throttle, fetcher, first }: OpenSite,
  ) {
    this.#parts = parts
    this.#context = context
    this.#writer = writer
    this.#frontier = frontier
    this.#throttle = throttle
    this.#fetcher = fetcher
    this.#first = first
    this.#concurrency = robots.delayMs > 0 ? 1 : parts.settings.concurrency
    this.#readings = new KeyedQueue({ concurrency: this.#concurrency * READINGS })
    this.#limits = limits
  }

  /** Visits all waiting addresses, and then once more those that had to wait for others. */
  async all(): Promise<void> {
    const { pages } = this.#parts
    const { duplicates, scope } = this.#context
    const stored: StoredPages = {
      activeAmong: (urls) => pages.activeAmong(urls, scope.origin),
      textsAmong: (urls) => readTexts(pages, urls, scope.origin),
    }
    await this.#allThatWait()
    while (duplicates.hasUndecided) {
      if (this.#isOver()) return
      this.#frontier.again(await duplicates.decide(stored, this.#context.tally.pages))
      await this.#allThatWait()
    }
  }

  async #allThatWait(): Promise<void> {
    const workers = Array.from({ length: this.#concurrency }, () => this.#work())
    // All workers end before an error is thrown on: none may write after the job was given back.
    const ends = await Promise.allSettled(workers)
    await this.#readings.onIdle()
    await this.#writer.flush()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    this.#rethrow()
  }

  async #work(): Promise<void> {
    for (;;) {
      const item = await this.#frontier.next(this.#parts.signal, () => this.#writer.flush())
      if (!item) return
      const place = await this.#enter(item)
      // Addresses beyond a limit stay on the disk.
      if (!place) return this.#frontier.markDone()
      await this.#look(item, place)
    }
  }

  /** Waits for room for one more page and takes it; undefined where a limit of the scan is reached before. */
  async #enter(item: WaitingUrl): Promise<Disposable | undefined> {
    try {
      this.#rethrow()
      const place = await this.#visits.begin({ untilLeft: () => this.#parts.signal })
      if (!this.#error && !this.#isOver()) return place
      place[Symbol.dispose]()
      this.#rethrow()
      return undefined
    } catch (error) {
      this.#frontier.putBack(item)
      throw error
    }
  }

  #hasRoom(): boolean {
    return this.#writer.pages + this.#visits.running < this.#limits.maxPages
  }

  /** True where a limit of the scan is reached; it then also sets the warning of that limit. */
  #isOver(): boolean {
    const reached = this.#limits.reached(this.#writer.pages)
    if (reached) setWarning(this.#context.tally, reached, 1)
    return reached !== undefined
  }

  #leave(place: Disposable): void {
    place[Symbol.dispose]()
    // No other visit is left that could share the transaction, and what is written may lead to further addresses.
    if (this.#visits.running === 0 && this.#frontier.isWaitedFor) this.#writer.start()
  }

  /**
   * Fetches an address, and resolves when the parsing of its answer has begun, so that the next one is fetched
   * meanwhile.
   */
  async #look(item: WaitingUrl, place: Disposable): Promise<void> {
    const read = await this.#ask(item).catch((error: unknown) => {
      this.#frontier.putBack(item)
      this.#leave(place)
      throw error
    })
    if (!read) return this.#leave(place)
    // The next page is fetched when this one has its turn to be parsed.
    await new Promise<void>((begun, fail) => {
      const reading = this.#readings.run(() => {
        begun()
        return this.#read(item, read, place)
      })
      reading.catch(fail)
    })
    this.#rethrow()
  }

  /** Parses an answer and has the visit stored. An error is kept, and thrown by the next request. */
  async #read(
    item: WaitingUrl,
    read: () => VisitResult | Promise<VisitResult>,
    place: Disposable,
  ): Promise<void> {
    try {
      const visit = await read()
      if (item.seq === 1 && visit.as !== 'fetched') this.#noteStart(visit)
      const found = this.#taken(visit.found ?? [])
      if (visit.waitsFor) return await this.#postpone(item, visit.waitsFor, found)
      const isLost = visit.as === 'failed' && !visit.page && item.depth !== LAST_TRY_DEPTH
      // The depth of links is limited as well.
      const page = item.depth >= MAX_DEPTH ? withoutPageValidators(visit.page) : visit.page
      await this.#writer.add({ ...visit, found, isLost, ...(page && { page }) })
    } catch (error) {
      this.#error ??= error instanceof Error ? error : new Error(String(error))
      this.#frontier.putBack(item)
    } finally {
      this.#leave(place)
    }
  }

  /** Keeps an address that waits for others until these were visited; on the disk it stays a waiting one. */
  async #postpone(
    item: WaitingUrl,
    waitsFor: NonNullable<VisitResult['waitsFor']>,
    found: readonly FoundUrl[],
  ): Promise<void> {
    const { duplicates, scope } = this.#context
    if (found.length > 0) await this.#writer.find(found, 'fetch')
    duplicates.postpone({ item, url: scope.resolve(item.url)?.url ?? item.url, ...waitsFor })
    this.#frontier.markDone()
  }

  /** Returns the links that there is room for. Where there is not enough, the tally says so for the next scan. */
  #taken(found: readonly FoundUrl[]): readonly FoundUrl[] {
    const room = this.#limits.room(this.#writer.discovered)
    if (found.length <= room) return found
    this.#context.tally.isCut = true
    return found.slice(0, room)
  }

  #rethrow(): void {
    if (this.#error) throw this.#error
  }

  /** Notes the first warning of the start page, which explains best why a scan finds nothing. */
  #noteStart({ warnings = [] }: Visit): void {
    this.#context.tally.startError ??= warnings[0] ?? null
  }

  #noteStatus(item: WaitingUrl, status: number): void {
    this.#noteTrouble(item, status >= 500 || status === 408 || status === 429)
  }

  #noteTrouble({ seq }: WaitingUrl, mayPass: boolean): void {
    if (seq === 1) this.#context.tally.mayStartRecover = mayPass
  }

  /**
   * Requests an address and returns a function that parses the answer; undefined when the address was put back, to be
   * requested once more later.
   */
  async #ask(item: WaitingUrl): Promise<(() => VisitResult | Promise<VisitResult>) | undefined> {
    const place = this.#context.scope.resolve(item.url)
    if (!place) return () => ({ seq: item.seq, as: 'skipped' })
    const { tally, scope } = this.#context
    // A start page that is not wanted is asked for its links alone.
    const isUnread = tally.readsAnew || !scope.wants(place.path)
    const visited: VisitedUrl = {
      item: isUnread ? { ...item, known: withoutValidators(item.known) } : item,
      place,
    }
    const original = this.#context.duplicates.targetOf(place.url)
    if (original !== undefined) return () => duplicateVisit(visited, original)
    this.#limits.countRequest()
    try {
      const answer = await this.#fetch(visited)
      this.#noteStatus(item, answer.status)
      if (this.#asksForPause(item, answer)) return undefined
      return () => readPageAnswer(this.#context, visited, answer)
    } catch (error) {
      this.#parts.signal.throwIfAborted()
      if (!(error instanceof FetchError)) throw error
      this.#noteTrouble(item, error.retryable)
      if (isRetryable(error) && this.#mayTryAgain(item)) return undefined
      return () => unansweredVisit(visited, error)
    }
  }

  async #fetch({ place, item: { known } }: VisitedUrl): Promise<FetchResponse> {
    const first = this.#first
    if (first?.path === place.path) {
      this.#first = undefined
      return first.take()
    }
    const { answer } = await this.#fetcher.fetch(place, known)
    return answer
  }

  #asksForPause(item: WaitingUrl, { status, headers }: FetchResponse): boolean {
    if (status !== 429 && status !== 503) return false
    this.#throttle.pause(headers['retry-after'], this.#parts.now())
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
