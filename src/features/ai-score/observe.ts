import { partsFor, type Part } from '../../core/ai-score/check-needs.ts'
import type {
  Observation,
  ObserveRequest,
  RobotsAnswer,
  TargetAnswer,
} from '../../core/ai-score/observation.ts'
import { isSameHost } from '../../core/ai-score/same-page.ts'
import { parseRobots } from '../../core/robots/robots.ts'
import type { PageFacts } from '../../core/html/read-page.ts'
import type { FetchResponse, GuardedClient } from '../../net/guarded-client.ts'
import { factsOf, wallOf } from './facts-of.ts'
import { observeAlternates } from './observe-alternates.ts'
import { observeLlms, observeMarkdown, observeTdmRep, observeWellKnown } from './observe-files.ts'
import { observeParity } from './observe-parity.ts'
import { observeSitemap } from './observe-sitemap.ts'
import { Prober, toAnswer } from './prober.ts'

/**
 * Fetches what a score looks at, in at most 25 requests, and four more in the names of others where that is wanted.
 * Throws FetchError where the page has no answer.
 */
export async function observe(
  client: GuardedClient,
  { url, checks, parity = false }: ObserveRequest,
  { userAgent, nowMs }: { userAgent: string; nowMs: number },
): Promise<Observation> {
  const prober = new Prober(client, userAgent)
  const parts = checks && partsFor(checks)
  const when: When = (part, ask) => (parts === undefined || parts.has(part) ? ask() : null)
  const answer = await prober.must('target', url)
  const page = factsOf(answer)
  const timed = await when('ttfb', () => prober.ask('ttfb', answer.url))
  const target = toTarget(url, answer, page, timed?.ttfbMs ?? null)
  const askRobots = () => observeRobots(prober, new URL(answer.url).origin)
  const robots = await (parity ? askRobots() : when('robots', askRobots))
  const files = await observeFiles(prober, when, target, robots)
  // They get what the others left of the requests.
  const alternates = await when('alternates', () => observeAlternates(prober, answer.url, page))
  const named = parity ? await observeParity(prober, target, robots) : null
  return { nowMs, target, robots, ...files, alternates, parity: named, sameTitle: null }
}

/** Asks for a part where a check that is wanted needs it. */
type When = <T>(part: Part, ask: () => Promise<T>) => Promise<T> | null

type Files = Pick<
  Observation,
  'sitemap' | 'llmsTxt' | 'markdown' | 'wellKnown' | 'tdmRep' | 'canonical'
>

/** Everything that can be asked for at the same time, once robots.txt is known. */
async function observeFiles(
  prober: Prober,
  when: When,
  { finalUrl: url, page }: TargetAnswer,
  robots: RobotsAnswer | null,
): Promise<Files> {
  const { origin } = new URL(url)
  const named = robots?.robots?.sitemaps ?? []
  const [sitemap, llmsTxt, markdown, wellKnown, tdmRep, canonical] = await Promise.all([
    when('sitemap', () => observeSitemap(prober, origin, named, url)),
    when('llmsTxt', () => observeLlms(prober, origin)),
    when('markdown', () => observeMarkdown(prober, url, page)),
    when('wellKnown', () => observeWellKnown(prober, origin)),
    when('tdmRep', () => observeTdmRep(prober, origin)),
    when('canonical', () => observeCanonical(prober, url, page)),
  ])
  return { sitemap, llmsTxt, markdown, wellKnown, tdmRep, canonical }
}

function toTarget(
  url: string,
  answer: FetchResponse,
  page: PageFacts | null,
  ttfbMs: number | null,
): TargetAnswer {
  const { status, headers } = answer
  return {
    url,
    finalUrl: answer.url,
    status,
    redirects: answer.redirects.map((redirect) => ({
      url: redirect.from,
      status: redirect.status,
    })),
    headers,
    ttfbMs,
    page,
    isTruncated: answer.truncated,
    botWall: wallOf(answer, page),
  }
}

async function observeRobots(prober: Prober, origin: string): Promise<RobotsAnswer> {
  const url = `${origin}/robots.txt`
  const answer = await prober.ask('robots', url)
  const isRead = answer !== undefined && answer.status >= 200 && answer.status < 300
  return {
    ...toAnswer(url, answer),
    bytes: answer?.body.length ?? 0,
    robots: isRead ? parseRobots(answer.body.toString('utf8')) : null,
  }
}

/** One of another host is wrong whatever it answers, and its server has no part in this. */
async function observeCanonical(prober: Prober, url: string, page: PageFacts | null) {
  const canonical = page?.canonicalUrl ?? null
  if (canonical === null || canonical === url || !isSameHost(canonical, url)) return null
  return toAnswer(canonical, await prober.ask('canonical', canonical))
}
