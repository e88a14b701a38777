import * as z from 'zod'
import type { Operation } from '../kernel/door/operation.ts'
import type { Operator } from './operator.ts'

const PAGE = 100

/** Calls a paged operation until its last page, and returns the items of all pages. */
export async function allItems<T extends z.ZodType>(
  operator: Operator,
  operation: Operation,
  item: T,
  wanted: object = {},
): Promise<z.output<T>[]> {
  const Page = z.object({ items: z.array(item), nextCursor: z.string().nullable() })
  const items: z.output<T>[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const input = { ...wanted, limit: PAGE, ...(cursor !== undefined && { cursor }) }
    const page = Page.parse(await operator.call(operation, input))
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
