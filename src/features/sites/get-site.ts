import * as z from 'zod'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { isoOrNull } from '../../lib/time/clock.ts'
import { inSiteZone } from './in-site-zone.ts'
import { lastNotices, NotPage, ScanNotice } from './last-notices.ts'
import { SiteWithSettings, SiteWithStats, withSettings, withStats } from './site-stats.ts'
import { widgetTag } from '../widget/face.ts'
import { WorstCheck, worstChecks } from './worst-checks.ts'

/** A site as a model reads it, with what is known of its data. */
const DescribedSite = SiteWithStats.extend({
  data: z.object({
    pages: z.int(),
    firstEventAt: z.string().nullable(),
    lastEventAt: z.string().nullable(),
  }),
  /** The tag to paste into the pages to install the widget. */
  tag: z.string().optional(),
  /**
   * The checks by which pages lose most points; absent where no check is known to lose points. Optional, so that lists
   * of tools need not describe it.
   */
  worstChecks: z.array(WorstCheck).optional(),
  /** The warnings of the last scan; absent without any. */
  scanWarnings: z.array(ScanNotice).optional(),
  notPages: z.array(NotPage).optional(),
  untrusted: z.array(z.string()).optional(),
})

/** GET /sites/:id and get_site: configuration, install status, pages and last scan. */
export const getSite = defineSiteRead({
  name: 'sites.get',
  summary: 'One site with its configuration, install status and counts',
  anyOf: ['sites:read'],
  withoutWords: true,
  path: '/sites/:id',
  fields: {},
  // The two faces show other parts of a site: its owner changes settings, and a model asks how it fares.
  read: ({ ctx: { app }, site }) => Promise.resolve({ app, site }),
  answer: SiteWithSettings,
  toAnswer: ({ site }, { now }) => withSettings(site, now),
  toolAnswer: DescribedSite,
  async toToolAnswer({ app, site }, { now }) {
    const worst = await worstChecks(site)
    const described = await withStats(site, now)
    const { firstEventAt, lastEventAt } = await site.dataSpan()
    const data = {
      pages: described.stats.pages,
      firstEventAt: isoOrNull(firstEventAt ?? null),
      lastEventAt: isoOrNull(lastEventAt ?? null),
    }
    return {
      ...inSiteZone({ ...described, data }, site.row.timezone),
      // The command line reads this too, and may not know where the service is reached.
      ...(app.publicUrl !== '' && { tag: widgetTag(app.publicUrl, site.row.id) }),
      ...(worst.length > 0 && { worstChecks: worst }),
      ...(await lastNotices(site)),
      untrusted: ['name', 'worstChecks', 'scanWarnings', 'notPages'],
    }
  },
})
