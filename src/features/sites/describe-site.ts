import * as z from 'zod'
import { isoOrNull } from '../../lib/time/clock.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { SiteReference } from '../../kernel/inputs.ts'
import { siteRule } from '../../kernel/site-rules.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { lastNotices, NotPage, ScanNotice } from './last-notices.ts'
import { inSiteZone } from './in-site-zone.ts'
import { SiteWithStats, withStats } from './site-stats.ts'
import { WorstCheck, worstChecks } from './worst-checks.ts'

/** Describes one site by id or domain, with what is known of its data. */
export const describeSite = defineOperation({
  name: 'sites.describe',
  summary: 'One site: configuration, install status, pages, last scan and the span of its data',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  input: z.strictObject({ site: SiteReference }),
  output: SiteWithStats.extend({
    data: z.object({
      pages: z.int(),
      firstEventAt: z.string().nullable(),
      lastEventAt: z.string().nullable(),
    }),
    /**
     * The checks by which pages lose most; absent where none is known, and optional, so that lists of tools need not describe
     * it.
     */
    worstChecks: z.array(WorstCheck).optional(),
    /** What the last scan warned of, and the first addresses that became no page; absent where there are none. */
    scanWarnings: z.array(ScanNotice).optional(),
    notPages: z.array(NotPage).optional(),
    untrusted: z.array(z.string()).optional(),
  }),
  rules: [siteRule],
  async handler({ app, db }, { site: reference }) {
    const site = await findSite(db, reference)
    const worst = await worstChecks(db, site.row.id)
    const described = await withStats(db, site.row, app.now())
    const { firstEventAt, lastEventAt } = await site.dataSpan()
    const data = {
      pages: described.stats.pages,
      firstEventAt: isoOrNull(firstEventAt ?? null),
      lastEventAt: isoOrNull(lastEventAt ?? null),
    }
    return {
      ...inSiteZone({ ...described, data }, site.row.timezone),
      ...(worst.length > 0 && { worstChecks: worst }),
      ...(await lastNotices(site)),
      untrusted: ['name', 'scanWarnings', 'notPages'],
    }
  },
})
