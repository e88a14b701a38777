import type { PreviousPage } from '../../../../db/scans/scan-rows.ts'
import { parseWebUrl } from '../../../lib/web/web-url.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../../net/guarded-client.ts'
import { readRobots } from './read-robots.ts'
import type { Scope, ScopedUrl } from './scope.ts'
import { Tally } from './tally.ts'
import { conditionsOf } from './visit-page.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** Http to https, and to `www.`, and one that sets a parameter. */
const MAX_HOPS = 3

export interface Asking {
  client: GuardedClient
  scope: Scope
  /** Of a request. */
  options: { timeoutMs: number; signal: AbortSignal; userAgent: string }
  /** Resolves when the next request may leave. */
  enter: () => Promise<void>
}

/** An answer, and the address that gave it. */
interface Answered {
  answer: FetchResponse
  url: string
}

/** Asks for the pages of a site. */
export class PageAsker {
  readonly #asking: Asking
  readonly #robots = new Map<string, Promise<(path: string) => boolean>>()

  constructor(asking: Asking) {
    this.#asking = asking
  }

  /**
   * Asks for a page, and goes after redirects to the same page: with another protocol, with or without `www.`, or with a
   * parameter that says nothing. The answer may be any other redirect. Throws FetchError where there is none.
   */
  async ask(place: ScopedUrl, known?: PreviousPage): Promise<Answered> {
    const { client, options, enter } = this.#asking
    const headers = {
      'user-agent': options.userAgent,
      accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
      ...conditionsOf(known),
    }
    const { timeoutMs, signal } = options
    for (let url = place.url, hop = 0; ; hop += 1) {
      await enter()
      const request = { headers, timeoutMs, maxBytes: MAX_BYTES, signal }
      const answer = await client.request(url, request)
      const next = hop < MAX_HOPS ? this.#samePage(place, url, answer) : undefined
      if (next === undefined || !(await this.#mayAsk(next, place))) return { answer, url }
      url = next.href
    }
  }

  #samePage(place: ScopedUrl, url: string, answer: FetchResponse): URL | undefined {
    const target = targetOf(answer, url)
    const isSame = target && this.#asking.scope.resolve(target.href)?.url === place.url
    return isSame && target.href !== url ? target : undefined
  }

  /** Another origin of the site has a robots.txt of its own, which is read when it is first wanted. */
  async #mayAsk({ origin }: URL, { path }: ScopedUrl): Promise<boolean> {
    const { scope } = this.#asking
    if (origin === scope.origin) return true
    const rules = this.#robots.get(origin) ?? this.#readRules(origin)
    this.#robots.set(origin, rules)
    return (await rules)(path)
  }

  async #readRules(origin: string): Promise<(path: string) => boolean> {
    const { client, options } = this.#asking
    try {
      // What that file is like is no news of the site: a tally of its own.
      const robots = await readRobots(client, origin, options, Tally.parse({}))
      return (path) => robots.mayFetch(path)
    } catch (error) {
      if (!(error instanceof FetchError) || options.signal.aborted) throw error
      return () => false // where no robots.txt can be had, no page can
    }
  }
}

/** Where a redirect leads, without a fragment. */
export function targetOf({ status, headers }: FetchResponse, url: string): URL | undefined {
  const location = headers['location']
  if (location === undefined || status < 300 || status >= 400 || status === 304) return undefined
  const target = parseWebUrl(location, url)
  if (target) target.hash = ''
  return target
}
