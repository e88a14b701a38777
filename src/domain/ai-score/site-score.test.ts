import { describe, expect, it } from 'vitest'
import { RUBRIC, type CheckId } from './rubric.ts'
import { siteScore, type ScoredPages } from './site-score.ts'

/** Pages with a score, on which these checks have these statuses and the others pass. */
const some = (
  pages: number,
  score: number,
  found: Partial<Record<CheckId, 'w' | 'f' | 'n'>> = {},
): ScoredPages => ({
  pages,
  score,
  found: RUBRIC.map(({ id }) => found[id] ?? 'p').join(''),
})

const NONE = { copies: 0, takenOut: 0, sameTitles: 0, commonTitle: null, sharedCanonical: null }

describe('siteScore', () => {
  it('is that of the page where there is one', () => {
    const site = siteScore({ startPage: 71, scored: [some(1, 71)], ...NONE })
    expect(site).toMatchObject({ score: 71, mean: 71, median: 71, lowerQuartile: 71, pages: 1 })
  })

  it('is that of the start page where no page has one', () => {
    expect(siteScore({ startPage: 64, scored: [], ...NONE })).toMatchObject({ score: 64, pages: 0 })
  })

  it('is not that of the start page alone', () => {
    const site = siteScore({ startPage: 90, scored: [some(1, 90), some(99, 50)], ...NONE })
    expect(site).toMatchObject({ score: 60, mean: 50.4, median: 50, lowerQuartile: 50 })
  })

  it('knows the worst quarter', () => {
    const scored = [some(70, 80), some(30, 40)]
    expect(siteScore({ startPage: 80, scored, ...NONE })).toMatchObject({
      score: 64,
      median: 80,
      lowerQuartile: 40,
    })
  })

  it('falls with duplicates and equal titles', () => {
    const scored = [some(100, 80)]
    const page = { startPage: 80, scored, ...NONE }
    expect(siteScore({ ...page, copies: 50 })).toMatchObject({
      score: 70,
      duplicates: { pages: 50, share: 0.5 },
    })
    // Fifty that were taken out are a third of all.
    expect(siteScore({ ...page, takenOut: 50 })).toMatchObject({
      duplicates: { pages: 50, share: 0.333 },
    })
    expect(siteScore({ ...page, sameTitles: 20 }).score).toBe(78)
    const worst = { ...page, startPage: 1, scored: [some(9, 1)], copies: 9, sameTitles: 9 }
    expect(siteScore(worst).score).toBe(0)
  })

  it('names the harm first, then the checks that lose most over all pages', () => {
    const scored = [
      some(50, 90, { D4: 'f', C1: 'w' }),
      some(44, 90, { D4: 'f', B1: 'f' }),
      some(6, 50, { A5: 'f', C4: 'f' }),
      some(1, 50, { A7: 'f' }),
    ]
    const named = (findings: readonly { id: string; pages: number }[]) =>
      findings.map(({ id, pages }) => `${id} ${pages}`)
    const site = { ...NONE, startPage: 50, scored }
    const { findings } = siteScore(site)
    // A fault of one page in a hundred is no harm to its site, so A7 comes last.
    expect(named(findings)).toEqual(['A5 6', 'C4 6', 'B1 44', 'D4 94', 'C1 50', 'A7 1'])
    const commonTitle = { title: 'Bakery Smith', pages: 30 }
    const shared = siteScore({
      ...site,
      sameTitles: 35,
      commonTitle,
      sharedCanonical: { url: 'https://bakery.example/', pages: 4 },
    }).findings
    expect(named(shared)).toEqual(['C4 4', 'A5 6', 'C1 35', 'B1 44', 'D4 94', 'A7 1'])
    expect(shared[2]).toMatchObject({
      status: 'fail',
      detail: '30 pages of different text are called “Bakery Smith”.',
    })
  })

  it('passes over checks that do not count', () => {
    expect(
      siteScore({ startPage: 9, scored: [some(1, 9, { F5: 'n' })], ...NONE }).findings,
    ).toEqual([])
  })
})
