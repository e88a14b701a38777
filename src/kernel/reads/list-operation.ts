import type * as z from 'zod'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import type { Access, BearerAccess } from '../door/access.ts'
import type { CursorKey } from '../credentials/cursor.ts'
import type { InputRule } from '../door/every-refusal.ts'
import { Cursor, DefaultPageLimit, tablePage } from '../door/inputs.ts'
import { listOf, markedListOf } from './list.ts'
import { defineFace } from '../door/operation-face.ts'
import { defineOperation, type Operation, type OrgContext } from '../door/operation.ts'
import {
  listPage,
  type ListPage,
  pageOfItems,
  pageOfRows,
  signed,
  wantedRows,
  type WantedRows,
  withOneMore,
} from './paging.ts'
import type { Ground } from './site-notes.ts'
import { anyRules, type OfSite } from './site-rules.ts'
import { type Cell, Table } from './table.ts'
import { budgetOf, notesOnCut, notesOnTotal, type RowCount } from './token-budget.ts'
import {
  type By,
  faceInput,
  type Filters,
  filtersIn,
  type Input,
  type InputShape,
  type OnSurfaces,
  type ReadFields,
  routedOn,
} from './fields.ts'

/** The context in which a list is read: the caller, and the face that is used. */
export interface Question {
  ctx: OrgContext
  by: By
}

/** Rows that were found, and notes on them for a model. */
export interface Found extends Pick<z.input<typeof Table>, 'range' | 'comparedWith' | 'notes'> {
  rows: readonly unknown[]
  /** The place at which a search goes on that ended before it had found enough rows; null where it came to its end. */
  soughtTo?: CursorKey | null
  /** The number of rows of the whole list, as far as it is known. */
  total?: RowCount
  /** Fields of these items that visitors or pages wrote, where they differ from those that the list declares. */
  untrustedFields?: readonly string[]
}

export type RowOf<Read extends Found> = Read['rows'][number]

export type Columns<Q, Row> = Readonly<Record<string, (row: Row, question: Q) => Cell>>

/** The table by which a tool answers a list; `untrusted` names those of its columns that visitors or pages wrote. */
export interface TableOf<Q, Read extends Found> {
  columns: Columns<Q, RowOf<Read>> | ((read: Read, question: Q) => Columns<Q, RowOf<Read>>)
  untrusted: readonly string[]
  /** True where export_data writes the same rows into one file. */
  isFile?: boolean
  /** The access rule of the tool, where it differs from that of the route. */
  access?: BearerAccess
}

/** The form in which a list is answered on a further surface, at the same path below that surface's address. */
interface ListAnswer<Q, Row> {
  /** The access rule on that surface, where it differs from that of the route. */
  access?: BearerAccess
  item: z.ZodType
  readonly toItem: (row: Row, question: Q) => unknown
}

/** The parts that every list declares, no matter what subject it belongs to. */
export interface ListDefinition<
  Q extends Question,
  F extends ReadFields,
  Read extends Found,
  Item extends z.ZodType,
> {
  name: string
  summary: string
  path: `/${string}`
  /** The filters, each for all faces or for some of them. */
  fields: F
  rules?: readonly InputRule<OrgContext, OfSite & Filters<F>>[]
  /** The rules of the tool, where they differ from those of the route. */
  toolRules?: readonly InputRule<OrgContext, OfSite & Filters<F>>[]
  /** Returns the values besides the filters that the order of rows depends on: a cursor is valid for the same alone. */
  boundTo?(question: Q, filters: Filters<F>): Readonly<Record<string, unknown>>
  read(question: Q, filters: Filters<F>, wanted: WantedRows): Promise<Read>
  /** Returns the place of a row in the order, which a cursor holds, signed and bound to the query. */
  readonly key: (row: RowOf<Read>) => CursorKey
  /** The schema of an item of the route; a row for which `toItem` returns undefined is left out. */
  item: Item
  toItem(row: RowOf<Read>, question: Q): z.input<Item> | undefined
  /** Fields of an item that visitors or pages wrote; for a list that has such fields, the route shows the notes too. */
  untrustedFields?: readonly string[]
  /** The data that rows depend on; notes say where it is missing, since an empty list may be misread. */
  grounds?: readonly Ground[]
  alsoOn?: OnSurfaces<ListAnswer<Q, RowOf<Read>>>
}

