import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { ScanTally } from '../scans/face.ts'

/** A check that an owner should mend on the pages of a site. */
export const WorstCheck = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  lostPoints: z.number(),
  /**
   * The number of pages that lose points by the check; null in a scan by an older release, which checked the start page
   * alone.
   */
  pages: z.int().nullable(),
  /** The fault with its number of pages, as a sentence: `22 of 22 pages are too large to be read whole`. */
  fault: z.string(),
  /** The evidence that the scan saw, mostly of one page, whose path comes first; it may contain text of the site. */
  evidence: z.string().optional(),
  fix: z.string(),
})
type WorstCheck = z.input<typeof WorstCheck>

/** The part of a scan's tally that has the checks that lost points; tallies of older releases have none. */
const Kept = ScanTally.pick({ worst: true, site: true })

/**
 * Reads the checks by which the pages of a site lost most points in the last scan that read it, worst first, with
 * advice in the words of the present rubric. A check that the rubric no longer has is left out.
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
