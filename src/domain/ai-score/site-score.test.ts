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

const NONE = { copies: 0, takenOut: 0, sameTitles: 0, sharedCanonical: null }

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
    expect(
      siteScore({
        startPage: 80,
        scored,
        copies: 50,
        takenOut: 0,
        sameTitles: 0,
        sharedCanonical: null,
      }),
    ).toMatchObject({
      score: 70,
      duplicates: { pages: 50, share: 0.5 },
    })
    // Fifty that were taken out are a third of all.
    expect(
      siteScore({
        startPage: 80,
        scored,
        copies: 0,
        takenOut: 50,
        sameTitles: 0,
        sharedCanonical: null,
      }),
    ).toMatchObject({
      duplicates: { pages: 50, share: 0.333 },
    })
    expect(
      siteScore({
        startPage: 80,
        scored,
        copies: 0,
        takenOut: 0,
        sameTitles: 20,
        sharedCanonical: null,
      }).score,
    ).toBe(78)
    expect(
      siteScore({
        startPage: 1,
        scored: [some(9, 1)],
        copies: 9,
        takenOut: 0,
        sameTitles: 9,
        sharedCanonical: null,
      }).score,
    ).toBe(0)
  })

  it('names the checks that lose most over all pages, and how many pages they touch', () => {
    const scored = [some(1, 50, { A2: 'f' }), some(10, 90, { C1: 'f' }), some(20, 95, { C1: 'w' })]
    const { findings } = siteScore({ startPage: 50, scored, ...NONE })
    expect(findings).toEqual([
      { id: 'C1', status: 'warn', lostPoints: 1.94, pages: 30, share: 0.968 },
      { id: 'A2', status: 'fail', lostPoints: 0.19, pages: 1, share: 0.032 },
    ])
  })

  it('passes over checks that do not count', () => {
    expect(
      siteScore({ startPage: 9, scored: [some(1, 9, { F5: 'n' })], ...NONE }).findings,
    ).toEqual([])
  })
})
