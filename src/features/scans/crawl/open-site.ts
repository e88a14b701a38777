import { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../../net/guarded-client.ts'
import { PageFetcher, redirectedTo, type PageFetcherParts } from './page-fetcher.ts'
import { HostThrottle } from './host-throttle.ts'
import { readRobots, type SiteRobots } from './read-robots.ts'
import type { CrawlScope, ScopedUrl } from './crawl-scope.ts'
import type { ScanTally } from './tally.ts'

/** A site that is ready to be crawled from one origin, by the rules of its robots.txt. */
export interface OpenSite {
  scope: CrawlScope
  robots: SiteRobots
  throttle: HostThrottle
  fetcher: PageFetcher
  /** The outcome of a request of the start page that was made to find the origin; undefined where none was made. */
  first: FirstAnswer | undefined
}

/** The outcome of a request of the start page, so that the page need not be requested again. */
interface FirstAnswer {
  path: string
  /** Returns the response, or throws the FetchError that came in its place. */
  take: () => FetchResponse
}

interface Opening {
  client: GuardedClient
  options: PageFetcherParts['options']
  tally: ScanTally
  /** True when no rule of the site excludes a path. */
  wants: (path: string) => boolean
}

/**
 * Finds the origin of a site and reads its robots.txt; many start pages redirect from http to https, or to `www.`.
 * `begun` is an address that an earlier run of the scan stored; if given, its origin is taken. Throws FetchError where
 * the site cannot be reached.
 */
export async function openSite(
  opening: Opening,
  scope: CrawlScope,
  startUrl: string,
  begun: string | undefined,
): Promise<OpenSite> {
  if (begun !== undefined) return readRules(opening, scope.at(new URL(begun).origin))
  const site = await readRules(opening, scope)
  const start = scope.resolve(startUrl)
  if (!start || !opening.wants(start.path) || !site.robots.mayFetch(start.path)) return site
  const { origin, first } = await askStart(site, start)
  if (origin === scope.origin) return { ...site, first }
  return { ...(await readRules(opening, scope.at(origin))), first }
}

async function readRules(
  { client, options, tally }: Opening,
  scope: CrawlScope,
): Promise<OpenSite> {
  const robots = await readRobots(client, scope.origin, options, tally)
  const throttle = new HostThrottle(robots.delayMs)
  const enter = () => throttle.enter(options.signal)
  const fetcher = new PageFetcher({ client, scope, options, enter })
  return { scope, robots, throttle, fetcher, first: undefined }
}

async function askStart(
  { fetcher, scope }: OpenSite,
  start: ScopedUrl,
): Promise<{ origin: string; first: FirstAnswer }> {
  const { path } = start
  try {
    const { answer, url } = await fetcher.fetch(start)
    const target = redirectedTo(answer, url)
    const isOwn = target !== undefined && scope.resolve(target.href) !== undefined
    const { origin } = isOwn ? target : new URL(url)
    return { origin, first: { path, take: () => answer } }
  } catch (error) {
    if (!(error instanceof FetchError) || error.code === 'CANCELLED') throw error
    const take = (): never => {
      throw error
    }
    return { origin: scope.origin, first: { path, take } }
  }
}
