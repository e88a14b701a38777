import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant.ts'
import { lastCompletedScan } from './site-stats.ts'

/** A check that an owner should mend on the pages of a site; evidence comes with a score of its own. */
export const WorstCheck = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  lostPoints: z.number(),
  /** Pages that it touches; null of a scan by an older release, which tells of the start page. */
  pages: z.int().nullable(),
  fix: z.string(),
})
type WorstCheck = z.input<typeof WorstCheck>

/** The checks that lost points, as a scan keeps them; scans of older releases keep nothing. */
const Kept = z.object({
  worst: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        lostPoints: z.number(),
        pages: z.int().nullable().default(null),
      }),
    )
    .default([]),
})

/**
 * Reads the checks that lost the pages of a site most at the last scan that read the site, worst first, with advice in the
 * words of today's rubric. A check that the rubric no longer has is left out.
 */
export async function worstChecks(db: TenantDb, siteId: string): Promise<WorstCheck[]> {
  const scan = await lastCompletedScan(db, siteId)
  if (!scan) return []
  const { RUBRIC } = await import('../../domain/ai-score/rubric.ts')
  const { worst } = Kept.parse(JSON.parse(scan.tally))
  return worst.flatMap(({ id, status, lostPoints, pages }) => {
    const check = RUBRIC.find((known) => known.id === id)
    return check ? [{ id, title: check.title, status, lostPoints, pages, fix: check.fix }] : []
  })
}