/** The parts that lists of one kind of subject share: how the subject is named, found and shown. */
interface ListKind<Q extends Question> {
  access: Exclude<Access, { by: 'public' | 'link' }>
  /** Fields before the filters: parameters of the path for a route, names of the subject for a tool. */
  subject: Record<By, InputShape>
  /** The rules that check the subject. */
  rules: Record<By, readonly InputRule<OrgContext, OfSite>[]>
  open(
    ctx: OrgContext,
    input: Readonly<Record<string, unknown>>,
    by: By,
    minAskers?: number,
  ): Promise<Q> | Q
  /** Returns the id of the site or organization that the list belongs to. */
  ownerOf(question: Q): string
  /** Returns the fields of the tool's table that name the subject. */
  frame?(question: Q): { site?: string }
  /** Returns the notes on the subject that a reader of the list must know. */
  notesOn?(question: Q, grounds: readonly Ground[]): Promise<string[]>
  /** Answers a tool that asks about several subjects at once; undefined where it asks about one. */
  answerSeveral?: (
    ctx: OrgContext,
    input: Input<Sizes & { maxTokens: number }>,
  ) => Promise<z.input<typeof Table> | undefined>
}

/** Makes the operation of a list: a route, and a tool where there is a table. */
export function listOperation<
  Q extends Question,
  F extends ReadFields,
  Read extends Found,
  Item extends z.ZodType,
>(list: ListDefinition<Q, F, Read, Item>, kind: ListKind<Q>, table?: TableOf<Q, Read>): Operation {
  const { name, summary, path, fields, untrustedFields, alsoOn = {} } = list
  const read: ReadPage<Q, Read> = async (ctx, input, by, minAskers) => {
    const question = await kind.open(ctx, input, by, minAskers)
    const filters = filtersIn(fields, input)
    const bound = { ...filters, ...list.boundTo?.(question, filters) }
    const page = listPage(ctx.app, `${name} ${kind.ownerOf(question)}`, bound, input)
    const found = await list.read(question, filters, wantedRows(page))
    const notes = (await kind.notesOn?.(question, list.grounds ?? [])) ?? []
    return { question, page, found: withNotes(found, notes) }
  }
  const isMarked = untrustedFields !== undefined || list.grounds !== undefined
  const outputOf = (item: z.ZodType): z.ZodType => (isMarked ? markedListOf(item) : listOf(item))
  const input = faceInput<Sizes>('route', {
    before: kind.subject.route,
    fields,
    behind: { limit: DefaultPageLimit, cursor: Cursor },
  })
  const rules = anyRules([...kind.rules.route, ...(list.rules ?? [])])
  const listing =
    (toItem: (row: RowOf<Read>, question: Q) => unknown, minAskers?: number) =>
    async (ctx: OrgContext, sent: Input<Sizes>) => {
      const { question, page, found } = await read(ctx, sent, 'route', minAskers)
      const { rows, notes = [], soughtTo, total, untrustedFields: own } = found
      const listed = {
        key: list.key,
        toItem: (row: RowOf<Read>) => toItem(row, question),
        soughtTo,
      }
      const shown = await pageOfItems(rows, page, listed)
      const cut = shown.nextCursor === null ? [] : notesOnTotal(total)
      return {
        ...shown,
        ...(isMarked && { untrusted: own ?? untrustedFields ?? [], notes: [...cut, ...notes] }),
      }
    }
  // Other surfaces show only groups of at least MIN_ASKERS askers, as tools do for a model.
  const others = Object.entries(alsoOn).map(([surface, { access, item, toItem }]) => {
    const handler = listing(toItem, MIN_ASKERS)
    return [surface, defineFace({ access, input, output: outputOf(item), rules, handler })] as const
  })
  return defineOperation({
    name,
    summary,
    access: kind.access,
    http: { surface: routedOn(alsoOn), method: 'get', path },
    input,
    output: outputOf(list.item),
    rules,
    handler: listing((row, question) => list.toItem(row, question)),
    faces: {
      ...(table && { mcp: tableFace(list, kind, { table, read }) }),
      ...Object.fromEntries(others),
    },
  })
}

