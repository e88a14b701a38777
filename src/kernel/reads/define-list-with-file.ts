import type * as z from 'zod'
import { assertAllSites, type Access } from '../door/access.ts'
import { assertMark, Bom, withMark } from '../door/byte-order-mark.ts'
import type { CursorKey } from '../credentials/cursor.ts'
import type { InputRule } from '../door/every-refusal.ts'
import { Cursor, PageLimit } from '../door/inputs.ts'
import { defineOperation, type Operation, type OrgContext } from '../door/operation.ts'
import type { OrgPrincipal } from '../door/principal.ts'
import { faceInput, filtersIn, type Filters, type ReadFields } from './fields.ts'
import { listFile, type CsvForm } from './list-file.ts'
import { listOf } from './list.ts'
import { listPage, opened, readListPage, type ReadListRows } from './paging.ts'
import { anyRules } from './site-rules.ts'

const PAGE = 25

type Format = 'json' | 'csv' | 'ndjson'

/** A list that was found: its owner, the name of its file, and how its rows are read. */
interface OpenList<Row> {
  owner: string
  /** The name of the file without its ending. */
  fileName: string
  read: ReadListRows<Row>
}

interface ListWithFile<F extends ReadFields, Row, Item extends z.ZodType> {
  name: string
  summary: string
  access: Exclude<Access, { by: 'public' | 'link' }>
  path: `/${string}`
  fields: F
  rules?: readonly InputRule<OrgContext, Filters<F>>[]
  /** The words of the refusal for a key that is narrowed to sites, where the list is of the whole organization. */
  ofAllSites?: string
  open(ctx: OrgContext, filters: Filters<F>): Promise<OpenList<Row>>
  /** Returns the place of a row in the order. */
  readonly key: (row: Row) => CursorKey
  item: Item
  toItem(row: Row, ctx: OrgContext): z.input<Item>
  file: {
    /** The schema of the field `format`, with a description. */
    format: z.ZodType<Format>
    /** The columns of the CSV; without them, the list has no CSV. */
    csv?: CsvForm<z.input<Item>>
    /** The number of rows that are read and written in one go. */
    rowsAtOnce: number
    /** Throws for a caller who may read pages of the list but no file. */
    assertAllowed?(principal: OrgPrincipal): void
  }
}

interface Asked {
  format: Format
  bom?: z.output<typeof Bom>
  limit?: number
  cursor?: string
}

const markRule: InputRule<OrgContext, Partial<Asked>> = (_, { format = 'json', bom = '0' }) =>
  assertMark({ format, bom })

/** Declares a list that a route answers page by page or as a file. A file has one page, or all rows after a cursor. */
export function defineListWithFile<const F extends ReadFields, Row, Item extends z.ZodType>(
  list: ListWithFile<F, Row, Item>,
): Operation {
  const { name, summary, access, path, fields, ofAllSites, key, file } = list
  const open = async (ctx: OrgContext, input: Asked & Readonly<Record<string, unknown>>) => {
    const filters = filtersIn(fields, input)
    const found = await list.open(ctx, filters)
    const { limit = PAGE, cursor } = input
    return {
      ...found,
      page: listPage(ctx.app, `${name} ${found.owner}`, filters, { limit, cursor }),
    }
  }
  const assertReach = (ctx: OrgContext) =>
    ofAllSites !== undefined && assertAllSites(ctx.principal, ofAllSites)
  return defineOperation({
    name,
    summary,
    access,
    http: { method: 'get', path },
    input: faceInput<Asked>('route', {
      before: {},
      fields,
      behind: {
        format: file.format,
        ...(file.csv && { bom: Bom }),
        limit: PageLimit.optional().describe(
          'Rows of a page: of json by default 25, of a stream all rows there are',
        ),
        cursor: Cursor,
      },
    }),
    output: listOf(list.item),
    rules: [...(file.csv ? [markRule] : []), ...anyRules(list.rules ?? [])],
    async handler(ctx, input) {
      assertReach(ctx)
      markRule(ctx, input)
      const { page, read } = await open(ctx, input)
      return readListPage(page, read, { key, toItem: (row) => list.toItem(row, ctx) })
    },
    async stream(ctx, input) {
      assertReach(ctx)
      file.assertAllowed?.(ctx.principal)
      const { format, bom = '0', limit, cursor } = input
      const { page, read, fileName } = await open(ctx, input)
      const csv = format === 'csv' ? file.csv : undefined
      const form = { format: csv ? 'csv' : 'ndjson', name: fileName, csv } as const
      const toItem = (row: Row) => list.toItem(row, ctx)
      const { rowsAtOnce } = file
      const items =
        limit === undefined
          ? { after: opened(page, cursor), read, key, toItem, rowsAtOnce }
          : await readListPage(page, read, { key, toItem })
      return withMark({ format, bom }, listFile(form, items))
    },
  })
}
