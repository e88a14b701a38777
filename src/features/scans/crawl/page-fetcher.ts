import type { PreviousPage } from '../../../../db/scans/scan-rows.ts'
import { parseWebUrl } from '../../../lib/web/web-url.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../../net/guarded-client.ts'
import { locationOf } from '../../../net/redirects.ts'
import { readRobots } from './read-robots.ts'
import type { CrawlScope, ScopedUrl } from './crawl-scope.ts'
import { ScanTally } from './tally.ts'
import { isHtmlAnswer } from './is-html-answer.ts'
import { conditionalHeaders } from './read-page-answer.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** The most redirects that are followed: to https, to `www.`, and to an address with a parameter. */
const MAX_HOPS = 3

export interface PageFetcherParts {
  client: GuardedClient
  scope: CrawlScope
  /** The options of each request. */
  options: { timeoutMs: number; signal: AbortSignal; userAgent: string }
  /** Resolves when the next request may leave. */
  enter: () => Promise<void>
}

/** An answer, and the address that gave it, after redirects. */
interface Answered {
  answer: FetchResponse
  url: string
}

/** Fetches the pages of a site, one request for each call and redirect. */
export class PageFetcher {
  readonly #parts: PageFetcherParts
  readonly #robots = new Map<string, Promise<(path: string) => boolean>>()

  constructor(parts: PageFetcherParts) {
    this.#parts = parts
  }

  /**
   * Fetches a page, and follows redirects that lead to the same page: with another protocol, with or without `www.`, or
   * with a tracking parameter. Any other redirect is the answer. Throws FetchError where no answer comes.
   */
  async fetch(place: ScopedUrl, known?: PreviousPage): Promise<Answered> {
    const { client, options, enter } = this.#parts
    const headers = {
      'user-agent': options.userAgent,
      accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
      ...conditionalHeaders(known),
    }
    const { timeoutMs, signal } = options
    for (let url = place.url, hop = 0; ; hop += 1) {
      await enter()
      const request = { headers, timeoutMs, maxBytes: MAX_BYTES, signal, wantsBody: isPage }
      const answer = await client.request(url, request)
      const next = hop < MAX_HOPS ? this.#samePage(place, url, answer) : undefined
      if (next === undefined || !(await this.#mayAsk(next, place))) return { answer, url }
      url = next.href
    }
  }

  #samePage(place: ScopedUrl, url: string, answer: FetchResponse): URL | undefined {
    const target = redirectedTo(answer, url)
    const isSame = target && this.#parts.scope.resolve(target.href)?.url === place.url
    return isSame && target.href !== url ? target : undefined
  }

  /**
   * True where the robots.txt of an address's origin allows its path. That of another origin of the site is read when
   * it is first needed.
   */
  async #mayAsk({ origin }: URL, { path }: ScopedUrl): Promise<boolean> {
    const { scope } = this.#parts
    if (origin === scope.origin) return true
    const rules = this.#robots.get(origin) ?? this.#readRules(origin)
    this.#robots.set(origin, rules)
    return (await rules)(path)
  }

  async #readRules(origin: string): Promise<(path: string) => boolean> {
    const { client, options } = this.#parts
    try {
      // The robots.txt of another origin is not that of the site, so its warnings go to another tally.
      const robots = await readRobots(client, origin, options, ScanTally.parse({}))
      return (path) => robots.mayFetch(path)
    } catch (error) {
      if (!(error instanceof FetchError) || options.signal.aborted) throw error
      return () => false // no page is fetched without its robots.txt
    }
  }
}

/** True for an answer whose body is read: the headers of any other answer, such as that of a film, are enough. */
const isPage = (status: number, headers: Readonly<Record<string, string>>): boolean =>
  status >= 200 && status < 300 && isHtmlAnswer({ headers })

/** Returns the target of a redirect, without a fragment; undefined for an answer that is no redirect. */
export function redirectedTo({ status, headers }: FetchResponse, url: string): URL | undefined {
  const location = locationOf(headers)
  if (location === undefined || status < 300 || status >= 400 || status === 304) return undefined
  const target = parseWebUrl(location, url)
  if (target) target.hash = ''
  return target
}
