import type { SiteDb } from '../../db/site-db.ts'
import type { TenantDb } from '../../db/tenant/tenant-db.ts'
import { cleanExcerpt } from '../domain/ai-score/finding.ts'
import { findNamed, nearestDomain } from '../kernel/names/find-site.ts'
import type { Services } from '../server/services.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM } from './command.ts'

/** The organization in which a site is searched: its name for messages, and its data. */
interface Place {
  organization: { name: string }
  db: TenantDb
}

/**
 * Finds a site of an organization by its id, by one of its domains, or by an address there. A part of a name is not
 * enough, since commands delete. Throws CliError, which names the site that was probably meant.
 */
export async function findSiteOf(
  { db, organization }: Place,
  reference: string,
  database: string,
): Promise<SiteDb> {
  const site = await findNamed(db, reference)
  if (site) return site
  const meant = await nearestDomain(db, reference)
  const hint = meant === undefined ? '' : `did you mean ${meant}? `
  throw new CliError(
    `${organization.name} has no site ${cleanExcerpt(reference)} in ${database}; ${hint}${PROGRAM} site list has them`,
  )
}

/**
 * Finds a site of any organization by its id, one of its domains or an address there, for commands that do not work for
 * one organization. Throws CliError where several sites have the domain, with their ids.
 */
export async function findSiteAnywhere(
  { context, database }: Services,
  reference: string,
): Promise<SiteDb> {
  const organizations = await database.accounts.organizations()
  const places = organizations.map(({ id, name }) => ({ name, db: context.tenant(id) }))
  const found = []
  for (const { name, db } of places) {
    const site = await findNamed(db, reference)
    if (site?.row.id === reference) return site
    if (site) found.push({ name, site })
  }
  const [first] = found
  const shown = cleanExcerpt(reference)
  if (first && found.length === 1) return first.site
  if (first) {
    const ids = found.map(({ name, site }) => `  ${site.row.id}  ${cleanExcerpt(name)}`)
    throw new CliError(
      `Several organizations have ${shown} in ${database.file}; say which by its id:\n${ids.join('\n')}`,
    )
  }
  const near = await Promise.all(places.map(({ db }) => nearestDomain(db, reference)))
  const meant = near.find((domain) => domain !== undefined)
  const hint = meant === undefined ? '' : `did you mean ${meant}? `
  throw new CliError(
    `There is no site ${shown} in ${database.file}; ${hint}${PROGRAM} site list has their ids`,
  )
}
