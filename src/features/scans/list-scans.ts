import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { SCAN_STATES, ScanJob, toScanJob } from './scan.ts'

/** GET /scan: the scans of one site, newest request first. */
export const listScans = defineOperation({
  name: 'scans.list',
  summary: 'Scans of a site, newest first',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { surface: 'api', method: 'get', path: '/scan' },
  input: z.strictObject({
    siteId: PathId.describe('Site id'),
    state: z.enum(SCAN_STATES).optional().describe('Only scans in this state'),
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: listOf(ScanJob),
  async handler({ app, db }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const { state, limit, cursor } = input
    const binding = cursorBinding(`scans.list ${site.row.id}`, input)
    const before = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    // @NOTE this order is that of the index `scan_by_site` of migration 0005.
    let query = db.sites
      .query()
      .innerJoin('scan', 'scan.site_num', 'site.num')
      .selectAll('scan')
      .where('site.num', '=', site.row.num)
      .orderBy('scan.num', 'desc')
      .limit(limit + 1)
    if (state !== undefined) query = query.where('scan.state', '=', state)
    if (before !== undefined) query = query.where('scan.num', '<', Number(before))
    const rows = await query.execute()
    const last = rows[limit - 1]
    return {
      items: rows.slice(0, limit).map(toScanJob),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.num]) : null,
    }
  },
})
