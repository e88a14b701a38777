import type { PageFacts } from '../html/page-facts.ts'
import { findBotWall, MAX_CHALLENGE_TEXT } from './bot-wall.ts'
import type { Observation, SitemapAnswer } from './observation.ts'
import { toScore } from './score.ts'

/** What was asked once for all pages of a site; null where it was not. The sitemap's answers about a page are ignored. */
export type SiteProbes = Pick<
  Observation,
  'nowMs' | 'robots' | 'sitemap' | 'llmsTxt' | 'wellKnown' | 'tdmRep'
>

/** One page as a scan has it, fetched without redirects. */
export interface PageToScore {
  url: string
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  facts: PageFacts
  /** As it was answered: a challenge in place of the page is known by its markup. */
  body: Uint8Array
  isTruncated: boolean
  /** Whether a sitemap lists it; null where that is not known. */
  isInSitemap: boolean | null
  /** What the sitemap says of its last change, ISO 8601. */
  sitemapLastmod: string | null
  /** Other pages of the site with the same title; null where that is not known. */
  sameTitle?: readonly string[] | null
}

/**
 * The score of one page of a site, 0 to 100, without a request: that of the checks that can be judged from its HTML, its
 * headers and what is known of its site. How fast it is, whether it comes as Markdown, what its canonical address and
 * its other languages answer, and what others get are left out, as where they were not asked for.
 */
export function scorePage(page: PageToScore, site: SiteProbes): number {
  return toScore(observationOf(page, site)).score
}

/** Everything that is known of a page without asking anew. */
export function observationOf(page: PageToScore, site: SiteProbes): Observation {
  const { url, status, headers, facts, isTruncated, sameTitle = null } = page
  return {
    nowMs: site.nowMs,
    target: {
      url,
      finalUrl: url,
      status,
      redirects: [],
      headers,
      ttfbMs: null,
      page: facts,
      isTruncated,
      botWall: wallOf(page),
    },
    robots: site.robots,
    sitemap: site.sitemap && about(site.sitemap, page),
    llmsTxt: site.llmsTxt,
    markdown: null,
    wellKnown: site.wellKnown,
    tdmRep: site.tdmRep,
    canonical: null,
    alternates: null,
    parity: null,
    sameTitle,
  }
}

const about = (sitemap: SitemapAnswer, page: PageToScore): SitemapAnswer => ({
  ...sitemap,
  containsTarget: page.isInSitemap,
  targetLastmod: page.sitemapLastmod,
})

function wallOf({ status, headers, facts, body }: PageToScore): string | null {
  const { textBytes } = facts
  // Only of a short page the markup is looked at, so that of others need not be decoded.
  const html = textBytes > MAX_CHALLENGE_TEXT ? '' : Buffer.from(body).toString('latin1')
  return findBotWall({ status, headers, html, textChars: textBytes })
}
