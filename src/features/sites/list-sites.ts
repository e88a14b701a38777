import * as z from 'zod'
import { hasAnyScope } from '../../kernel/door/access.ts'
import { cursorBinding } from '../../kernel/credentials/cursor.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/door/inputs.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { lastScans } from './last-scan.ts'
import { SiteNumbers, siteNumbers } from './site-numbers.ts'
import { Site, toSite } from './site.ts'

const ListedSite = Site.extend({
  numbers: SiteNumbers.optional().describe('Where stats asks for them'),
}).meta({ id: 'Site' })

/** GET /sites: the sites, oldest first. */
export const listSites = defineOperation({
  name: 'sites.list',
  summary: 'List the sites of the organization',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { surface: 'api', method: 'get', path: '/sites' },
  input: z.strictObject({
    stats: z.enum(['28d']).optional().describe('Also the numbers of so many days'),
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: listOf(ListedSite),
  async handler({ app, db, principal }, { stats, limit, cursor }) {
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
    const mayCount = hasAnyScope(principal, ['analytics:read'])
    const numbers = stats && (await siteNumbers(db, shown, { now: app.now(), mayCount }))
    return {
      items: shown.map((row) => ({
        ...toSite(row, scans.get(row.id), app.now()),
        ...(numbers && { numbers: numbers.get(row.id) }),
      })),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.id]) : null,
    }
  },
})
