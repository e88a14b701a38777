import { decodeText } from '../../../lib/text/encoding/decode-text.ts'
import { parseUrl } from '../../../lib/web/parse-url.ts'
import { crawlDelaySeconds, isAllowed, robotsAccess } from '../../../domain/robots/is-allowed.ts'
import { MAX_ROBOTS_BYTES, parseRobots, type Robots } from '../../../domain/robots/robots.ts'
import { FetchError, type FetchErrorCode } from '../../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../../net/guarded-client.ts'
import { redirectTarget } from '../../../net/redirects.ts'
import { setWarning, type ScanTally } from './tally.ts'

/** The name by which robots.txt files may address the scanner. */
export const ROBOTS_TOKEN = 'CitableBot'

const MAX_REDIRECTS = 5

export interface SiteRobots {
  mayFetch(path: string): boolean
  sitemaps: readonly string[]
  /** The time in ms between two requests; 0 where robots.txt names none. */
  delayMs: number
}

const MAX_DELAY_MS = 10_000

interface Options {
  timeoutMs: number
  signal: AbortSignal
  userAgent: string
}

/**
 * Reads robots.txt by RFC 9309: 4xx allows everything; 5xx, 429 and an answer that cannot be read forbid everything
 * (2.3.1.3, 2.3.1.4). Throws FetchError where the host cannot be reached, or is silent.
 */
export async function readRobots(
  client: GuardedClient,
  origin: string,
  options: Options,
  tally: ScanTally,
): Promise<SiteRobots> {
  const answer = await ask(client, origin, options)
  const access = answer ? robotsAccess(answer.status) : 'disallow_all'
  const isUnreadable = !answer || access === 'disallow_all'
  setWarning(tally, 'ROBOTS_UNREADABLE', isUnreadable ? 1 : 0)
  if (isUnreadable) return { mayFetch: () => false, sitemaps: [], delayMs: 0 }
  if (access === 'allow_all') return { mayFetch: () => true, sitemaps: [], delayMs: 0 }
  const text = decodeText(answer.body, answer.headers['content-type'])
  const robots = parseRobots(text, answer.truncated)
  setWarning(tally, 'ROBOTS_CUT', robots.cutRules + Number(robots.isTruncated))
  return fromRobots(robots)
}

/**
 * Fetches robots.txt, following its redirects; undefined where it cannot be read, also behind a redirect. Throws
 * FetchError only where the host itself cannot be reached.
 */
async function ask(
  client: GuardedClient,
  origin: string,
  { timeoutMs, signal, userAgent }: Options,
): Promise<FetchResponse | undefined> {
  let url = `${origin}/robots.txt`
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    try {
      const headers = { 'user-agent': userAgent }
      const maxBytes = MAX_ROBOTS_BYTES
      const answer = await client.request(url, { headers, timeoutMs, signal, maxBytes })
      const target = redirectTarget(answer.status, answer.headers)
      if (target === undefined) return answer
      const next = parseUrl(target, url)
      if (!next) return undefined
      url = next.href
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof FetchError)) throw error
      if (redirects === 0 && !FILE_FAILURES.has(error.code)) throw error
      return undefined
    }
  }
  return undefined
}

/** The failures that may be those of robots.txt alone; any other says that the host cannot be reached. */
const FILE_FAILURES: ReadonlySet<FetchErrorCode> = new Set<FetchErrorCode>([
  'PROTOCOL_ERROR',
  'RESET',
  'TOO_LARGE',
])

function fromRobots(robots: Robots): SiteRobots {
  const delay = crawlDelaySeconds(robots, ROBOTS_TOKEN)
  return {
    mayFetch: (path) => isAllowed(robots, ROBOTS_TOKEN, path).allowed,
    sitemaps: robots.sitemaps,
    delayMs: Math.min(MAX_DELAY_MS, (delay ?? 0) * 1_000),
  }
}
