import type { SiteDb } from '../../../db/site-db.ts'
import { ANY_ASKERS, MIN_ASKERS } from '../../domain/topics/privacy.ts'
import type { OrgContext } from '../door/operation.ts'
import { siteOf, siteRule } from './site-rules.ts'
import type { By } from './fields.ts'
import type { Question } from './list-operation.ts'

/** A question about one site, with the caller, the time and the face that asks. */
export interface SiteQuestion extends Question {
  site: SiteDb
  now: number
  /**
   * The fewest askers of a group that is shown apart; smaller groups are combined, since a model repeats what it
   * reads, and owners know their readers.
   */
  minAskers: number
  /** True where other sites are asked the same question too: a value that one site does not know, another may know. */
  isOneOfSeveral?: boolean
}

export const MIN_ASKERS_OF = { route: ANY_ASKERS, tool: MIN_ASKERS }

/**
 * Makes the function that opens a question about the site that an input names: a route by `parameter`, a tool in any
 * way. Throws as `siteOf`.
 */
export const openQuestion =
  (parameter: 'siteId' | 'id') =>
  async (
    ctx: OrgContext,
    input: Readonly<Record<string, unknown>>,
    by: By,
    minAskers = MIN_ASKERS_OF[by],
  ): Promise<SiteQuestion> => {
    const { [parameter]: siteId, site } = input
    // @NOTE the input was parsed: these are the id in the path, or the argument `site`.
    const named = (by === 'route' ? { siteId } : { site }) as { siteId?: string; site?: string }
    return {
      ctx,
      by,
      site: await siteOf(ctx, named),
      now: ctx.app.now(),
      minAskers,
    }
  }

/** Makes the rules for the site that a question is about; the rules know its id as `siteId`. */
export const siteRules = (parameter: 'siteId' | 'id') => ({
  route: parameter === 'siteId' ? [siteRule] : [],
  tool: [siteRule],
})
