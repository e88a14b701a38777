import * as z from 'zod'
import { hasAnyScope } from '../../kernel/door/access.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { SearchText } from '../../kernel/door/inputs.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import type { WantedRows } from '../../kernel/reads/paging.ts'
import { INSTALL_STATUS, installStatus } from '../widget/face.ts'
import { toLastScan } from './last-scan.ts'
import { Site, toSite } from './site.ts'
import { SiteNumbers, siteNumbers } from './site-numbers.ts'

const ListedSite = Site.extend({
  numbers: SiteNumbers.optional().describe('Where stats asks for them'),
}).meta({ id: 'Site' })

interface Sought {
  query?: string | undefined
  installStatus?: (typeof INSTALL_STATUS)[number] | undefined
}

const maySeeSettings = (principal: OrgPrincipal): boolean => hasAnyScope(principal, ['sites:read'])

/**
 * GET /sites and list_sites: the sites, oldest first. The tool is for a model that looks for one, too: who may only read
 * numbers sees their names alone, and a domain names a site wherever one is asked for, in fewer tokens than an id.
 */
export const listSites = defineList({
  name: 'sites.list',
  summary: 'List the sites of the organization',
  access: { by: 'scope', anyOf: ['sites:read'] },
  path: '/sites',
  fields: {
    // Objects have room for 28 numbers of each site.
    stats: { route: z.enum(['28d']).optional().describe('Also the numbers of so many days') },
    // A model looks for one among many; a program has all of them.
    query: { tool: SearchText.optional().describe('Part of the name or domain') },
    installStatus: { tool: z.enum(INSTALL_STATUS).optional().describe('State of the widget') },
  },
  toolRules: [({ principal }, { installStatus: asked }) => assertStatusMayBeRead(principal, asked)],
  async read({ ctx, by }, { stats, ...sought }, wanted) {
    const { app, db, principal } = ctx
    assertStatusMayBeRead(principal, sought.installStatus)
    const sites = await readSites(ctx, sought, wanted)
    const seesSettings = maySeeSettings(principal)
    const nums = sites.map(({ num }) => num)
    const scans = seesSettings ? await db.sites.newestScans(nums) : undefined
    const pages = by === 'tool' && seesSettings ? await db.sites.countPages(nums) : undefined
    const mayCount = hasAnyScope(principal, ['analytics:read'])
    const numbers = stats && (await siteNumbers(db, sites, { now: app.now(), mayCount }))
    return {
      rows: sites.map((site) => ({
        site,
        scan: scans?.get(site.num),
        numbers: numbers?.get(site.id),
        pages: pages?.get(site.num) ?? 0,
      })),
      notes: seesSettings ? [] : ['install_status, pages and last_scan need sites:read'],
    }
  },
  key: ({ site }) => [site.id],
  item: ListedSite,
  toItem: ({ site, scan, numbers }, { ctx: { app } }) => ({
    ...toSite(site, scan && toLastScan(scan), app.now()),
    ...(numbers && { numbers }),
  }),
  table: {
    access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'] },
    columns: (_, { ctx: { app, principal } }) => ({
      domain: ({ site }) => site.domain,
      name: ({ site }) => site.name,
      timezone: ({ site }) => site.timezone,
      ...(maySeeSettings(principal) && {
        install_status: ({ site }) => installStatus(site, app.now()),
        pages: ({ pages }) => pages,
        last_scan: ({ scan }) => scan?.state ?? null,
      }),
    }),
    untrusted: ['name'],
  },
})

/** Reads sites in the order of their ids; where some are sought, those alone. */
async function readSites(
  { app, db }: OrgContext,
  { query, installStatus: status }: Sought,
  { after, limit }: WantedRows,
) {
  let all = db.sites.query().orderBy('id')
  if (after) all = all.where('id', '>', String(after[0]))
  if (query === undefined && status === undefined) return all.selectAll().limit(limit).execute()
  const rows = await all.select(['id', 'domain', 'name', 'install_last_seen_at']).execute()
  const words = query?.toLowerCase() ?? ''
  const ids = rows
    .filter((row) => status === undefined || installStatus(row, app.now()) === status)
    .filter(({ name, domain }) => `${name} ${domain}`.toLowerCase().includes(words))
    .slice(0, limit)
    .map(({ id }) => id)
  return ids.length === 0 ? [] : all.selectAll().where('id', 'in', ids).execute()
}

function assertStatusMayBeRead(principal: OrgPrincipal, asked: string | undefined): void {
  if (asked === undefined || maySeeSettings(principal)) return
  throw invalidField('installStatus', 'withheld', 'installStatus needs sites:read')
}
