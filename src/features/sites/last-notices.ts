import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { ScanTally } from '../scans/face.ts'

/**
 * The most addresses, and examples of a warning, that a description of a site names; `GET /scan/:jobId/addresses` has
 * all of them.
 */
const MAX_NAMED = 5
const MAX_CHARS = 200

/** A warning of the last scan. */
export const ScanNotice = z.object({
  code: z.string(),
  count: z.int(),
  examples: z.array(z.string()).optional(),
})

/** An address that became no page of the last scan. */
export const NotPage = z.object({ url: z.string(), outcome: z.string(), reason: z.string() })

/** The part of a scan's tally that has its warnings; tallies of older releases have no examples. */
const Kept = ScanTally.pick({ warnings: true, examples: true })

interface Notices {
  scanWarnings?: z.input<typeof ScanNotice>[]
  notPages?: z.input<typeof NotPage>[]
}

/** Reads the warnings of the last scan of a site, and the first addresses that failed or lead elsewhere. */
export async function lastNotices({ scans }: SiteDb): Promise<Notices> {
  const scan = await scans.latest()
  if (!scan) return {}
  const { warnings, examples } = Kept.parse(JSON.parse(scan.tally))
  const notices = Object.entries(warnings).map(([code, count]) => {
    const named = examples[code]?.slice(0, MAX_NAMED).map(short)
    return { code, count, ...(named && { examples: named }) }
  })
  const found = await Promise.all(
    ['failed', 'redirected', 'skipped'].map((outcome) =>
      scans.addresses(scan.num, { outcome, after: 0, limit: MAX_NAMED }),
    ),
  )
  const named = found.flat().slice(0, MAX_NAMED)
  return {
    ...(notices.length > 0 && { scanWarnings: notices }),
    ...(named.length > 0 && {
      notPages: named.map(({ url, outcome, reason }) => ({ url: short(url), outcome, reason })),
    }),
  }
}

const short = (text: string): string => text.slice(0, MAX_CHARS).toWellFormed()
