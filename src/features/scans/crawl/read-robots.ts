import { crawlDelaySeconds, isAllowed, robotsAccess } from '../../../core/robots/is-allowed.ts'
import { parseRobots, type Robots } from '../../../core/robots/robots.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import type { GuardedClient } from '../../../net/guarded-client.ts'
import { setWarning, type Tally } from './tally.ts'

/** By which robots.txt may address the scanner. */
export const ROBOTS_TOKEN = 'CitableBot'

const MAX_BYTES = 512_000
const MAX_REDIRECTS = 5

export interface SiteRobots {
  mayFetch(path: string): boolean
  sitemaps: readonly string[]
  /** Between two requests; 0 where it says nothing. */
  delayMs: number
}

const MAX_DELAY_MS = 10_000

/**
 * Reads robots.txt by RFC 9309: 4xx allows everything, 5xx, 429 and no answer forbid everything (2.3.1.3, 2.3.1.4).
 * Throws FetchError where not even a connection could be made: the site is unreachable then.
 */
export async function readRobots(
  client: GuardedClient,
  origin: string,
  options: { timeoutMs: number; signal: AbortSignal; userAgent: string },
  tally: Tally,
): Promise<SiteRobots> {
  const answer = await client
    .request(`${origin}/robots.txt`, {
      headers: { 'user-agent': options.userAgent },
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      maxBytes: MAX_BYTES,
      maxRedirects: MAX_REDIRECTS,
    })
    .catch((error: unknown) => {
      if (!(error instanceof FetchError) || !MAY_BE_THE_FILE.has(error.code)) throw error
      return undefined
    })
  const access = answer ? robotsAccess(answer.status) : 'disallow_all'
  const isUnreadable = !answer || access === 'disallow_all'
  setWarning(tally, 'ROBOTS_UNREADABLE', isUnreadable ? 1 : 0)
  if (isUnreadable) {
    return { mayFetch: () => false, sitemaps: [], delayMs: 0 }
  }
  if (access === 'allow_all') return { mayFetch: () => true, sitemaps: [], delayMs: 0 }
  return fromRobots(parseRobots(answer.body.toString('utf8')))
}

/** Trouble that only this file may have; anything else says that the host cannot be reached. */
const MAY_BE_THE_FILE: ReadonlySet<string> = new Set([
  'TIMEOUT',
  'TOO_LARGE',
  'REDIRECT_LOOP',
  'TOO_MANY_REDIRECTS',
])

function fromRobots(robots: Robots): SiteRobots {
  const delay = crawlDelaySeconds(robots, ROBOTS_TOKEN)
  return {
    mayFetch: (path) => isAllowed(robots, ROBOTS_TOKEN, path).allowed,
    sitemaps: robots.sitemaps,
    delayMs: Math.min(MAX_DELAY_MS, (delay ?? 0) * 1_000),
  }
}
