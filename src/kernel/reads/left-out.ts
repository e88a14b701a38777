import * as z from 'zod'
import type { SiteHead } from '../names/meant-sites.ts'

const REASONS = ['time', 'too_costly', 'deleted'] as const

/** A site whose data is missing in an answer about several sites. */
export const LeftOut = z.object({
  siteId: z.string(),
  domain: z.string(),
  reason: z
    .enum(REASONS)
    .describe('time: of the whole call; too_costly: of this site; deleted: meanwhile'),
})
export type LeftOut = z.infer<typeof LeftOut>

export const leftOutFor = (
  { id: siteId, domain }: SiteHead,
  reason: LeftOut['reason'],
): LeftOut => ({
  siteId,
  domain,
  reason,
})
