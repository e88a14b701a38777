import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import type { AppContext } from '../door/app-context.ts'
import type { CursorKey } from '../credentials/cursor.ts'

/** The part of a list that is wanted: rows behind a place, and one more than are shown, which tells that there are more. */
export interface WantedRows {
  after: CursorKey | undefined
  limit: number
}

/** A part of a list of which a caller is shown `limit` rows. `binding` ties its cursors to the query. */
export interface ListPage {
  app: AppContext
  binding: string
  cursor: string | undefined
  limit: number
}

/** Reads where a page begins. Throws VALIDATION_FAILED for a cursor of another query. */
export const wantedRows = ({ app, binding, cursor, limit }: ListPage): WantedRows => ({
  after: cursor === undefined ? undefined : app.cursors.open(binding, cursor),
  limit: limit + 1,
})

interface Listed<Row, Item> {
  key: (row: Row) => CursorKey
  toItem: (row: Row) => Item | undefined
  soughtTo?: CursorKey | null | undefined
}

/** Signs the place at which a list goes on, where it does. */
export const signed = (
  { app, binding }: ListPage,
  key: CursorKey | null | undefined,
): string | null => (key ? app.cursors.sign(binding, key) : null)

/** Makes a page of a list of objects. What `toItem` makes nothing of, such as a row that has just gone, is left out. */
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
