import { csvRow } from '../../../db/export/cells.ts'
import type { ExportCell } from '../../../db/export/export-format.ts'
import type { CursorKey } from '../credentials/cursor.ts'
import { STREAM_TYPES, type RowStream, type StreamFormat } from '../door/row-stream.ts'
import type { ReadListRows } from './paging.ts'

/** The columns of a CSV of items. */
export interface CsvForm<Item> {
  columns: readonly string[]
  /** The cells of an item, in the order of the columns. */
  toCells: (item: Item) => readonly ExportCell[]
}

interface FileForm<Item> {
  format: StreamFormat
  /** The name of the file without its ending. */
  name: string
  csv: CsvForm<Item> | undefined
}

interface Walk<Row, Item> {
  /** The place behind which the rows begin. */
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

/** Makes a file of a page of a list, or of all rows behind a place: CSV in columns, or NDJSON of the items as they are. */
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

async function* groupsOf<Row, Item>({
  after: from,
  read,
  key,
  toItem,
  rowsAtOnce: limit,
}: Walk<Row, Item>): AsyncGenerator<readonly Item[]> {
  for (let after = from; ;) {
    const rows = await read({ after, limit })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(toItem)
    if (rows.length < limit) return
    after = key(last)
  }
}

async function* write<Item>(
  { csv }: FileForm<Item>,
  groups: Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  const lineOf = (item: Item): string =>
    csv ? csvRow(csv.toCells(item)) : `${JSON.stringify(item)}\n`
  if (csv) yield csvRow(csv.columns)
  for await (const items of groups) yield items.map(lineOf).join('')
}
