import { readLetters } from './finding.ts'
import { lostChecks } from './page-findings.ts'
import { RUBRIC } from './rubric.ts'

/** A check that pages of a site lose points by. */
export interface SiteFinding {
  id: string
  title: string
  /** Pages that it touches. */
  pages: number
  fix: string
}

/** Pages whose checks ended alike, by the letters of their statuses in the order of the rubric. */
export interface FoundAlike {
  letters: string
  pages: number
}

/** Ranks the checks by the points that they cost all pages together, then in the order of the rubric. */
export function worstFindings(groups: readonly FoundAlike[], limit: number): SiteFinding[] {
  const lost = new Map<string, { pages: number; points: number }>()
  for (const { letters, pages } of groups) {
    if (letters.length !== RUBRIC.length) continue
    for (const { id, lostPoints } of lostChecks({ found: readLetters(letters), caps: [] })) {
      const sum = lost.get(id) ?? { pages: 0, points: 0 }
      lost.set(id, { pages: sum.pages + pages, points: sum.points + lostPoints * pages })
    }
  }
  return RUBRIC.flatMap(({ id, title, fix }) => {
    const sum = lost.get(id)
    return sum ? [{ id, title, fix, ...sum }] : []
  })
    .toSorted((a, b) => b.points - a.points)
    .slice(0, limit)
    .map(({ id, title, pages, fix }) => ({ id, title, pages, fix }))
}
