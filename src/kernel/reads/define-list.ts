import type * as z from 'zod'
import type { Operation, OrgContext } from '../door/operation.ts'
import type { Access } from '../door/access.ts'
import type { By, ReadFields } from './fields.ts'
import {
  listOperation,
  type Found,
  type ListDefinition,
  type Question,
  type TableOf,
} from './list-operation.ts'

interface OrganizationList<
  F extends ReadFields,
  Read extends Found,
  Item extends z.ZodType,
> extends ListDefinition<Question, F, Read, Item> {
  access: Exclude<Access, { by: 'public' | 'link' }>
  /** The table by which a tool answers; without a table, no tool has the list. */
  table?: TableOf<Question, Read>
}

/**
 * Declares a list of an organization's rows: a route, and a tool where the list has a table. The cursor is bound to
 * the organization and to the fields, including those of the path.
 */
export function defineList<const F extends ReadFields, Read extends Found, Item extends z.ZodType>({
  access,
  table,
  ...list
}: OrganizationList<F, Read, Item>): Operation {
  const kind = {
    access,
    subject: { route: {}, tool: {} },
    rules: { route: [], tool: [] },
    open: (ctx: OrgContext, _: unknown, by: By): Question => ({ ctx, by }),
    ownerOf: ({ ctx }: Question) => ctx.db.orgId,
  }
  return listOperation(list, kind, table)
}
