import type { ParsedPage } from '../html/parsed-page.ts'
import type { Observation } from './observation.ts'

/** What was asked once for all pages of a site; null where it was not. The sitemap's answers about a page are ignored. */
export type SiteProbes = Pick<
  Observation,
  'nowMs' | 'robots' | 'sitemap' | 'llmsTxt' | 'wellKnown' | 'tdmRep'
>

/** A site of which nothing is known, at no particular time. */
export const UNKNOWN_SITE: SiteProbes = {
  nowMs: 0,
  robots: null,
  sitemap: null,
  llmsTxt: null,
  wellKnown: null,
  tdmRep: null,
}

/** What an observation of one page says of its site. */
export const siteProbesOf = (observation: Observation): SiteProbes => {
  const { nowMs, robots, sitemap, llmsTxt, wellKnown, tdmRep } = observation
  return { nowMs, robots, sitemap, llmsTxt, wellKnown, tdmRep }
}

/** A page as it was seen without a request of its own. */
export interface SeenPage {
  url: string
  status: number
  headers: Readonly<Record<string, string>>
  page: ParsedPage | null
  isTruncated: boolean
  botWall: string | null
}

/** Everything that is known of a page without asking anew. */
export function observationOf(seen: SeenPage, site: SiteProbes): Observation {
  const { url, status, headers, page, isTruncated, botWall } = seen
  return {
    nowMs: site.nowMs,
    target: {
      url,
      finalUrl: url,
      status,
      redirects: [],
      headers,
      ttfbMs: null,
      page,
      isTruncated,
      botWall,
    },
    robots: site.robots,
    // Whether it lists the page is known of the one page alone that it was asked about.
    sitemap: site.sitemap && { ...site.sitemap, containsTarget: null, targetLastmod: null },
    llmsTxt: site.llmsTxt,
    markdown: null,
    wellKnown: site.wellKnown,
    tdmRep: site.tdmRep,
    canonical: null,
    alternates: null,
    parity: null,
    sameTitle: null,
  }
}
