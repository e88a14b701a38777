import { describe, expect, it } from 'vitest'
import { partsFor } from './check-needs.ts'
import type { Observation } from './observation.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import { toScore } from './score.ts'
import { ACCESS_SITES } from './testing/access-sites.ts'
import { CONTENT_SITES } from './testing/content-sites.ts'
import { GOOD_SITE } from './testing/good-site.ts'
import { observeTestSite } from './testing/test-site.ts'

const SITES = Object.values({ good: {}, ...ACCESS_SITES, ...CONTENT_SITES }).map((site) =>
  observeTestSite({ ...GOOD_SITE, ...site }),
)
const ONE_OF_FIVE = SITES.filter((_, i) => i % 5 === 0)

/** Reduces an observation to what would have been fetched for one check alone. */
function only(id: CheckId, whole: Observation): Observation {
  const parts = partsFor([id])
  const keep = <T>(part: Parameters<typeof parts.has>[0], value: T): T | null =>
    parts.has(part) ? value : null
  return {
    ...whole,
    target: { ...whole.target, ttfbMs: keep('ttfb', whole.target.ttfbMs) },
    robots: keep('robots', whole.robots),
    sitemap: keep('sitemap', whole.sitemap),
    llmsTxt: keep('llmsTxt', whole.llmsTxt),
    markdown: keep('markdown', whole.markdown),
    wellKnown: keep('wellKnown', whole.wellKnown),
    tdmRep: keep('tdmRep', whole.tdmRep),
    canonical: keep('canonical', whole.canonical),
    alternates: keep('alternates', whole.alternates),
    home: keep('home', whole.home ?? null),
  }
}

describe('a check that is requested alone', () => {
  it.each(RUBRIC.map(({ id }) => id))('has the same result as among the others: %s', (id) => {
    for (const whole of SITES) {
      const [alone] = toScore(only(id, whole), [id]).checks
      expect(alone).toEqual(toScore(whole).checks.find((check) => check.id === id))
    }
  })

  it('alone decides the score and its caps', () => {
    for (const whole of ONE_OF_FIVE) {
      const { caps } = toScore(whole)
      const found = RUBRIC.flatMap(({ id }) => toScore(only(id, whole), [id]).caps)
      expect(found.toSorted((a, b) => a.maxScore - b.maxScore)).toEqual(caps)
    }
  })

  it('needs no further request when the page alone decides it', () => {
    expect([...partsFor(['A5', 'E3'])]).toEqual([])
    expect([...partsFor(['F1', 'D4'])]).toEqual(['robots', 'sitemap', 'llmsTxt', 'home'])
  })
})
