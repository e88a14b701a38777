import { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../../net/guarded-client.ts'
import { PageAsker, targetOf, type Asking } from './ask-page.ts'
import { Pace } from './pace.ts'
import { readRobots, type SiteRobots } from './read-robots.ts'
import type { Scope, ScopedUrl } from './scope.ts'
import type { Tally } from './tally.ts'

/** A site that is ready to be read: from one origin, by the rules of its robots.txt. */
export interface OpenSite {
  scope: Scope
  robots: SiteRobots
  pace: Pace
  asker: PageAsker
  /** The answer of the start page, where it was asked for already. */
  first: FirstAnswer | undefined
}

/** How the start page answered, which need not be asked again at once. */
interface FirstAnswer {
  path: string
  /** Gives the answer, or throws the FetchError that came in its place. */
  take: () => FetchResponse
}

interface Opening {
  client: GuardedClient
  options: Asking['options']
  tally: Tally
  /** Whether the owner wants a path looked at. */
  wants: (path: string) => boolean
}

/**
 * Finds out from which origin the site wants to be read, and by what rules: many start pages lead from http to https, or
 * to `www.`. `begun` is an address that an earlier run of the scan wrote down; its origin is taken then.
 * Throws FetchError where the site cannot be reached.
 */
export async function openSite(
  opening: Opening,
  scope: Scope,
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

async function readRules({ client, options, tally }: Opening, scope: Scope): Promise<OpenSite> {
  const robots = await readRobots(client, scope.origin, options, tally)
  const pace = new Pace(robots.delayMs)
  const enter = () => pace.enter(options.signal)
  const asker = new PageAsker({ client, scope, options, enter })
  return { scope, robots, pace, asker, first: undefined }
}

async function askStart(
  { asker, scope }: OpenSite,
  start: ScopedUrl,
): Promise<{ origin: string; first: FirstAnswer }> {
  const { path } = start
  try {
    const { answer, url } = await asker.ask(start)
    const target = targetOf(answer, url)
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
