import type { SiteDb } from '../../../db/site-db.ts'
import type { SiteRow } from '../../../db/site-row.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { didYouMean } from '../../lib/text/did-you-mean.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { invalidField, notFound, type ServiceError } from '../door/errors.ts'
import { siteAliases, domainsOf } from './site-host.ts'

const MAX_SEARCHED = 200
const MAX_NAMED = 10
/** The fewest letters of a part of a name that may stand for the whole name. */
const MIN_PART = 3

/**
 * Finds the site that a caller means: by id, domain, address or name, or the only site where no site is named. Throws
 * NOT_FOUND, with the organization's own site that was probably meant, or VALIDATION_FAILED, with the sites that the
 * name could mean.
 */
export async function findSite(db: TenantDb, reference: string | undefined): Promise<SiteDb> {
  if (reference === undefined) return findOnlySite(db)
  return (await findNamed(db, reference)) ?? findByName(db, reference)
}

/** Finds the site with an id. Throws NOT_FOUND for a text that is not the id of a site within reach. */
export async function findSiteById(db: Pick<TenantDb, 'sites'>, id: string): Promise<SiteDb> {
  return existingSite(await db.sites.find(id))
}

/** Returns the value itself. Throws NOT_FOUND for a site where the value is undefined. */
export function existingSite<T>(found: T | undefined): T {
  if (found === undefined) throw notFound('site')
  return found
}

/**
 * Finds the site whose id, domain or alias the text is, or whose domain or alias is the host of the address; undefined
 * where there is no such site.
 */
export async function findNamed(db: TenantDb, reference: string): Promise<SiteDb | undefined> {
  const exact = await db.sites.find(reference)
  if (exact) return exact
  const host = hostOf(reference)
  if (host === undefined) return undefined
  const byHost = await db.sites.find(host)
  if (byHost) return byHost
  const found = only((await namedSites(db)).filter(({ aliases }) => aliases.includes(host)))
  return found && db.sites.find(found.id)
}

/** Returns the domain of the organization's own site that a misspelt reference probably means. */
export const nearestDomain = async (db: TenantDb, reference: string): Promise<string | undefined> =>
  nearestOf(await namedSites(db), reference)

/** True for a text that names this site and no other: its id, its domain or an alias, or an address there. */
export const isNamedBy = (site: SiteRow, reference: string): boolean =>
  reference === site.id || domainsOf(site).includes(hostOf(reference) ?? '')

const nameTheSite = (domains: readonly string[]): ServiceError =>
  invalidField('site', 'required', `Name the site: ${listOfDomains(domains)}`, domains[0])

/**
 * Finds the only site. Throws what `ask` makes of the domains where there are several, NOT_FOUND where no site exists.
 */
export async function findOnlySite(
  db: TenantDb,
  ask: (domains: readonly string[]) => ServiceError = nameTheSite,
): Promise<SiteDb> {
  const site = await db.sites.findOnly()
  if (site) return site
  const domains = (await namedSites(db)).map(({ domain }) => domain)
  throw domains.length === 0 ? notFound('site; there is none yet') : ask(domains)
}

/** Returns the host of an address, or of a text that may be one, without `www.`. */
function hostOf(reference: string): string | undefined {
  const text = reference.trim().toLowerCase()
  const { hostname } = parseUrl(text.includes('://') ? text : `https://${text}`) ?? {}
  return hostname?.replace(/^www\./, '').replace(/\.$/, '')
}

async function findByName(db: TenantDb, reference: string): Promise<SiteDb> {
  const sites = await namedSites(db)
  const sought = fold(reference)
  const similar = sites.filter(
    ({ name, domain }) => sought.length >= MIN_PART && fold(`${name} ${domain}`).includes(sought),
  )
  const found = only(similar.filter(({ name }) => fold(name) === sought)) ?? only(similar)
  const site = found && (await db.sites.find(found.id))
  if (site) return site
  if (similar.length > 1) {
    const domains = similar.map(({ domain }) => domain)
    const message = `Several sites are named like this: ${listOfDomains(domains)}`
    throw invalidField('site', 'ambiguous', message, domains[0])
  }
  const [bound] = sites
  if (db.sites.boundId !== undefined && bound) {
    throw notFound(`site here: this address is bound to ${bound.domain}; leave site out`)
  }
  const meant = nearestOf(sites, reference)
  const domains = listOfDomains(sites.map(({ domain }) => domain))
  throw notFound(
    meant === undefined ? `site; yours: ${domains || 'none yet'}` : `site; did you mean ${meant}?`,
  )
}

function nearestOf(
  sites: readonly { name: string; domain: string }[],
  reference: string,
): string | undefined {
  const names = sites.flatMap(({ name, domain }) => [
    { text: domain, domain },
    { text: name, domain },
  ])
  const texts = names.map(({ text }) => text)
  const nearest = didYouMean(hostOf(reference) ?? reference, texts)
  return names.find(({ text }) => text === nearest)?.domain
}

const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

/** Returns the form in which names are compared: without case and without the characters between words. */
const fold = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

async function namedSites(db: TenantDb) {
  const rows = await db.sites
    .query()
    .select(['id', 'name', 'domain', 'aliases'])
    .orderBy('domain')
    .limit(MAX_SEARCHED)
    .execute()
  return rows.map((row) => ({ ...row, aliases: siteAliases(row) }))
}

/** Lists domains for a sentence; of many, it lists the first ones. */
export function listOfDomains(domains: readonly string[]): string {
  const more = domains.length - MAX_NAMED
  const shown = domains.slice(0, MAX_NAMED).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}
