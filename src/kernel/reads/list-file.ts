import { csvRow } from '../../../db/export/cells.ts'
import type { ExportCell } from '../../../db/export/export-format.ts'
import type { CursorKey } from '../credentials/cursor.ts'
import { STREAM_TYPES, type RowStream, type StreamFormat } from '../door/row-stream.ts'
import { type ReadListRows, rowGroups } from './paging.ts'

/** The columns of a CSV by their names, each with the function that makes a cell from an item. */
export type CsvForm<Item> = Readonly<Record<string, (item: Item) => ExportCell>>

interface FileForm<Item> {
  format: StreamFormat
  /** The name of the file without its ending. */
  name: string
  csv: CsvForm<Item> | undefined
}

interface Walk<Row, Item> {
  /** The place after which the rows begin; undefined for the beginning of the list. */
  after: CursorKey | undefined
  read: ReadListRows<Row>
  key: (row: Row) => CursorKey
  toItem: (row: Row) => Item
  rowsAtOnce: number
}

/** One page of a list, as its operation answers it. */
interface Page<Item> {
  items: readonly Item[]
  nextCursor: string | null
}

/**
 * Makes a file of a page of a list, or of all rows after a place: CSV in columns, or NDJSON of the items as they are.
 */
export function listFile<Row, Item>(
  form: FileForm<Item>,
  items: Page<Item> | Walk<Row, Item>,
): RowStream {
  const { format, name } = form
  const file = { mimeType: STREAM_TYPES[format], fileName: `${name}.${format}` }
  return 'read' in items
    ? { ...file, nextCursor: null, chunks: write(form, groupsOf(items)) }
    : { ...file, nextCursor: items.nextCursor, chunks: write(form, [items.items]) }
}

async function* groupsOf<Row, Item>(walk: Walk<Row, Item>): AsyncGenerator<readonly Item[]> {
  const { after: from, key: placeOf, rowsAtOnce: limit } = walk
  const read = (after: CursorKey | undefined) => walk.read({ after, limit })
  for await (const rows of rowGroups(from, read, { size: limit, placeOf })) {
    yield rows.map(walk.toItem)
  }
}

async function* write<Item>(
  { csv }: FileForm<Item>,
  groups: Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  const lineOf = (item: Item): string =>
    csv ? csvRow(Object.values(csv).map((cell) => cell(item))) : `${JSON.stringify(item)}\n`
  if (csv) yield csvRow(Object.keys(csv))
  for await (const items of groups) yield items.map(lineOf).join('')
}
