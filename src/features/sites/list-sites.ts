import * as z from 'zod'
import { hasAnyScope } from '../../kernel/door/access.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import { lastScans } from './last-scan.ts'
import { Site, toSite } from './site.ts'
import { SiteNumbers, siteNumbers } from './site-numbers.ts'

const ListedSite = Site.extend({
  numbers: SiteNumbers.optional().describe('Where stats asks for them'),
}).meta({ id: 'Site' })

/** GET /sites: the sites, oldest first. */
export const listSites = defineList({
  name: 'sites.list',
  summary: 'List the sites of the organization',
  access: { by: 'scope', anyOf: ['sites:read'] },
  path: '/sites',
  fields: { stats: z.enum(['28d']).optional().describe('Also the numbers of so many days') },
  async read({ ctx: { app, db, principal } }, { stats }, { after, limit }) {
    let query = db.sites.query().selectAll().orderBy('id').limit(limit)
    if (after) query = query.where('id', '>', String(after[0]))
    const sites = await query.execute()
    const ids = sites.map(({ id }) => id)
    const scans = await lastScans(db, ids)
    const mayCount = hasAnyScope(principal, ['analytics:read'])
    const numbers = stats && (await siteNumbers(db, sites, { now: app.now(), mayCount }))
    const rows = sites.map((site) => ({
      site,
      scan: scans.get(site.id),
      numbers: numbers?.get(site.id),
    }))
    return { rows }
  },
  key: ({ site }) => [site.id],
  item: ListedSite,
  toItem: ({ site, scan, numbers }, { ctx: { app } }) => ({
    ...toSite(site, scan, app.now()),
    ...(numbers && { numbers }),
  }),
})
