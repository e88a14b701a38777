import { describe, expect, it } from 'vitest'
import type { CheckId } from './rubric.ts'
import { observationOf, scorePage, type PageToScore } from './score-page.ts'
import { toScore } from './score.ts'
import { ACCESS_SITES } from './testing/access-sites.ts'
import { CONTENT_SITES } from './testing/content-sites.ts'
import { GOOD_SITE } from './testing/good-site.ts'
import { observe, type Site } from './testing/observe.ts'

/** What takes requests about the page itself, or who was redirected to it. */
const ASKED: ReadonlySet<CheckId> = new Set(['A7', 'B2', 'B3', 'C4', 'C5', 'F3'])

/** A site of a test as a scan would have its page, and its full observation. */
function scanned(site: Site) {
  const whole = observe(site)
  const { target, sitemap } = whole
  const page: PageToScore = {
    url: target.finalUrl,
    status: target.status,
    headers: target.headers,
    facts: target.page!,
    body: Buffer.from(site.html),
    isTruncated: target.isTruncated,
    isInSitemap: sitemap?.containsTarget ?? null,
    sitemapLastmod: sitemap?.targetLastmod ?? null,
    sameTitle: whole.sameTitle,
  }
  return { page, whole }
}

const SITES = Object.entries({ 'does everything well': {}, ...ACCESS_SITES, ...CONTENT_SITES })
  .map(([name, site]): [string, Site] => [name, { ...GOOD_SITE, ...site }])
  .filter(([, site]) => observe(site).target.page !== null)

describe('a page of a site that', () => {
  it.each(SITES)('%s is judged by its HTML as in the full score', (_, site) => {
    const { page, whole } = scanned(site)
    const found = toScore(observationOf(page, whole)).checks
    const full = toScore(whole).checks
    for (const check of found.filter(({ id }) => !ASKED.has(id))) {
      expect(check).toEqual(full.find(({ id }) => id === check.id))
    }
  })

  it.each(SITES)('%s has the score of a page that nothing more was asked about', (_, site) => {
    const { page, whole } = scanned(site)
    const target = { ...whole.target, url: page.url, redirects: [], ttfbMs: null }
    const unasked = { markdown: null, canonical: null, alternates: null, parity: null }
    expect(scorePage(page, whole)).toBe(toScore({ ...whole, ...unasked, target }).score)
  })
})

describe('the score of a page', () => {
  it('stands on what is known of the site', () => {
    const { page, whole } = scanned(GOOD_SITE)
    expect(scorePage(page, whole)).toBe(100)
    expect(scorePage({ ...page, isInSitemap: false }, whole)).toBe(98)
    expect(scorePage({ ...page, sameTitle: ['https://tides.example/x'] }, whole)).toBe(98)
    const closed = observe({ ...GOOD_SITE, robots: 'User-agent: *\nDisallow: /\n' })
    expect(scorePage(page, closed)).toBe(15)
    const unknown = { robots: null, sitemap: null, llmsTxt: null, wellKnown: null, tdmRep: null }
    expect(scorePage(page, { nowMs: whole.nowMs, ...unknown })).toBe(100)
  })

  it('knows a challenge by its markup', () => {
    const site = { ...GOOD_SITE, ...ACCESS_SITES['asks for a captcha with status 200'] }
    const { page, whole } = scanned(site)
    expect(scorePage(page, whole)).toBe(10)
  })
})
