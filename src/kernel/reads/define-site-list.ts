import type * as z from 'zod'
import { PathId, SiteReference } from '../door/inputs.ts'
import type { Operation } from '../door/operation.ts'
import type { Scope } from '../door/scopes.ts'
import type { ReadFields } from './fields.ts'
import { listOperation, type Found, type ListDefinition, type TableOf } from './list-operation.ts'
import { openQuestion, siteRules, type SiteQuestion } from './site-question.ts'

interface SiteList<F extends ReadFields, Read extends Found, Item extends z.ZodType>
  extends ListDefinition<SiteQuestion, F, Read, Item>, TableOf<SiteQuestion, Read> {
  anyOf: readonly [Scope, ...Scope[]]
}

/**
 * Declares a list of what one site has, once for REST and for MCP: a route that answers objects, and a tool that answers
 * a table within a budget of tokens. The site is found, the cursor bound to it and to the filters, and one row more is
 * read than is shown. The path names the site as `:siteId`, or as `:id` where the list has no rules.
 */
export function defineSiteList<
  const F extends ReadFields,
  Read extends Found,
  Item extends z.ZodType,
>(list: SiteList<F, Read, Item>): Operation {
  const parameter = list.path.includes(':siteId') ? 'siteId' : 'id'
  const kind = {
    access: { by: 'scope', anyOf: list.anyOf },
    subject: { route: { [parameter]: PathId }, tool: { site: SiteReference } },
    rules: siteRules(parameter),
    open: openQuestion(parameter),
    ownerOf: ({ site }: SiteQuestion) => site.row.id,
    frame: ({ site }: SiteQuestion) => ({ site: site.row.domain }),
  } as const
  return listOperation(list, kind, list)
}
