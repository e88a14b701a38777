import type { SiteDb } from '../../db/site-db.ts'
import { notFound } from './errors.ts'
import type { InputRule } from './every-refusal.ts'
import { findSite } from './names/find-site.ts'
import { readPath } from './names/read-path.ts'
import type { OrgContext } from './operation.ts'
import type { RangeInput } from './range.ts'
import { siteRange } from './site-range.ts'

/** A site, by its id in a path or by the name that an assistant gives it. */
export interface OfSite {
  siteId?: string
  site?: string | undefined
}

/** Finds the site that is asked about. Throws as `findSite`, and NOT_FOUND for an id that is none of a site. */
export async function siteOf({ db }: OrgContext, input: OfSite): Promise<SiteDb> {
  const { siteId, site: reference } = input
  if (siteId === undefined) return findSite(db, reference)
  const site = await db.sites.find(siteId)
  if (!site) throw notFound('site')
  return site
}

/** The days that are meant are days that there are. */
export const rangeRule: InputRule<OrgContext, OfSite & RangeInput> = async (ctx, input) =>
  siteRange(await siteOf(ctx, input), input, ctx.app.now())

/** The page that is meant is one of the site. */
export const pathRule: InputRule<OrgContext, OfSite & { path?: string | undefined }> = async (
  ctx,
  input,
) => input.path !== undefined && readPath(await siteOf(ctx, input), input.path)
