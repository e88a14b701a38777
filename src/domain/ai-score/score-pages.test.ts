import { describe, expect, it } from 'vitest'
import { judgePage, readJudged, type PageToJudge } from './judge-page.ts'
import type { Observation } from './observation.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import { scoreBasis, scorePages } from './score-pages.ts'
import { toScore } from './score.ts'
import { siteProbesOf, UNKNOWN_SITE } from './site-probes.ts'
import { ACCESS_SITES } from './testing/access-sites.ts'
import { CONTENT_SITES } from './testing/content-sites.ts'
import { GOOD_SITE } from './testing/good-site.ts'
import { observeTestSite, type TestSite } from './testing/test-site.ts'

/** Judges the page of a site as a scan does. */
function judge(site: TestSite): string {
  const { target, sitemap } = observeTestSite(site)
  const page: PageToJudge = {
    url: target.finalUrl,
    status: target.status,
    headers: target.headers,
    facts: target.page!,
    body: Buffer.from(site.html),
    isTruncated: target.isTruncated,
    sitemapLastmod: sitemap?.targetLastmod ?? null,
  }
  return judgePage(page)
}

/** Scores one page, with what an observation says about its site. */
function scoreOf(judged: string, whole: Observation): number {
  const page = { num: 7, url: whole.target.finalUrl, judged }
  const [scored, ...others] = scorePages({ site: siteProbesOf(whole), pages: [page] })
  expect(others).toEqual([])
  expect(scored?.num).toBe(7)
  return scored!.score
}

/** Reduces an observation to the page and what is asked once for a site, as if nothing else had been requested. */
function withoutRequests(whole: Observation): Observation {
  const { target, sitemap } = whole
  return {
    ...whole,
    target: { ...target, url: target.finalUrl, redirects: [] },
    sitemap: sitemap && { ...sitemap, containsTarget: null },
    canonical: null,
    alternates: null,
    parity: null,
  }
}

const SIGNALS = {
  'content-usage': 'train-ai=n, search=maybe',
  'content-signal': 'search=no',
  'tdm-reservation': '2',
  link: '</api>; rel="service-desc"',
}
const MORE: Readonly<Record<string, Partial<TestSite>>> = {
  'says in headers what may be done with it': {
    headers: SIGNALS,
    robots: 'User-agent: *\nAllow: /\n',
  },
  'is listed with a date alone': {
    html: GOOD_SITE.html.replace(/<script.*<\/script>/, ''),
    sitemap: `<urlset><url><loc>${GOOD_SITE.url}</loc><lastmod>2023-01-01</lastmod></url></urlset>`,
  },
  'was changed by its header alone': {
    html: GOOD_SITE.html.replace(/<script.*<\/script>/, ''),
    headers: { 'last-modified': 'Wed, 01 Jan 2025 00:00:00 GMT' },
    sitemap: undefined,
  },
}

const SITES = Object.entries({
  'does everything well': {},
  ...ACCESS_SITES,
  ...CONTENT_SITES,
  ...MORE,
})
  .map(([name, site]): [string, TestSite] => [name, { ...GOOD_SITE, ...site }])
  .filter(([, site]) => observeTestSite(site).target.page !== null)

describe('scorePages', () => {
  it.each(SITES)('scores like a full score without further requests a site that %s', (_, site) => {
    const whole = observeTestSite(site)
    const score = scoreOf(judge(site), whole)
    expect(score).toBe(toScore(withoutRequests(whole)).score)
  })

  it.each(SITES)('scores without knowing the site a page of a site that %s', (_, site) => {
    const { nowMs, ...whole } = withoutRequests(observeTestSite(site))
    const unknown = { ...whole, ...UNKNOWN_SITE, nowMs, sameTitle: null }
    // A date in the sitemap is stored with the page.
    const judged = judge({ ...site, sitemap: undefined })
    expect(scoreOf(judged, unknown)).toBe(toScore(unknown).score)
  })
})

