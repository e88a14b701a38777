import { findBotWall } from '../../domain/ai-score/bot-wall.ts'
import { effectiveRobots } from '../../domain/ai-score/effective-robots.ts'
import { partsFor, type ObservationPart } from '../../domain/ai-score/check-needs.ts'
import type {
  Observation,
  ObserveRequest,
  RobotsAnswer,
  StatedTexts,
  TargetAnswer,
} from '../../domain/ai-score/observation.ts'
import type { HomePage } from '../../domain/ai-score/page-names.ts'
import { homePageOf, isHomeAddress } from '../../domain/ai-score/home-page.ts'
import { isSameHost, isSamePage } from '../../domain/ai-score/same-page.ts'
import type { ParsedPage } from '../../domain/html/read-page.ts'
import { decodeText } from '../../lib/text/encoding/decode-text.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { parseRobots } from '../../domain/robots/robots.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../net/guarded-client.ts'
import { AnswerReader, type ReaderParts } from './answer-reader.ts'
import { observeAlternates } from './observe-alternates.ts'
import { observeLlms, observeMarkdown, observeTdmRep, observeWellKnown } from './observe-files.ts'
import { observeParity } from './observe-parity.ts'
import { observeSitemap } from './observe-sitemap.ts'
import { RequestThrottle } from './request-throttle.ts'
import { Prober, toProbeAnswer, undefinedWhenUnreachable } from './prober.ts'

export interface ObserveParts extends ReaderParts {
  userAgent: string
}

/**
 * Fetches the page and the files from which a score is made, in at most 25 requests, and in four more with the user
 * agents of known bots where parity is wanted. Throws FetchError where the page has no answer, or no thread can parse
 * it.
 */
export async function observePage(
  client: GuardedClient,
  { url, checks, parity = false, scan, admits }: ObserveRequest,
  { userAgent, ...parts }: ObserveParts,
): Promise<Observation> {
  const prober = new Prober(client, userAgent, { ...scan, admits })
  const texts: StatedTexts = { robotsTxt: null, tdmRep: null }
  const keepTo = (origin: string, signal: AbortSignal) =>
    keepToRobots(prober, origin, texts, userAgent, signal)
  const rules = scan && (await keepTo(new URL(url).origin, scan.signal))
  const reader = new AnswerReader(parts)
  const wanted = checks && partsFor(checks)
  const when: When = (part, ask) => (wanted === undefined || wanted.has(part) ? ask() : null)
  const answer = await prober.must('target', url)
  const page = await reader.page(answer)
  const { origin } = new URL(answer.url)
  const askRobots = async () =>
    scan && origin !== new URL(url).origin
      ? keepTo(origin, scan.signal)
      : (rules ?? observeRobots(prober, origin, texts))
  const robots = await (parity ? askRobots() : when('robots', askRobots))
  throwIfRefused(prober, robots)
  const isStart = isHomeAddress(url) || isHomeAddress(answer.url)
  const ownStart: StartPage = { url: answer.url, page, home: null }
  const otherStart = isStart ? null : await when('home', () => observeHome(prober, reader, origin))
  const start = otherStart ?? ownStart
  const timed = await when('ttfb', () => prober.ask('ttfb', start.url))
  const target = toTarget(url, answer, page, timed?.ttfbMs ?? null)
  const files = await observeFiles(
    { prober, reader, when, texts, isListed: scan !== undefined },
    target,
    { robots, start },
  )
  const neighbours = await when('home', () => observeNeighbours(prober, target))
  // Alternates come last and get the requests that the others left.
  const alternates = await when('alternates', () =>
    observeAlternates(prober, reader, answer.url, page),
  )
  const named = parity ? await observeParity(prober, reader, target, robots) : null
  return {
    nowMs: parts.nowMs,
    target,
    robots,
    ...files,
    alternates,
    parity: named,
    home: start.home,
    ...neighbours,
    sameTitle: null,
    texts,
    barred: [...prober.barred],
    refused: [...prober.refused],
  }
}

/** Fetches robots.txt, and makes all later requests of the prober obey it. */
async function keepToRobots(
  prober: Prober,
  origin: string,
  texts: StatedTexts,
  userAgent: string,
  signal: AbortSignal,
): Promise<RobotsAnswer> {
  const answer = await observeRobots(prober, origin, texts)
  prober.keepTo(new RequestThrottle(effectiveRobots(answer), { origin, userAgent }, signal))
  return answer
}

/**
 * Throws FetchError where robots.txt was not requested because its host is over the hourly limit: an unknown file would
 * be taken for one that forbids everything.
 */
function throwIfRefused(prober: Prober, robots: RobotsAnswer | null): void {
  if (robots && prober.refused.has(robots.url)) {
    throw new FetchError('CANCELLED', 'The host of robots.txt is not asked now')
  }
}

/**
 * Runs `ask`, which fetches a part of the observation, where a wanted check needs that part; returns null otherwise.
 */
type When = <T>(part: ObservationPart, ask: () => Promise<T>) => Promise<T> | null

