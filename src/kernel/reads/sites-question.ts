import type { OrgContext } from '../door/operation.ts'
import {
  ALL_SITES,
  areAll,
  type MeantSites,
  meantSites,
  type SiteHead,
} from '../names/meant-sites.ts'
import type { By } from './fields.ts'
import { MIN_ASKERS_OF, type SiteQuestion } from './site-question.ts'
import { type InTurn, sitesInTurn } from './sites-in-turn.ts'

/** A question about sites, before each of them is found. */
interface AskedOfSites extends Omit<SiteQuestion, 'site'> {
  /**
   * The sites as they were named. A cursor is valid for the same names, even if sites were added or removed meanwhile.
   */
  names: readonly string[]
}

/** A question about several sites. */
export interface SitesQuestion extends AskedOfSites {
  heads: readonly SiteHead[]
  /** Asks the same of each site; a site that does not answer in time is left out. */
  each<T>(work: (question: SiteQuestion) => Promise<T>): Promise<InTurn<T>>
}

/** Makes a question about several sites from their heads. */
export const questionOfSites = (
  asked: AskedOfSites,
  heads: readonly SiteHead[],
): SitesQuestion => ({ ...asked, heads, each: (work) => sitesInTurn(asked, heads, work) })

interface MeantQuestion {
  asked: AskedOfSites
  meant: MeantSites
}

/** Finds the sites that an input names, and makes a question about them. Throws as `meantSites`. */
export async function openSitesQuestion(
  ctx: OrgContext,
  input: Readonly<Record<string, unknown>>,
  by: By,
): Promise<MeantQuestion> {
  // @NOTE the input was parsed with `SiteReferences`.
  const named = input['site'] as readonly string[]
  const names = areAll(named) ? [ALL_SITES] : named
  const asked = { ctx, by, now: ctx.app.now(), minAskers: MIN_ASKERS_OF[by], names }
  return { asked, meant: await meantSites(ctx.db, names) }
}
