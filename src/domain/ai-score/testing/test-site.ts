import { readPage } from '../../html/read-page.ts'
import { parseRobots } from '../../robots/robots.ts'
import { SitemapReader } from '../../sitemap/sitemap-reader.ts'
import { findBotWall } from '../bot-wall.ts'
import type { AlternateAnswer, Observation, Parity, ProbeAnswer } from '../observation.ts'
import { WELL_KNOWN_PATHS } from '../probes.ts'
import { isSamePage } from '../same-page.ts'

/** The answers of a test site; undefined properties are answered with 404. */
export interface TestSite {
  url: string
  html: string
  status: number
  headers: Record<string, string>
  redirects: { url: string; status: number }[]
  ttfbMs: number | null
  robots: string | number | undefined
  sitemap: string | undefined
  llms: string | undefined
  /** Content-Type at the address of the page with `.md`. */
  twin: string | undefined
  /** Content-Type and Vary of the page when Markdown is requested. */
  negotiated: { contentType: string; vary: string | null } | undefined
  wellKnown: Record<string, string>
  tdmRep: string | undefined
  /** Status of the canonical address. */
  canonical: number | undefined
  /** Status of the first link of llms.txt; null without an answer. */
  llmsLink: number | null
  /** The answers of versions in other languages. */
  alternates: AlternateAnswer[]
  /** Answers to other user agents, when they were requested. */
  parity: Parity | null
  /** Other pages with the same title. */
  sameTitle: string[] | null
}

export const NOW = Date.parse('2026-11-21T12:00:00Z')

/** Observes a test site as a fetcher would, with the real parsers. */
export function observeTestSite(site: TestSite): Observation {
  const { origin, pathname } = new URL(site.url)
  const target = targetAnswer(site)
  const answer = (path: string, contentType: string | undefined): ProbeAnswer => ({
    url: origin + path,
    status: contentType === undefined ? 404 : 200,
    contentType: contentType ?? 'text/html',
  })
  const json = (path: string, text: string | undefined) => ({
    ...answer(path, text === undefined ? undefined : 'application/json'),
    isJson: /^[{[]/.test(text ?? ''),
  })
  const { negotiated } = site
  return {
    nowMs: NOW,
    target,
    robots: robotsAnswer(origin, site.robots),
    sitemap: sitemapAnswer(origin, site.url, site.sitemap),
    llmsTxt: {
      ...answer('/llms.txt', site.llms === undefined ? undefined : 'text/plain'),
      text: site.llms ?? '',
      link: linkAnswer(site),
    },
    markdown: {
      negotiated: {
        ...answer(pathname, negotiated?.contentType ?? 'text/html'),
        vary: negotiated?.vary ?? null,
      },
      twin: answer(`${pathname}.md`, site.twin),
      alternate: null,
    },
    wellKnown: WELL_KNOWN_PATHS.map((path) => json(path, site.wellKnown[path])),
    tdmRep: json('/.well-known/tdmrep.json', site.tdmRep),
    canonical: canonicalAnswer(target, site.canonical),
    alternates: site.alternates,
    parity: site.parity,
    sameTitle: site.sameTitle,
  }
}

function linkAnswer({ llms, llmsLink }: TestSite): ProbeAnswer | null {
  const [, url] = /\]\(([^()\s]{1,2000})\)/.exec(llms ?? '') ?? []
  return url === undefined ? null : { url, status: llmsLink, contentType: null }
}

function targetAnswer(site: TestSite): Observation['target'] {
  const { url, html, status, redirects, ttfbMs } = site
  const headers = { 'content-type': 'text/html; charset=utf-8', ...site.headers }
  const contentType = headers['content-type']
  const bytes = Buffer.from(html)
  const isHtml = contentType.startsWith('text/html')
  const page = isHtml ? readPage(bytes, { url, contentType, headers }) : null
  return {
    url: redirects[0]?.url ?? url,
    finalUrl: url,
    status,
    redirects,
    headers,
    ttfbMs,
    page,
    isTruncated: bytes.length > 2 * 1024 * 1024,
    botWall: findBotWall({
      status,
      headers,
      body: Buffer.from(html),
      textChars: page?.textBytes ?? 0,
    }),
  }
}

function canonicalAnswer(
  { page, finalUrl }: Observation['target'],
  status: number | undefined,
): Observation['canonical'] {
  if (status === undefined) return null
  return { url: page?.canonicalUrl ?? finalUrl, status, contentType: 'text/html' }
}

function robotsAnswer(origin: string, robots: TestSite['robots']): Observation['robots'] {
  const url = `${origin}/robots.txt`
  if (typeof robots !== 'string') {
    return { url, status: robots ?? 404, contentType: 'text/html', robots: null }
  }
  const contentType = robots.startsWith('<') ? 'text/html' : 'text/plain; charset=utf-8'
  return { url, status: 200, contentType, robots: parseRobots(robots) }
}

function sitemapAnswer(
  origin: string,
  target: string,
  xml: string | undefined,
): Observation['sitemap'] {
  const reader = new SitemapReader()
  const entries = [...reader.push(xml ?? ''), ...reader.end()]
  const listed = entries.find(({ loc }) => isSamePage(loc, target))
  return {
    url: `${origin}/sitemap.xml`,
    status: xml === undefined ? 404 : 200,
    contentType: 'application/xml',
    isValid: reader.format !== 'unknown' && entries.length > 0,
    containsTarget: listed !== undefined,
    targetLastmod: listed?.lastmod ?? null,
    entries: entries.length,
    lastmods: entries.flatMap(({ lastmod }) => (lastmod === undefined ? [] : [lastmod])),
  }
}
