import type * as z from 'zod'
import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import { cursorBinding, type CursorKey } from '../cursor.ts'
import type { InputRule } from '../every-refusal.ts'
import { Cursor, DefaultPageLimit, PathId, SiteReference, tablePage } from '../inputs.ts'
import { listOf, markedListOf } from '../list.ts'
import { defineFace } from '../operation-face.ts'
import { defineOperation, type Operation, type OrgContext } from '../operation.ts'
import { pageOfRows } from '../page-of-rows.ts'
import type { Scope } from '../scopes.ts'
import type { OfSite } from '../site-rules.ts'
import { Table, type Cell } from '../table.ts'
import { inputOf, type Fields, type Filters, type Input, type ValuesOf } from './fields.ts'
import { pageOfItems, wantedRows, type ListPage, type WantedRows } from './paging.ts'
import { openQuestion, type SiteQuestion } from './site-question.ts'

/** Rows that were found, and what a model is to know of them. */
interface Found extends Pick<z.input<typeof Table>, 'range' | 'comparedWith' | 'notes'> {
  rows: readonly unknown[]
}

type RowOf<Read extends Found> = Read['rows'][number]

type Columns<Row> = Readonly<Record<string, (row: Row, question: SiteQuestion) => Cell>>

interface SiteList<
  F extends Fields,
  R extends Fields,
  T extends Fields,
  Read extends Found,
  Item extends z.ZodType,
> {
  name: string
  summary: string
  anyOf: readonly [Scope, ...Scope[]]
  /** With `:siteId`, or `:id` for a list that has no rules. */
  path: `/${string}:siteId` | `/${string}:id`
  /** The filters that every face takes. */
  fields: F
  /** Filters that one face alone has; each says why. */
  only?: { route?: R; tool?: T }
  rules?: readonly InputRule<OrgContext, OfSite & ValuesOf<F>>[]
  /** What the order of the rows depends on besides the filters: a cursor holds for the same alone. */
  boundTo?(question: SiteQuestion, filters: Filters<F, R, T>): Readonly<Record<string, unknown>>
  read(question: SiteQuestion, filters: Filters<F, R, T>, wanted: WantedRows): Promise<Read>
  /** Where a row stands in the order; the door signs it, binds it and cuts there. */
  key(row: RowOf<Read>): CursorKey
  /** The route answers whole objects. */
  item: Item
  toItem(row: RowOf<Read>, question: SiteQuestion): z.input<Item> | undefined
  /** Fields of an item that visitors or pages wrote; with them, the route tells the notes too. */
  untrustedFields?: readonly string[]
  /** The tool answers a table of them. */
  columns: Columns<RowOf<Read>> | ((read: Read, question: SiteQuestion) => Columns<RowOf<Read>>)
  untrusted: readonly string[]
}

/**
 * Declares a list of what one site has, once for REST and for MCP: a route that answers objects, and a tool that answers
 * a table within a budget of tokens. The site is found, the cursor bound to it and to the filters, and one row more is
 * read than is shown.
 */
export function defineSiteList<
  const F extends Fields,
  const R extends Fields,
  const T extends Fields,
  Read extends Found,
  Item extends z.ZodType,
>(list: SiteList<F, R, T, Read, Item>): Operation {
  const { name, summary, anyOf, path, fields, only, rules = [] } = list
  const parameter = path.endsWith(':siteId') ? 'siteId' : 'id'
  if (parameter === 'id' && rules.length > 0) throw new TypeError(`${name}: rules read siteId`)
  const read = readerOf(list)
  const output: z.ZodType = list.untrustedFields ? markedListOf(list.item) : listOf(list.item)
  return defineOperation({
    name,
    summary,
    effect: 'read',
    access: { by: 'scope', anyOf },
    http: { surface: 'api', method: 'get', path },
    input: inputOf<Sizes>({
      [parameter]: PathId,
      ...fields,
      ...only?.route,
      limit: DefaultPageLimit,
      cursor: Cursor,
    }),
    output,
    // @NOTE the rules read no more than the site and the filters, which the input has.
    rules: rules as readonly InputRule<OrgContext, unknown>[],
    async handler(ctx, input) {
      const question = await openQuestion(ctx, { siteId: String(input[parameter]) }, 'route')
      const { found, page } = await read(question, input)
      const { rows, notes = [] } = found
      return {
        ...(await pageOfItems(rows, page, {
          key: list.key,
          toItem: (row) => list.toItem(row, question),
        })),
        ...(list.untrustedFields && { untrusted: list.untrustedFields, notes }),
      }
    },
    faces: {
      mcp: defineFace({
        input: inputOf<Sizes & { site?: string; maxTokens: number }>({
          site: SiteReference,
          ...fields,
          ...only?.tool,
          ...tablePage,
        }),
        output: Table,
        rules: rules as readonly InputRule<OrgContext, unknown>[],
        async handler(ctx: OrgContext, input) {
          const question = await openQuestion(ctx, { site: input.site }, 'tool')
          const { found, page } = await read(question, input)
          const columns =
            typeof list.columns === 'function' ? list.columns(found, question) : list.columns
          const cells = Object.values(columns)
          const rows = await loopTurns.map(found.rows, (row) => ({
            cells: cells.map((cell) => cell(row, question)),
            key: list.key(row),
          }))
          const { rows: _, ...frame } = found
          return {
            site: question.site.row.domain,
            ...frame,
            columns: Object.keys(columns),
            ...pageOfRows(rows, input, page.binding, page.app.cursors),
            untrusted: [...list.untrusted],
          }
        },
      }),
    },
  })
}

/** Reads the rows of one page, with the page that they belong to. */
function readerOf<
  F extends Fields,
  R extends Fields,
  T extends Fields,
  Read extends Found,
  Item extends z.ZodType,
>(list: SiteList<F, R, T, Read, Item>) {
  const names = Object.keys({ ...list.fields, ...list.only?.route, ...list.only?.tool })
  return async (question: SiteQuestion, { limit, cursor, ...input }: Input<Sizes>) => {
    // @NOTE the input was parsed with the schemas of these fields.
    const filters = Object.fromEntries(names.map((name) => [name, input[name]])) as Filters<F, R, T>
    const bound = { ...filters, ...list.boundTo?.(question, filters) }
    const binding = cursorBinding(`${list.name} ${question.site.row.id}`, bound)
    const page: ListPage = { app: question.ctx.app, binding, cursor, limit }
    const found = await list.read(question, filters, wantedRows(page))
    return { found, page }
  }
}

interface Sizes {
  limit: number
  cursor?: string | undefined
}
