import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { ScanTally } from '../scans/face.ts'

/** A check that an owner should mend on the pages of a site; evidence comes with a score of its own. */
export const WorstCheck = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  lostPoints: z.number(),
  /** Pages that it touches; null of a scan by an older release, which tells of the start page. */
  pages: z.int().nullable(),
  /** What is wrong, where that is one thing. */
  detail: z.string().optional(),
  fix: z.string(),
})
type WorstCheck = z.input<typeof WorstCheck>

/** The checks that lost points, as a scan keeps them; scans of older releases keep nothing. */
const Kept = ScanTally.pick({ worst: true })

/**
 * Reads the checks that lost the pages of a site most at the last scan that read the site, worst first, with advice in the
 * words of today's rubric. A check that the rubric no longer has is left out.
 */
export async function worstChecks({ scans }: SiteDb): Promise<WorstCheck[]> {
  const { completed: scan } = await scans.newest()
  if (!scan) return []
  const { RUBRIC } = await import('../../domain/ai-score/rubric.ts')
  const { worst } = Kept.parse(JSON.parse(scan.tally))
  return worst.flatMap(({ id, status, lostPoints, pages = null, detail }) => {
    const check = RUBRIC.find((known) => known.id === id)
    if (!check) return []
    const { title, fix } = check
    return [{ id, title, status, lostPoints, pages, ...(detail !== undefined && { detail }), fix }]
  })
}
