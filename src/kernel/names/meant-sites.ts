import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { SiteHead } from '../../../db/tenant/tenant-sites.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { invalidField } from '../door/errors.ts'
import { findNamed, findOnlySite, findSite } from './find-site.ts'

export type { SiteHead }

/** The word that stands for every site that the caller reaches. */
export const ALL_SITES = 'all'
/** The most sites that a caller may name; `all` has no such limit. */
const MAX_NAMED = 200

export const SiteReferences = z
  .array(z.string().min(1).max(2_048))
  .default([ALL_SITES])
  .describe('Names, domains')

/** The number of sites of an organization that are read at a time, on the event loop. */
const HEADS_AT_ONCE = 500

/** The sites that a caller means: one, with its rows, or several, each of which may be gone when it is looked for. */
export type MeantSites = { only: SiteDb } | { several: readonly SiteHead[] }

/**
 * Finds the sites that the given names mean, each once. Throws as `findSite`, and NOT_FOUND where the organization has
 * no site.
 */
export async function meantSites(db: TenantDb, names: readonly string[]): Promise<MeantSites> {
  if (areAll(names)) return allSites(db)
  const found = new Map<string, SiteDb>()
  for (const name of await singleNames(db, names)) {
    await turn()
    const site = await findSite(db, name)
    found.set(site.row.id, site)
  }
  const [only, ...others] = found.values()
  if (only && others.length === 0) return { only }
  return { several: [...found.values()].map(siteHeadOf) }
}

/** True for names that mean every site. */
export const areAll = (names: readonly string[]): boolean =>
  names.length === 0 || names.some((name) => name.trim().toLowerCase() === ALL_SITES)

function assertFew(names: number): void {
  if (names <= MAX_NAMED) return
  throw invalidField(
    'site',
    'too_many',
    `Name at most ${MAX_NAMED} sites; ${ALL_SITES} is each one`,
  )
}

/** Finds the first site that the given names mean. Throws as `meantSites`. */
export async function firstMeant(db: TenantDb, names: readonly string[]): Promise<SiteDb> {
  assertFew(names.length)
  const [name = ALL_SITES] = areAll(names) ? [] : await singleNames(db, names.slice(0, 1))
  if (name !== ALL_SITES) return findSite(db, name)
  const only = await db.sites.findOnly()
  const [head] = only ? [] : await db.sites.heads('', 1)
  return only ?? (await (head && db.sites.find(head.id))) ?? findOnlySite(db)
}

export const siteHeadOf = ({ row: { id, domain, rollup_timezone: zone } }: SiteDb): SiteHead => ({
  id,
  domain,
  zone,
})

/** Returns the heads of the sites that are meant. */
export const headsOf = (meant: MeantSites): readonly SiteHead[] =>
  'only' in meant ? [siteHeadOf(meant.only)] : meant.several

async function allSites(db: TenantDb): Promise<MeantSites> {
  const only = await db.sites.findOnly()
  if (only) return { only }
  const several: SiteHead[] = []
  for (let after = ''; ; after = several.at(-1)?.id ?? '') {
    const heads = await db.sites.heads(after, HEADS_AT_ONCE)
    several.push(...heads)
    if (heads.length < HEADS_AT_ONCE) break
    await turn()
  }
  if (several.length === 0) return { only: await findOnlySite(db) }
  return { several }
}

/**
 * Splits a text at its commas where each part is the id, the domain or an address of a site: a name may have commas.
 */
async function singleNames(db: TenantDb, names: readonly string[]): Promise<string[]> {
  assertFew(names.reduce((sum, name) => sum + name.split(',').length, 0))
  const single = new Set<string>()
  for (const name of new Set(names)) {
    const parts = name.split(',').map((part) => part.trim())
    for (const one of parts.length > 1 && (await areNamed(db, parts)) ? parts : [name])
      single.add(one)
  }
  return [...single]
}

async function areNamed(db: TenantDb, parts: readonly string[]): Promise<boolean> {
  for (const part of new Set(parts)) {
    await turn()
    if (!(await findNamed(db, part))) return false
  }
  return true
}
