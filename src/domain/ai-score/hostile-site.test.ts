import { array, assert, constantFrom, integer, oneof, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { readPage } from '../html/read-page.ts'
import { parseRobots } from '../robots/robots.ts'
import { toScore } from './score.ts'
import { GOOD_HTML, GOOD_SITE } from './testing/good-site.ts'
import { observeTestSite } from './testing/test-site.ts'

/** Fragments of pages, in any order, with anything between them. */
const piece = oneof(
  string({ unit: 'binary', maxLength: 60 }),
  constantFrom(
    '<h1>',
    '</h1>',
    '<h4>What?</h4>',
    '<main>',
    '<p>"',
    '<a href="//[">here</a>',
    '<link rel=canonical href="http://[::1">',
    '<link rel=canonical href="https://x.example/%ff">',
    '<script type="application/ld+json">{"@type":["Product",1,null],"offers":[{"price":{}}],"name":7}</script>',
    '<script type="application/ld+json">[[[[[[{"@graph":{"@graph":[{"@type":"FAQPage","mainEntity":[null,1]}]}}]]]]]]</script>',
    '<script type="application/ld+json">{"@type":"Article","datePublished":"9999-99-99","author":[[]]}</script>',
    '<meta name=robots content="max-snippet:-1,none">',
    '<img><img alt>',
    '<div id=root></div>',
    '\u202E99 %\u0000',
  ),
)
const markup = array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

it('toScore gives any page a score between 0 and 100, with evidence that can be shown', () => {
  assert(
    property(markup, markup, integer({ min: 100, max: 599 }), (html, other, status) => {
      const observation = observeTestSite({
        ...GOOD_SITE,
        html,
        status,
        robots: other,
        sitemap: other,
        llms: other,
      })
      const { score, level, checks } = toScore(observation)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      expect(level).toBeLessThanOrEqual(5)
      for (const { evidence, points, weight } of checks) {
        const texts = [...evidence.details, evidence.excerpt ?? '']
        expect(
          texts.every((text) => text.length <= 200 && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)),
        ).toBe(true)
        expect(evidence.details.length).toBeLessThanOrEqual(20)
        expect(points).toBeLessThanOrEqual(weight)
      }
    }),
    { numRuns: 200 },
  )
})

it('toScore accepts malformed headers', () => {
  const observation = observeTestSite(GOOD_SITE)
  const headers = {
    link: '<<<>;rel="api-catalog',
    'x-robots-tag': ',,:,',
    'last-modified': 'never',
    'content-usage': '=,=;/ x',
    'tdm-reservation': '2',
  }
  const { target } = observation
  const page = readPage(Buffer.from(GOOD_HTML), {
    url: target.finalUrl,
    contentType: null,
    headers,
  })
  const { score, checks } = toScore({
    ...observation,
    target: { ...target, headers, page },
    robots: {
      ...observation.robots!,
      robots: parseRobots('User-agent: *\nContent-Signal:\nLicense:\n'),
    },
  })
  expect(score).toBeGreaterThan(90)
  expect(checks.find(({ id }) => id === 'F5')?.status).toBe('warn')
})
