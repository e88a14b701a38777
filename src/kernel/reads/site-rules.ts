import type { SiteDb } from '../../../db/site-db.ts'
import { checkEachInTurn, type InputRule } from '../door/every-refusal.ts'
import { findSite, findSiteById } from '../names/find-site.ts'
import { areAll, firstMeant, meantSites } from '../names/meant-sites.ts'
import { readPath } from '../names/read-path.ts'
import type { OrgContext } from '../door/operation.ts'
import { assertDay, comparedRange, type RangeInput, resolveRange, siteRange } from './range.ts'

/**
 * The fields that name a site, by its id in a path or by the name that an assistant gives it, or that name several
 * sites.
 */
export interface OfSite {
  siteId?: string
  site?: string | readonly string[] | undefined
}

/**
 * Finds the site that a question is about, or the first of several: rules refuse the same for all of them. Throws as
 * `findSite`, and NOT_FOUND for an id that no site has.
 */
export async function siteOf({ db }: OrgContext, input: OfSite): Promise<SiteDb> {
  const { siteId, site: reference } = input
  if (siteId !== undefined) return findSiteById(db, siteId)
  return reference === undefined || typeof reference === 'string'
    ? findSite(db, reference)
    : firstMeant(db, reference)
}

/** True for a question about several sites. Throws as `siteOf`. */
export async function isAboutSeveral({ db }: OrgContext, input: OfSite): Promise<boolean> {
  const { siteId, site: names } = input
  if (siteId !== undefined || names === undefined || typeof names === 'string') return false
  if (areAll(names)) return (await db.sites.findOnly()) === undefined
  return 'several' in (await meantSites(db, names))
}

/** Checks that the reference means a site. */
export const siteRule: InputRule<OrgContext, OfSite> = (ctx, input) => siteOf(ctx, input)

/** Checks that the days of the ranges exist, each by itself and together. */
export const rangeRule: InputRule<OrgContext, OfSite & RangeInput> = async (ctx, input) => {
  const site = await siteOf(ctx, input)
  const now = ctx.app.now()
  const day = (name: 'from' | 'to') => async () => {
    const text = input[name]
    if (text !== undefined) assertDay(name, text, site.row.rollup_timezone, now)
  }
  const checks = [day('from'), day('to'), () => siteRange(site, input, now)]
  await checkEachInTurn<() => Promise<unknown>>(checks, (check) => check())
}

/** Checks that the path means a page of the site. */
export const pathRule: InputRule<OrgContext, OfSite & { path?: string | undefined }> = async (
  ctx,
  input,
) =>
  input.path !== undefined &&
  readPath(await siteOf(ctx, input), input.path, 'path', {
    isOneOfSeveral: await isAboutSeveral(ctx, input),
  })

interface Compared extends OfSite {
  compare?: string | undefined
}

/**
 * Resolves what the usual range is compared with: whether a word is a comparison does not depend on the range that was
 * sent, which may be refused as well.
 */
export async function readCompared(ctx: OrgContext, input: Compared) {
  const zone = (await siteOf(ctx, input)).row.rollup_timezone
  const now = ctx.app.now()
  return comparedRange(input.compare ?? 'none', resolveRange({}, zone, now), zone, now)
}

/** Checks that `compare` names a comparison. */
export const compareRule: InputRule<OrgContext, Compared> = async (ctx, input) =>
  input.compare !== undefined && readCompared(ctx, input)

// @NOTE rules read no more than the subject and the fields of their face, which its input has.
export const anyRules = <I>(rules: readonly InputRule<OrgContext, I>[]) =>
  rules as readonly InputRule<OrgContext, unknown>[]