describe('judgePage', () => {
  it('gives a small result for any page', () => {
    for (const [, site] of SITES) expect(judge(site).length).toBeLessThan(1_500)
    const headers = { 'content-usage': `\uD83D${'x'.repeat(100_000)}` }
    expect(judge({ ...GOOD_SITE, headers }).length).toBeLessThan(1_500)
  })

  it('stores the status of each check without knowing the site', () => {
    const { found } = readJudged(judge(GOOD_SITE))!
    const na = RUBRIC.filter((_, i) => found[i] === 'na').map(({ id }) => id)
    const unasked: CheckId[] = ['A1', 'A2', 'A3', 'A4', 'B3', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6']
    expect(na).toEqual(unasked)
    // The age of the page is judged when its score is made.
    const other = RUBRIC.filter((_, i) => found[i] !== 'na' && found[i] !== 'pass')
    expect(other.map(({ id }) => id)).toEqual(['D4'])
  })

  it('gives a result that other versions do not read', () => {
    const old = judge(GOOD_SITE).replace(/"by":"[^"]*"/, '"by":"2020-01-01.1"')
    expect(readJudged(old)).toBeUndefined()
    const pages = [{ num: 1, url: GOOD_SITE.url, judged: old }]
    expect(scorePages({ site: UNKNOWN_SITE, pages })).toEqual([])
  })
})

describe('the score of one page of a site', () => {
  const judged = judge(GOOD_SITE)
  const whole = observeTestSite(GOOD_SITE)

  it('depends on what is known of the site', () => {
    expect(scoreOf(judged, whole)).toBe(100)
    expect(
      scoreOf(judged, observeTestSite({ ...GOOD_SITE, robots: 'User-agent: *\nDisallow: /\n' })),
    ).toBe(15)
    expect(scoreOf(judged, { ...whole, ...UNKNOWN_SITE, nowMs: whole.nowMs })).toBe(100)
    expect(scoreOf(judged, { ...whole, target: { ...whole.target, ttfbMs: 3_000 } })).toBe(98)
  })

  it('is judged at its own address', () => {
    const robots = 'User-agent: *\nDisallow: /blog/\n'
    const site = siteProbesOf(observeTestSite({ ...GOOD_SITE, robots }))
    const pages = ['/blog/a', '/a'].map((path, num) => ({
      num,
      url: `https://tides.example${path}`,
      judged,
    }))
    const [inside, outside] = scorePages({ site, pages })
    expect(inside).toMatchObject({ num: 0, score: 15 })
    expect(outside?.score).toBeGreaterThan(90)
  })

  it('has another basis when its inputs change', () => {
    const basis = (change: Partial<Observation> = {}) =>
      scoreBasis(siteProbesOf({ ...whole, ...change }))
    const of = (site: Partial<TestSite>) =>
      scoreBasis(siteProbesOf(observeTestSite({ ...GOOD_SITE, ...site })))
    expect(basis()).toMatch(/^[0-9a-f]{16}$/)
    const same = [
      basis({ nowMs: whole.nowMs + 86_400_000 }),
      basis({ llmsTxt: { ...whole.llmsTxt!, text: `${GOOD_SITE.llms}\nMore` } }),
      basis({ sitemap: { ...whole.sitemap!, entries: 5_000, containsTarget: false } }),
    ]
    expect(new Set([basis(), ...same]).size).toBe(1)
    const others = [
      basis({ nowMs: Date.UTC(2026, 11, 1) }),
      of({ robots: 'User-agent: *\nAllow: /\n' }),
      of({ robots: 'User-agent: *\nAllow: /\nContent-Signal: search=yes\n' }),
      of({ robots: 503 }),
      of({ llms: undefined }),
      of({ sitemap: undefined }),
      scoreBasis({ ...UNKNOWN_SITE, nowMs: whole.nowMs }),
    ]
    expect(new Set([basis(), ...others]).size).toBe(1 + others.length)
  })

  it('recognises a challenge by its markup', () => {
    const site = { ...GOOD_SITE, ...ACCESS_SITES['asks for a captcha with status 200'] }
    expect(scoreOf(judge(site), observeTestSite(site))).toBe(10)
  })
})
