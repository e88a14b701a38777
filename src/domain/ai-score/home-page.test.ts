import { describe, expect, it } from 'vitest'
import { sharedDate } from './stated-dates.ts'
import { readPage } from '../html/read-page.ts'
import { homePageOf } from './home-page.ts'
import { judgePage } from './judge-page.ts'
import type { Observation } from './observation.ts'
import type { HomePage } from './page-names.ts'
import type { CheckId } from './rubric.ts'
import { scorePages } from './score-pages.ts'
import { toScore } from './score.ts'
import { siteProbesOf } from './site-probes.ts'
import { GOOD_SITE } from './testing/good-site.ts'
import { observeTestSite } from './testing/test-site.ts'

const titleOf = (html: string): string => /<title>([^<]*)/.exec(html)?.[1] ?? ''
const descriptionOf = (html: string): string =>
  /<meta name="description" content="([^"]*)/.exec(html)?.[1] ?? ''
const h1Of = (html: string): string => /<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? ''

const ORIGIN = new URL(GOOD_SITE.url).origin
const OTHER_NAMES = GOOD_SITE.html
  .replace(/<title>[^<]*/, '<title>Tides and what they do to a coast')
  .replace(
    /(<meta name="description" content=")[^"]*/,
    '$1All about tides: when they come, how high they stand, and why.',
  )

/** Makes the start page of the good site, with this HTML. */
function home(html: string, lastModified: string | null = null): HomePage {
  const headers = { 'content-type': 'text/html' }
  const url = `${ORIGIN}/`
  const page = readPage(Buffer.from(html), { url, contentType: 'text/html', headers })
  return { ...homePageOf({ finalUrl: url, status: 200, page, headers })!, lastModified }
}

/** Judges the good page, together with this start page, as one score sees it and as a scan does. */
function both(html: string, start: HomePage, more: Partial<Observation> = {}) {
  const site = { ...GOOD_SITE, html }
  const whole = { ...observeTestSite(site), home: start, ...more }
  const judged = judgePage({
    url: site.url,
    status: 200,
    headers: whole.target.headers,
    facts: whole.target.page!,
    body: Buffer.from(html),
    isTruncated: false,
    sitemapLastmod: whole.sitemap?.targetLastmod ?? null,
  })
  const pages = [{ num: 1, url: site.url, judged }]
  const [scanned] = scorePages({ site: siteProbesOf(whole), pages })
  const single = toScore(whole)
  const status = (id: CheckId) => single.checks.find((check) => check.id === id)?.status
  return { single: single.score, scanned: scanned?.score, status }
}

describe('a page beside the start page of its site', () => {
  it('keeps its score where the start page has other names', () => {
    const start = home('<title>Tides</title><h1>The house of the tides</h1>')
    const { single, scanned } = both(GOOD_SITE.html, start)
    expect([single, scanned]).toEqual([100, 100])
  })

  it.each<[string, string, CheckId, string, number]>([
    [
      'whose title is that of the start page',
      `<title>${titleOf(GOOD_SITE.html)}</title>`,
      'C1',
      'fail',
      96,
    ],
    [
      'whose description is that of the start page',
      `<meta name="description" content="${descriptionOf(GOOD_SITE.html)}">`,
      'C7',
      'warn',
      99,
    ],
    ['whose h1 is a banner', `<h1>${h1Of(GOOD_SITE.html)}</h1>`, 'C2', 'fail', 97],
    [
      'that has the text of the start page',
      OTHER_NAMES.replace(/<h1/, '<h1 data-x'),
      'B2',
      'warn',
      96,
    ],
  ])('loses points %s', (_, start, id, status, score) => {
    const seen = both(GOOD_SITE.html, home(start))
    expect(seen.status(id)).toBe(status)
    expect([seen.single, seen.scanned]).toEqual([score, score])
  })

  it('has an h1 of its own beside a banner', () => {
    const html = GOOD_SITE.html.replace('<body>', '<body><h1>Tide House</h1>')
    expect(both(html, home('<h1>Tide House</h1>')).status('C2')).toBe('pass')
    // A start page with several of them names its pages by them.
    const own = home(`<h1>${h1Of(GOOD_SITE.html)}</h1><h1>Neap tides</h1>`)
    expect(both(GOOD_SITE.html, own).status('C2')).toBe('pass')
  })

  it('may be the start page itself', () => {
    const own = home(GOOD_SITE.html)
    const { single, scanned } = both(GOOD_SITE.html, { ...own, url: GOOD_SITE.url })
    expect([single, scanned]).toEqual([100, 100])
  })
})

describe('Last-Modified', () => {
  const WITHOUT_DATES = GOOD_SITE.html.replace(/<script.*<\/script>/s, '')
  const headers = { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' }
  const start = (at: string | null) => home('<title>Tides</title>', at)
  const scored = (at: string | null) => {
    const html = WITHOUT_DATES
    const site = { ...GOOD_SITE, html, headers, sitemap: undefined }
    const whole = { ...observeTestSite(site), home: start(at) }
    return toScore(whole).checks.find(({ id }) => id === 'D4')
  }

  it('counts where it is the only date, and the page\u2019s own', () => {
    expect(scored('Sun, 01 Mar 2026 10:00:00 GMT')?.status).toBe('pass')
    expect(scored(null)?.status).toBe('pass')
  })

  it('counts for nothing where the start page has it too, within minutes', () => {
    const found = scored('Mon, 02 Nov 2026 10:04:00 GMT')
    expect(found?.status).toBe('warn')
    expect(found?.evidence.details[0]).toContain('put on its server')
  })

  it('is shared by what most pages have, also where four of ten were touched', () => {
    const at = (header: string, pages: number) => ({ header, pages })
    const untouched = at('Mon, 02 Nov 2026 10:00:00 GMT', 5)
    const later = at('Mon, 02 Nov 2026 10:08:00 GMT', 1)
    const touched = ['03', '04', '05', '06'].map((day) =>
      at(`Tue, ${day} Nov 2026 09:00:00 GMT`, 1),
    )
    expect(sharedDate([...touched, later, untouched])).toBe('2026-11-02T10:00:00.000Z')
    expect(sharedDate([...touched, at('no date', 50)])).toBeNull()
    expect(sharedDate([at('Mon, 02 Nov 2026 10:00:00 GMT', 1)])).toBeNull()
  })
})
