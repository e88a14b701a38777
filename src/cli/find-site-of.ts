import type { SiteDb } from '../../db/site-db.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM } from './command.ts'
import type { Operator } from './operator.ts'

/** Finds a site by its id or domain. Throws CliError where the organization has none. */
export async function findSiteOf(
  { db, organization }: Operator,
  reference: string,
  database: string,
): Promise<SiteDb> {
  const site = await db.sites.find(reference)
  if (site) return site
  throw new CliError(
    `${organization.name} has no site ${reference} in ${database}; ${PROGRAM} site list has them`,
  )
}
