import type * as z from 'zod'
import { accessByScope, type ScopeAccess } from '../door/access.ts'
import { PathId, SiteReference } from '../door/inputs.ts'
import type { Operation, OrgContext } from '../door/operation.ts'
import type { Scope } from '../door/scopes.ts'
import { SiteReferences } from '../names/meant-sites.ts'
import type { Input, ReadFields } from './fields.ts'
import {
  listOperation,
  type Found,
  type ListDefinition,
  type Sizes,
  type TableOf,
} from './list-operation.ts'
import { listRouteOverSites, type SitesList, tableOverSites } from './list-over-sites.ts'
import { type Ground, notesOnSite } from './site-notes.ts'
import { openQuestion, siteRules, type SiteQuestion } from './site-question.ts'
import { openSitesQuestion, questionOfSites } from './sites-question.ts'

interface SiteList<F extends ReadFields, Read extends Found, Item extends z.ZodType>
  extends ListDefinition<SiteQuestion, F, Read, Item>, TableOf<SiteQuestion, Read> {
  anyOf: readonly [Scope, ...Scope[]]
  withoutWords?: true
}

/**
 * Declares a list of one site's rows, once for REST and for MCP: a route that answers objects, and a tool that answers
 * a table within a budget of tokens. The cursor is bound to the site and to the filters. The path names the site as
 * `:siteId`, or as `:id` where the list has no rules.
 */
export function defineSiteList<
  const F extends ReadFields,
  Read extends Found,
  Item extends z.ZodType,
>(list: SiteList<F, Read, Item>): Operation {
  return listOperation(list, kindOf(list, SiteReference), list)
}

/**
 * Declares a list as `defineSiteList` does, which may also be asked about several sites: by the same tool, and by a
 * route whose path does not name a site.
 */
export function defineSitesList<
  const F extends ReadFields,
  Read extends Found,
  Item extends z.ZodObject,
>(list: SitesList<F, Read, Item>): Operation {
  const kind = {
    ...kindOf(list, SiteReferences),
    async answerSeveral(ctx: OrgContext, input: Input<Sizes & { maxTokens: number }>) {
      const { asked, meant } = await openSitesQuestion(ctx, input, 'tool')
      if ('only' in meant) return undefined
      return tableOverSites(list, questionOfSites(asked, meant.several), input)
    },
  }
  return { ...listOperation(list, kind, list), overSites: listRouteOverSites(list) }
}

function kindOf(
  { path, ...access }: Pick<ScopeAccess, 'anyOf' | 'withoutWords'> & { path: string },
  named: z.ZodType,
) {
  const parameter = path.includes(':siteId') ? 'siteId' : 'id'
  return {
    access: accessByScope(access),
    subject: { route: { [parameter]: PathId }, tool: { site: named } },
    rules: siteRules(parameter),
    open: openQuestion(parameter),
    ownerOf: ({ site: { row } }: SiteQuestion) => row.id,
    notesOn: ({ site }: SiteQuestion, grounds: readonly Ground[]) => notesOnSite(site, grounds),
    frame: ({ site: { row } }: SiteQuestion) => ({ site: row.domain }),
  } as const
}
