import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { lastScans } from './last-scan.ts'
import { Site, toSite } from './site.ts'

/** GET /sites: the sites, oldest first. */
export const listSites = defineOperation({
  name: 'sites.list',
  summary: 'List the sites of the organization',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { surface: 'api', method: 'get', path: '/sites' },
  input: z.strictObject({ limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(Site),
  async handler({ app, db }, { limit, cursor }) {
    const binding = cursorBinding(`sites.list ${db.orgId}`, {})
    const after = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    let query = db.sites
      .query()
      .selectAll()
      .orderBy('id')
      .limit(limit + 1)
    if (after !== undefined) query = query.where('id', '>', String(after))
    const rows = await query.execute()
    const shown = rows.slice(0, limit)
    const last = rows[limit - 1]
    const scans = await lastScans(
      db,
      shown.map(({ id }) => id),
    )
    return {
      items: shown.map((row) => toSite(row, scans.get(row.id), app.now())),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.id]) : null,
    }
  },
})
