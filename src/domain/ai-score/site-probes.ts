import { homeOfSite } from './home-page.ts'
import type { Observation, TargetAnswer } from './observation.ts'
import type { HomePage } from './page-names.ts'

/**
 * Answers that are fetched once for all pages of a site; null when not requested. What the sitemap says about one
 * page is ignored.
 */
export interface SiteProbes extends Pick<
  Observation,
  'nowMs' | 'robots' | 'sitemap' | 'llmsTxt' | 'wellKnown' | 'tdmRep' | 'markdown'
> {
  home: HomePage | null
  /**
   * The Last-Modified that most pages of the site share, ISO 8601; null where they share none, absent where no scan
   * knows.
   */
  sharedModified?: string | null
  /** The milliseconds to the first byte of the start page, the speed of the server; null if not measured. */
  ttfbMs: number | null
}

/** A site of which nothing is known, at time zero. */
export const UNKNOWN_SITE: SiteProbes = {
  nowMs: 0,
  robots: null,
  sitemap: null,
  llmsTxt: null,
  wellKnown: null,
  tdmRep: null,
  markdown: null,
  home: null,
  ttfbMs: null,
}

/** Returns the facts about the site from an observation of one of its pages. */
export const siteProbesOf = (observation: Observation): SiteProbes => {
  const { nowMs, target, robots, sitemap, llmsTxt, wellKnown, tdmRep, markdown } = observation
  const home = homeOfSite(observation)
  const { sharedModified } = observation
  const shared = sharedModified === undefined ? {} : { sharedModified }
  const { ttfbMs } = target
  return { nowMs, robots, sitemap, llmsTxt, wellKnown, tdmRep, markdown, home, ...shared, ttfbMs }
}

/** A page that was fetched for another purpose, without a request of its own. */
export type SeenPage = Pick<
  TargetAnswer,
  'url' | 'status' | 'headers' | 'page' | 'isTruncated' | 'botWall'
>

/** Builds the observation of a page from what is known, without a request. */
export function observationOf(seen: SeenPage, { ttfbMs, ...site }: SiteProbes): Observation {
  const { url, status, headers, page, isTruncated, botWall } = seen
  const answer = { status, headers, ttfbMs, page, isTruncated, botWall }
  return {
    ...site,
    target: { url, finalUrl: url, redirects: [], ...answer },
    // The sitemap's answer about one page says nothing about the others.
    sitemap: site.sitemap && { ...site.sitemap, containsTarget: null, targetLastmod: null },
    canonical: null,
    alternates: null,
    parity: null,
    sameTitle: null,
  }
}
