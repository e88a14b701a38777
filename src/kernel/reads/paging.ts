import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import type { AppContext } from '../door/app-context.ts'
import { cursorBinding, type CursorKey } from '../credentials/cursor.ts'
import { type Budget, rowsWithinBudget, type TableFrame } from './token-budget.ts'
import type { Cell } from './table.ts'

/**
 * The part of a list that is wanted: rows after a place, and one more than are shown, which tells that there are more.
 */
export interface WantedRows {
  after: CursorKey | undefined
  limit: number
}

/** Reads rows after a place; it returns fewer rows than are wanted where the list ends. */
export type ReadListRows<Row> = (wanted: WantedRows) => Promise<readonly Row[]>

/** The signer and the binding of cursors: `binding` ties a cursor to its query. */
export interface CursorScope {
  app: Pick<AppContext, 'cursors'>
  binding: string
}

/** A page of a list, of which a caller is shown at most `limit` rows. */
export interface ListPage extends CursorScope {
  cursor: string | undefined
  limit: number
}

/**
 * Makes the page of a list that a caller asks for. `name` includes the id of the list's owner; `bound` has the values
 * that the order depends on.
 */
export const listPage = (
  app: CursorScope['app'],
  name: string,
  bound: Readonly<Record<string, unknown>>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): ListPage => ({
  app,
  cursor,
  limit,
  // Most answers neither open a cursor nor sign one.
  get binding() {
    return cursorBinding(name, bound)
  },
})

/**
 * Returns the position in a cursor; undefined without a cursor. Throws VALIDATION_FAILED for a cursor of another
 * query.
 */
export const opened = (scope: CursorScope, cursor: string | undefined): CursorKey | undefined =>
  cursor === undefined ? undefined : scope.app.cursors.open(scope.binding, cursor)

/** Makes the cursor of the place at which a list goes on; null where the list ends. */
export const signed = (scope: CursorScope, key: CursorKey | null | undefined): string | null =>
  key ? scope.app.cursors.sign(scope.binding, key) : null

/** Returns the number of rows to read to show `limit` of them: one row more tells that there are more. */
export const withOneMore = (limit: number): number => limit + 1

/** Returns the part of a list that is read for a page. Throws as `opened`. */
export const wantedRows = (page: ListPage): WantedRows => ({
  after: opened(page, page.cursor),
  limit: withOneMore(page.limit),
})

interface Listed<Row, Item> {
  key: (row: Row) => CursorKey
  toItem: (row: Row) => Item | undefined
  soughtTo?: CursorKey | null | undefined
}

/**
 * Makes a page of a list of objects. A row for which `toItem` returns undefined, such as one that has just gone, is
 * left out.
 */
export async function pageOfItems<Row, Item>(
  rows: readonly Row[],
  page: ListPage,
  { key, toItem, soughtTo }: Listed<Row, Item>,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const items = await loopTurns.map(shown, toItem)
  return {
    items: items.filter((item) => item !== undefined),
    nextCursor: signed(page, last && rows.length > page.limit ? key(last) : soughtTo),
  }
}

/** Reads one page of a list of objects. Throws as `opened`. */
export const readListPage = async <Row, Item>(
  page: ListPage,
  read: ReadListRows<Row>,
  listed: Listed<Row, Item>,
): Promise<{ items: Item[]; nextCursor: string | null }> =>
  pageOfItems(await read(wantedRows(page)), page, listed)

/**
 * Yields the rows of a list group by group, each group after the last row of the one before; the last group is not
 * full.
 */
export async function* rowGroups<Row, Place>(
  from: Place,
  read: (after: Place) => Promise<readonly Row[]>,
  { size, placeOf }: { size: number; placeOf: (row: Row) => Place },
): AsyncGenerator<readonly Row[]> {
  for (let after = from; ;) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < size) return
    after = placeOf(last)
  }
}

interface PagedRow {
  cells: Cell[]
  key: CursorKey
}

/**
 * Cuts one page of a table: at most `limit` rows and what the budget holds in addition to the frame, cut on a whole
 * row, with a cursor that continues at the cut. `rows` must hold one more than `limit` when there are more.
 */
export function pageOfRows(
  rows: readonly PagedRow[],
  { limit, frame, budget }: { limit: number; frame: TableFrame; budget: Budget },
  scope: CursorScope,
): { rows: Cell[][]; nextCursor: string | null } {
  const wanted = rows.slice(0, limit).map(({ cells }) => cells)
  const kept = wanted.slice(0, rowsWithinBudget(wanted, frame, budget))
  const last = rows[kept.length - 1]
  const isCut = kept.length < rows.length
  return { rows: kept, nextCursor: isCut ? signed(scope, last?.key) : null }
}