type Files = Pick<
  Observation,
  'sitemap' | 'llmsTxt' | 'markdown' | 'wellKnown' | 'tdmRep' | 'canonical'
>

interface FileParts {
  prober: Prober
  reader: AnswerReader
  when: When
  texts: StatedTexts
  /** True to return the entries of the sitemap. */
  isListed: boolean
}

/** Fetches, at the same time, the sitemap, llms.txt, Markdown versions, well-known files and canonical address. */
async function observeFiles(
  { prober, reader, when, texts, isListed }: FileParts,
  { finalUrl: url, page }: TargetAnswer,
  { robots, start }: { robots: RobotsAnswer | null; start: StartPage },
): Promise<Files> {
  const { origin } = new URL(url)
  // RFC 9309 wants an absolute address; a relative one is resolved as a link would be.
  const named = (robots?.robots?.sitemaps ?? []).flatMap(
    (line) => parseUrl(line, origin)?.href ?? [],
  )
  const [sitemap, llmsTxt, markdown, wellKnown, tdmRep, canonical] = await Promise.all([
    when('sitemap', () =>
      observeSitemap(prober, reader, { named, usual: `${origin}/sitemap.xml`, isListed }, url),
    ),
    when('llmsTxt', () => observeLlms(prober, origin)),
    when('markdown', () => observeMarkdown(prober, start.url, start.page)),
    when('wellKnown', () => observeWellKnown(prober, origin)),
    when('tdmRep', () => observeTdmRep(prober, origin, texts)),
    when('canonical', () => observeCanonical(prober, url, page)),
  ])
  return { sitemap, llmsTxt, markdown, wellKnown, tdmRep, canonical }
}

function toTarget(
  url: string,
  answer: FetchResponse,
  page: ParsedPage | null,
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
    botWall: findBotWall({ ...answer, textChars: page?.textBytes ?? answer.body.length }),
  }
}

async function observeRobots(
  prober: Prober,
  origin: string,
  texts: StatedTexts,
): Promise<RobotsAnswer> {
  const url = `${origin}/robots.txt`
  const answer = await prober.ask('robots', url)
  const isRead = answer !== undefined && answer.status >= 200 && answer.status < 300
  // A site that redirects to another origin has the rules of that one.
  texts.robotsTxt = isRead ? decodeText(answer.body, answer.headers['content-type']) : null
  return {
    ...toProbeAnswer(url, answer),
    // @NOTE robots.txt is parsed here and not in a thread: copying the result costs as much as parsing.
    robots: texts.robotsTxt === null ? null : parseRobots(texts.robotsTxt, answer?.truncated),
  }
}

/** The page at the root of a site. Speed and Markdown are measured on it for all pages of the site. */
interface StartPage {
  url: string
  page: ParsedPage | null
  home: HomePage | null
}

/** Fetches the page at the root of the origin, which shows what all pages of the site share; null without an answer. */
async function observeHome(
  prober: Prober,
  reader: AnswerReader,
  origin: string,
): Promise<StartPage | null> {
  const answer = await prober.ask('home', `${origin}/`)
  if (answer === undefined) return null
  const page = (await undefinedWhenUnreachable(reader.page(answer))) ?? null
  const { status, headers, url } = answer
  return { url, page, home: homePageOf({ finalUrl: url, status, headers, page }) }
}

/** The most other pages that are fetched to see whether all of them have the date of the scored page. */
const NEIGHBOURS = 3

/**
 * Reads Last-Modified of up to three pages that the scored page links to, where this header alone dates the scored
 * page: equal dates show that it is the time when the whole site was put on its server.
 */
async function observeNeighbours(
  prober: Prober,
  { page, finalUrl, headers }: TargetAnswer,
): Promise<Pick<Observation, 'neighboursModified'>> {
  if (page === null || headers['last-modified'] === undefined || isDated(page)) return {}
  const { origin } = new URL(finalUrl)
  const urls = page.links
    .map(({ url }) => url)
    .filter((url) => url.startsWith(`${origin}/`) && !isSamePage(url, finalUrl))
  const others = [...new Set(urls)]
  const step = Math.max(1, Math.floor(others.length / NEIGHBOURS))
  const chosen = others.filter((_, i) => i % step === 0).slice(0, NEIGHBOURS)
  const answers = await Promise.all(chosen.map((url) => prober.ask('neighbour', url)))
  const neighboursModified = answers.flatMap((answer) => answer?.headers['last-modified'] ?? [])
  return { neighboursModified }
}

/** True for a page that itself says when it was written or changed. */
const isDated = ({ publishedAt, modifiedSource, jsonLd }: ParsedPage): boolean =>
  (publishedAt ?? jsonLd.datePublished) !== null ||
  (modifiedSource !== null && modifiedSource !== 'http')

/**
 * Fetches the canonical address of a page where it is on the same host: another host fails the check with any answer.
 */
async function observeCanonical(prober: Prober, url: string, page: ParsedPage | null) {
  const canonical = page?.canonicalUrl ?? null
  if (canonical === null || canonical === url || !isSameHost(canonical, url)) return null
  return toProbeAnswer(canonical, await prober.ask('canonical', canonical))
}
