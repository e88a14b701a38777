import { pipeline, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { FoundUrl } from '../../../../db/scans/scan-rows.ts'
import { cleanLine } from '../../../domain/html/text.ts'
import { SitemapReader, type SitemapEntry } from '../../../domain/sitemap/sitemap-reader.ts'
import { TextPieces } from '../../../lib/text/encoding/decode-text.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import type { GuardedClient } from '../../../net/guarded-client.ts'
import { peekFirst } from '../../../net/stream-body.ts'
import type { HostThrottle } from './host-throttle.ts'
import type { SiteRobots } from './read-robots.ts'
import { setExamples, type ScanTally, type ScanWarning } from './tally.ts'
import { toFoundUrl, type VisitContext } from './read-page-answer.ts'

const USUAL = '/sitemap.xml'
const MAX_BYTES = 50 * 1024 * 1024
const MAX_FILES = 200
const MAX_URLS = 200_000
const MAX_REDIRECTS = 5
/** The most addresses that one transaction stores. */
const STEP = 2_000
const GZIP = [0x1f, 0x8b]

export interface SitemapParts {
  client: GuardedClient
  context: VisitContext
  throttle: HostThrottle
  now: Clock
  options: { timeoutMs: number; signal: AbortSignal; userAgent: string }
  /** True where the time of the scan is over. */
  isOver: () => boolean
  /** Stores addresses; false where there is no room for more. */
  find: (found: readonly FoundUrl[]) => Promise<boolean>
}

/**
 * Reads sitemaps and the sitemaps that these name: those in robots.txt, or the one at the usual place where robots.txt
 * names none or those that it names have no addresses.
 */
export async function readSitemaps(
  parts: SitemapParts,
  robots: Pick<SiteRobots, 'sitemaps' | 'mayFetch'>,
): Promise<void> {
  const usual = robots.mayFetch(USUAL) ? `${parts.context.scope.origin}${USUAL}` : undefined
  // Sitemaps that robots.txt names may be fetched, even where its rules forbid their paths.
  const queue = new SitemapQueue(robots.sitemaps, parts.context.tally)
  let urls = 0
  for (let file = 0; file < MAX_FILES && urls < MAX_URLS; file += 1) {
    const url = queue.next(usual)
    if (url === undefined || parts.isOver()) return
    const reading = new FileReading(parts)
    const isRead = await readFile(parts, url, reading)
    queue.note(url, isRead, reading)
    urls += reading.urls
    if (reading.isFull) return
  }
}

/** The most characters of a sitemap's address that a warning shows. */
const MAX_NAMED = 500

/** The sitemaps to read, each once, with those that could not be read and those that were empty. */
class SitemapQueue {
  readonly #tally: ScanTally
  readonly #seen: Set<string>
  readonly #waiting: string[]
  readonly #unread: string[] = []
  readonly #empty: string[] = []
  #at = 0
  #guessed: string | undefined
  #tellsAny = false

  constructor(named: readonly string[], tally: ScanTally) {
    this.#seen = new Set(named)
    this.#waiting = [...this.#seen]
    this.#tally = tally
  }

  /**
   * Returns the next sitemap to read: that at the usual place once all others turned out to have no addresses;
   * undefined after the last.
   */
  next(usual: string | undefined): string | undefined {
    const isLast = this.#at >= this.#waiting.length
    if (isLast && !this.#tellsAny && usual !== undefined && !this.#seen.has(usual)) {
      this.#guessed = usual
      this.#add(usual)
    }
    const url = this.#waiting[this.#at]
    this.#at += 1
    return url
  }

  /**
   * Queues the sitemaps that a sitemap names, and warns where it is empty or could not be read. No warning says that
   * the usual one is missing, where no file names it.
   */
  note(url: string, isRead: boolean, { sitemaps, urls }: FileReading): void {
    if (urls > 0) this.#tellsAny = true
    for (const one of sitemaps) this.#add(one)
    if (!isRead && url !== this.#guessed) this.#warn('SITEMAP_UNREADABLE', this.#unread, url)
    if (isRead && urls + sitemaps.length === 0) this.#warn('SITEMAP_EMPTY', this.#empty, url)
  }

  #warn(warning: ScanWarning, about: string[], url: string): void {
    about.push(cleanLine(url, MAX_NAMED))
    setExamples(this.#tally, warning, { count: about.length, examples: about })
  }

  #add(url: string): void {
    if (!this.#seen.has(url)) this.#waiting.push(url)
    this.#seen.add(url)
  }
}

/** The reading of one sitemap, whose addresses are stored as they arrive. */
class FileReading {
  readonly sitemaps: string[] = []
  urls = 0
  /** True once there is no room for more addresses. */
  isFull = false
  readonly #parts: SitemapParts
  #found: FoundUrl[] = []

  constructor(parts: SitemapParts) {
    this.#parts = parts
  }

  /**
   * Reads a sitemap piece by piece, so that neither a large nor an endless one is held in memory or blocks the event
   * loop.
   */
  async read(body: AsyncIterable<Buffer>, contentType: string | undefined): Promise<void> {
    const reader = new SitemapReader()
    const text = new TextPieces(contentType)
    let bytes = 0
    try {
      for await (const piece of unzipped(body)) {
        bytes += piece.length
        await this.#take(reader.push(text.push(piece)))
        if (bytes > MAX_BYTES || reader.isTruncated || this.isFull) break
        await turn()
      }
    } catch (error) {
      // Of a truncated or broken gzip, what was read so far counts.
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) {
        throw error
      }
    }
    await this.#take(reader.push(text.end()))
    await this.#take(reader.end())
    await this.#store()
  }

  async #take(entries: readonly SitemapEntry[]): Promise<void> {
    const { context } = this.#parts
    for (const { kind, loc, lastmod } of entries) {
      if (kind === 'sitemap') {
        if (this.sitemaps.length < MAX_FILES) this.sitemaps.push(loc)
        continue
      }
      this.urls += 1
      const place = context.scope.resolve(loc)
      const modifiedAt = lastmod === undefined ? null : Date.parse(lastmod)
      if (place) this.#found.push(toFoundUrl(context, place, 0, { modifiedAt }))
      else context.elsewhere.note('listed', loc)
    }
    if (this.#found.length >= STEP) await this.#store()
  }

  async #store(): Promise<void> {
    const found = this.#found.splice(0)
    if (found.length === 0 || this.isFull) return
    this.isFull = !(await this.#parts.find(found))
  }
}

async function* unzipped(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const [first, pieces] = await peekFirst(body)
  if (!GZIP.every((byte, i) => first?.[i] === byte)) {
    yield* pieces
    return
  }
  const gunzip = createGunzip()
  // An error of the pipeline ends the loop below as well.
  pipeline(Readable.from(pieces), gunzip, () => undefined)
  yield* gunzip
}

/** Fetches and reads a sitemap. Returns false where it cannot be had; the scan then goes on by links. */
async function readFile(parts: SitemapParts, url: string, reading: FileReading): Promise<boolean> {
  const { client, context, throttle, now, options } = parts
  // A sitemap of another host cannot vouch for this site.
  const place = context.scope.resolve(url)
  if (!place) return false
  await throttle.enter(options.signal)
  let reads = Promise.resolve()
  try {
    const { status, headers } = await client.request(place.url, {
      headers: { 'user-agent': options.userAgent, accept: 'application/xml, text/xml, text/plain' },
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      maxBytes: MAX_BYTES,
      maxRedirects: MAX_REDIRECTS,
      consume(pieces, answered, { 'content-type': type }) {
        if (answered === 200) reads = reading.read(pieces, type)
        return reads
      },
    })
    if (status === 429 || status === 503) throttle.pause(headers['retry-after'], now())
    return status === 200
  } catch (error) {
    // The client does not wait for the parser when a request times out, so that is awaited here.
    await Promise.allSettled([reads])
    options.signal.throwIfAborted()
    if (error instanceof FetchError) return false
    throw error
  }
}