/** Puts notes on the subject of a list before the notes on its rows. */
export const withNotes = <Read extends Found>(found: Read, notes: readonly string[]): Read =>
  notes.length === 0 ? found : { ...found, notes: [...notes, ...(found.notes ?? [])] }

/** Finds the subject of a list, and reads one page. */
type ReadPage<Q extends Question, Read extends Found> = (
  ctx: OrgContext,
  input: Input<Sizes>,
  by: By,
  minAskers?: number,
) => Promise<{ question: Q; page: ListPage; found: Read }>

/** Makes the face of a tool, which answers a table within a budget of tokens. */
function tableFace<
  Q extends Question,
  F extends ReadFields,
  Read extends Found,
  Item extends z.ZodType,
>(
  list: ListDefinition<Q, F, Read, Item>,
  kind: ListKind<Q>,
  { table, read }: { table: TableOf<Q, Read>; read: ReadPage<Q, Read> },
) {
  return defineFace({
    access: table.access,
    input: faceInput<Sizes & { maxTokens: number }>('tool', {
      before: kind.subject.tool,
      fields: list.fields,
      behind: tablePage,
    }),
    output: Table,
    rules: anyRules([...kind.rules.tool, ...(list.toolRules ?? list.rules ?? [])]),
    async handler(ctx: OrgContext, input) {
      const ofSeveral = await kind.answerSeveral?.(ctx, input)
      if (ofSeveral) return ofSeveral
      const { question, page, found } = await read(ctx, input, 'tool')
      const { rows: _, soughtTo, total: __, ...frame } = found
      const columns = columnsOf(table, found, question)
      const cells = Object.values(columns)
      const rows = await loopTurns.map(found.rows, (row: RowOf<Read>) => ({
        cells: cells.map((cell) => cell(row, question)),
        key: list.key(row),
      }))
      const names = Object.keys(columns)
      const budget = budgetOf(ctx.caller, input)
      const shown = pageOfRows(
        rows,
        { limit: input.limit, frame: { columns: names, notes: frame.notes ?? [] }, budget },
        page,
      )
      const isCut = shown.nextCursor !== null
      const isFile = table.isFile ?? false
      const total = isCut ? await countRows(list, question, { input, found }) : found.total
      // A search that ended before its page was full goes on too.
      const cut =
        !isCut && soughtTo
          ? notesOnTotal(total, isFile)
          : notesOnCut({ shown: shown.rows.length, total, isCut, isFile })
      return {
        ...kind.frame?.(question),
        ...frame,
        ...(cut.length > 0 && { notes: [...cut, ...(frame.notes ?? [])] }),
        columns: names,
        ...shown,
        nextCursor: shown.nextCursor ?? signed(page, soughtTo),
        untrusted: table.untrusted.filter((column) => Object.hasOwn(columns, column)),
      }
    },
  })
}

/** The most rows that are counted in a list that does not know its total. */
const MAX_COUNTED = 2_000

/** Counts all rows of a list; undefined for a search that may end before it has found enough rows. */
async function countRows<
  Q extends Question,
  F extends ReadFields,
  Read extends Found,
  Item extends z.ZodType,
>(
  list: ListDefinition<Q, F, Read, Item>,
  question: Q,
  { input, found }: { input: Readonly<Record<string, unknown>>; found: Read },
): Promise<RowCount | undefined> {
  if (found.total) return found.total
  const { limit, cursor } = input
  if (cursor === undefined && found.rows.length <= Number(limit))
    return { rows: found.rows.length, isMore: false }
  // A search that ends before it has found enough knows no number.
  if (found.soughtTo !== undefined) return undefined
  const all = { after: undefined, limit: withOneMore(MAX_COUNTED) }
  const { rows } = await list.read(question, filtersIn(list.fields, input), all)
  return { rows: Math.min(rows.length, MAX_COUNTED), isMore: rows.length > MAX_COUNTED }
}

export interface Sizes {
  limit: number
  cursor?: string | undefined
}

export const columnsOf = <Q, Read extends Found>(
  { columns }: TableOf<Q, Read>,
  found: Read,
  question: Q,
): Columns<Q, RowOf<Read>> => (typeof columns === 'function' ? columns(found, question) : columns)
