import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { ScanTally } from '../scans/face.ts'

/** A check that an owner should mend on the pages of a site. */
export const WorstCheck = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  lostPoints: z.number(),
  /** Pages that the check touches; null in a scan by an older release, which checked the start page alone. */
  pages: z.int().nullable(),
  /** The same in a sentence: `22 of 22 pages are too large to be read whole`. */
  fault: z.string(),
  /** The evidence of the scan, mostly of one page, which it names first; text of the site may stand in it. */
  evidence: z.string().optional(),
  fix: z.string(),
})
type WorstCheck = z.input<typeof WorstCheck>

/** The checks that lost points, as a scan keeps them; scans of older releases keep nothing. */
const Kept = ScanTally.pick({ worst: true, site: true })

/**
 * Reads the checks that lost the pages of a site most at the last scan that read the site, worst first, with advice in
 * the words of today's rubric. A check that the rubric no longer has is left out.
 */
export async function worstChecks({ scans }: SiteDb): Promise<WorstCheck[]> {
  const { completed: scan } = await scans.newest()
  if (!scan) return []
  const { RUBRIC } = await import('../../domain/ai-score/rubric.ts')
  const { siteFault, startFault } = await import('../../domain/ai-score/fault.ts')
  const { worst, site } = Kept.parse(JSON.parse(scan.tally))
  return worst.flatMap(({ id, status, lostPoints, pages = null, detail }) => {
    const check = RUBRIC.find((known) => known.id === id)
    if (!check) return []
    const { title, fix } = check
    const fault = pages === null ? startFault(check) : siteFault(check, pages, site?.pages ?? pages)
    const seen = detail === undefined ? {} : { evidence: detail }
    return [{ id, title, status, lostPoints, pages, fault, ...seen, fix }]
  })
}
