import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import { SCAN_STATES, ScanJob, toScanJob } from './scan.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

/** GET /scan: the scans of one site, newest request first. */
export const listScans = defineList({
  name: 'scans.list',
  summary: 'Scans of a site, newest first',
  access: { by: 'scope', anyOf: ['sites:read'] },
  path: '/scan',
  fields: {
    siteId: PathId.describe('Site id'),
    state: z.enum(SCAN_STATES).optional().describe('Only scans in this state'),
  },
  async read({ ctx: { db } }, { siteId, state }, { after, limit }) {
    const site = await findSiteById(db, siteId)
    // @NOTE this order is that of the index `scan_by_site`.
    let query = db.sites
      .query()
      .innerJoin('scan', 'scan.site_num', 'site.num')
      .selectAll('scan')
      .where('site.num', '=', site.row.num)
      .orderBy('scan.num', 'desc')
      .limit(limit)
    if (state !== undefined) query = query.where('scan.state', '=', state)
    if (after) query = query.where('scan.num', '<', Number(after[0]))
    return { rows: await query.execute() }
  },
  key: ({ num }) => [num],
  item: ScanJob,
  toItem: toScanJob,
})
