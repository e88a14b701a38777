import type { SiteDb } from '../../../db/site-db.ts'
import { ANY_ASKERS, MIN_ASKERS } from '../../domain/topics/privacy.ts'
import type { OrgContext } from '../operation.ts'
import { siteOf, type OfSite } from '../site-rules.ts'

/** A question about one site, and who is answered: whoever calls the route, or a model that calls the tool. */
export interface SiteQuestion {
  ctx: OrgContext
  site: SiteDb
  by: 'route' | 'tool'
  now: number
  /** Groups of fewer askers stand together: a model repeats what it reads, and owners know their readers. */
  minAskers: number
}

const MIN_ASKERS_OF = { route: ANY_ASKERS, tool: MIN_ASKERS }

/** Opens a question about the site that an input names. Throws as `siteOf`. */
export const openQuestion = async (
  ctx: OrgContext,
  input: OfSite,
  by: SiteQuestion['by'],
): Promise<SiteQuestion> => ({
  ctx,
  site: await siteOf(ctx, input),
  by,
  now: ctx.app.now(),
  minAskers: MIN_ASKERS_OF[by],
})
