import type { StatedTexts } from '../../domain/ai-score/observation.ts'
import { WELL_KNOWN_PATHS } from '../../domain/ai-score/probes.ts'
import type { ParsedPage } from '../../domain/html/read-page.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { toProbeAnswer, type Prober } from './prober.ts'

/** Fetches llms.txt and the address of its first link. */
export async function observeLlms(prober: Prober, origin: string) {
  const url = `${origin}/llms.txt`
  const answer = await prober.ask('llms', url)
  const text = answer?.status === 200 ? answer.body.toString('utf8') : ''
  const [, link] = /\]\(([^()\s]{1,2000})\)/.exec(text) ?? []
  const target = link === undefined ? undefined : parseUrl(link, url)?.href
  const linked =
    target === undefined ? null : toProbeAnswer(target, await prober.ask('llms_link', target))
  return { ...toProbeAnswer(url, answer), text, link: linked }
}

/** Fetches a page as Markdown in three ways: by the Accept header, by the `.md` name, and by the alternate link. */
export async function observeMarkdown(prober: Prober, url: string, page: ParsedPage | null) {
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
    negotiated: { ...toProbeAnswer(url, negotiated), vary: negotiated?.headers['vary'] ?? null },
    twin: toProbeAnswer(twinUrl.href, twin),
    alternate: alternateUrl === null ? null : toProbeAnswer(alternateUrl, alternate),
  }
}

export const observeWellKnown = (prober: Prober, origin: string) =>
  Promise.all(WELL_KNOWN_PATHS.map((path) => observeJson(prober, path, origin)))

export const observeTdmRep = (prober: Prober, origin: string, texts: StatedTexts) =>
  observeJson(prober, '/.well-known/tdmrep.json', origin, (text) => (texts.tdmRep = text))

async function observeJson(
  prober: Prober,
  path: string,
  origin: string,
  keep?: (text: string) => void,
) {
  const url = `${origin}${path}`
  const answer = await prober.ask(path, url)
  const isRead = answer?.status === 200 && isJson(answer.body)
  if (isRead) keep?.(answer.body.toString('utf8'))
  return { ...toProbeAnswer(url, answer), isJson: isRead }
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
