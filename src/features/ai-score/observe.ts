import { findBotWall } from '../../core/ai-score/bot-wall.ts'
import type { Observation, TargetAnswer } from '../../core/ai-score/observation.ts'
import { WELL_KNOWN_PATHS } from '../../core/ai-score/probes.ts'
import { readPage, type PageFacts } from '../../core/html/read-page.ts'
import { parseRobots } from '../../core/robots/robots.ts'
import type { FetchResponse, GuardedClient } from '../../net/guarded-client.ts'
import { observeSitemap } from './observe-sitemap.ts'
import { Prober, toAnswer } from './prober.ts'

/** Fetches everything that a score looks at, in at most 25 requests. Throws FetchError where the page has no answer. */
export async function observe(
  client: GuardedClient,
  url: string,
  options: { userAgent: string; nowMs: number },
): Promise<Observation> {
  const prober = new Prober(client, options.userAgent)
  const answer = await prober.must('target', url)
  const page = isHtml(answer)
    ? readPage(answer.body, {
        url: answer.url,
        contentType: answer.headers['content-type'] ?? null,
        headers: answer.headers,
      })
    : null
  const { origin } = new URL(answer.url)
  const timed = await prober.ask('ttfb', answer.url)
  const robots = await observeRobots(prober, `${origin}/robots.txt`)
  const [sitemap, llmsTxt, markdown, wellKnown, tdmRep, canonical] = await Promise.all([
    observeSitemap(prober, origin, robots.robots?.sitemaps ?? [], answer.url),
    observeLlms(prober, `${origin}/llms.txt`),
    observeMarkdown(prober, answer.url, page),
    Promise.all(WELL_KNOWN_PATHS.map((path) => observeJson(prober, path, origin))),
    observeJson(prober, '/.well-known/tdmrep.json', origin),
    observeCanonical(prober, answer.url, page),
  ])
  return {
    nowMs: options.nowMs,
    target: toTarget(url, answer, page, timed?.ttfbMs ?? null),
    robots,
    sitemap,
    llmsTxt,
    markdown,
    wellKnown,
    tdmRep,
    canonical,
  }
}

const isHtml = ({ headers }: FetchResponse): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html')

function toTarget(
  url: string,
  answer: FetchResponse,
  page: PageFacts | null,
  ttfbMs: number | null,
): TargetAnswer {
  const { status, headers, body } = answer
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
    botWall: findBotWall({
      status,
      headers,
      html: body.toString('latin1'),
      textChars: page?.textBytes ?? body.length,
    }),
  }
}

async function observeRobots(prober: Prober, url: string) {
  const answer = await prober.ask('robots', url)
  const isRead = answer !== undefined && answer.status >= 200 && answer.status < 300
  return {
    ...toAnswer(url, answer),
    bytes: answer?.body.length ?? 0,
    robots: isRead ? parseRobots(answer.body.toString('utf8')) : null,
  }
}

async function observeLlms(prober: Prober, url: string) {
  const answer = await prober.ask('llms', url)
  const text = answer?.status === 200 ? answer.body.toString('utf8') : ''
  const link = /\]\(([^()\s]{1,2000})\)/.exec(text)?.[1]
  const target =
    link === undefined || !URL.canParse(link, url) ? undefined : new URL(link, url).href
  const linked = target === undefined ? undefined : await prober.ask('llms_link', target)
  return { ...toAnswer(url, answer), text, linkStatus: linked?.status ?? null }
}

async function observeMarkdown(prober: Prober, url: string, page: PageFacts | null) {
  const twinUrl = new URL(url)
  twinUrl.pathname = twinUrl.pathname.endsWith('/')
    ? `${twinUrl.pathname}index.md`
    : `${twinUrl.pathname}.md`
  const [negotiated, twin] = [
    await prober.ask('markdown', url),
    await prober.ask('markdown_twin', twinUrl.href),
  ]
  const alternateUrl = page?.markdownUrl ?? null
  const alternate =
    alternateUrl === null ? undefined : await prober.ask('markdown_alternate', alternateUrl)
  return {
    negotiated: { ...toAnswer(url, negotiated), vary: negotiated?.headers['vary'] ?? null },
    twin: toAnswer(twinUrl.href, twin),
    alternate: alternateUrl === null ? null : toAnswer(alternateUrl, alternate),
  }
}

async function observeJson(prober: Prober, path: string, origin: string) {
  const url = `${origin}${path}`
  const answer = await prober.ask(path, url)
  return { ...toAnswer(url, answer), isJson: answer?.status === 200 && isJson(answer.body) }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'))
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

async function observeCanonical(prober: Prober, url: string, page: PageFacts | null) {
  const canonical = page?.canonicalUrl ?? null
  if (canonical === null || canonical === url) return null
  return toAnswer(canonical, await prober.ask('canonical', canonical))
}
