import * as z from 'zod'
import { Bom, isMarked } from '../../kernel/door/byte-order-mark.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { exportFile } from './export-file.ts'
import { exportSitesFile } from './export-sites.ts'
import { inputOf, LINK_ROUTE, servicesAt } from './linked-export.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import {
  areAll,
  headsOf,
  meantSites,
  siteHeadOf,
  type SiteHead,
} from '../../kernel/names/meant-sites.ts'

/** GET /exports?link=…: returns the file that a link stands for; the link is the only credential. */
export const openExport = defineOperation({
  name: 'exports.open',
  summary: 'The file of a link that the tool export_data made, without a key',
  access: { by: 'link', anyOf: ['analytics:read'] },
  http: { ...LINK_ROUTE, method: 'get', isFile: true },
  input: z.strictObject({
    link: z
      .string()
      .regex(/^[\w-]+$/)
      .describe('The signed query, as the link has it'),
    bom: Bom,
  }),
  output: z.object({}),
  async handler() {
    throw new ServiceError('NOT_ACCEPTABLE', 'A link opens a file, which has no JSON envelope')
  },
  async stream({ app, db, principal: { grant } }, { bom }) {
    const { sites, ...granted } = inputOf(grant)
    const input = { ...granted, bom: isMarked({ bom }) ? bom : granted.bom }
    const services = servicesAt(app, grant)
    if (!sites) return exportFile(services, await findSiteById(db, grant.siteId), input)
    // Of the sites that the link was made for, one alone may be left.
    return exportSitesFile(
      { ...services, isOneOfSeveral: true },
      { db, heads: await linkedSites(db, sites) },
      input,
    )
  },
})

/** Finds the sites that a link names, as far as they still exist. */
async function linkedSites(db: TenantDb, names: readonly string[]): Promise<readonly SiteHead[]> {
  if (areAll(names)) {
    return headsOf(await meantSites(db, names))
  }
  const found: SiteHead[] = []
  for (const name of names) {
    const site = await db.sites.find(name)
    if (site) found.push(siteHeadOf(site))
  }
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
