import { csvRow } from '../../../db/export/cells.ts'
import type { ExportCell } from '../../../db/export/export-format.ts'
import { STREAM_TYPES, type RowStream, type StreamFormat } from '../../kernel/door/row-stream.ts'

const STREAM_ROWS = 500

interface FileForm<T> {
  format: StreamFormat
  /** The name of the file without its ending. */
  name: string
  columns: readonly string[]
  /** The cells of an item, in the order of the columns. */
  toCells: (item: T) => readonly ExportCell[]
}

/** One page of a list, as its operation answers it. */
interface Page<T> {
  items: readonly T[]
  nextCursor: string | null
}

/** Reads so many items behind those that it read before; fewer at the end. */
type ReadNext<T> = (most: number) => Promise<readonly T[]>

/** Makes a file of a page of a list, or of all that is read: CSV in columns, or NDJSON of the items as they are. */
export function listFile<T>(form: FileForm<T>, items: Page<T> | ReadNext<T>): RowStream {
  const { format, name } = form
  const file = { mimeType: STREAM_TYPES[format], fileName: `${name}.${format}` }
  if (typeof items === 'function') {
    return { ...file, nextCursor: null, chunks: write(form, groupsOf(items)) }
  }
  return { ...file, nextCursor: items.nextCursor, chunks: write(form, [items.items]) }
}

async function* groupsOf<T>(readNext: ReadNext<T>): AsyncGenerator<readonly T[]> {
  for (;;) {
    const items = await readNext(STREAM_ROWS)
    if (items.length > 0) yield items
    if (items.length < STREAM_ROWS) return
  }
}

async function* write<T>(
  { format, columns, toCells }: FileForm<T>,
  groups: Iterable<readonly T[]> | AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  const lineOf = (item: T): string =>
    format === 'csv' ? csvRow(toCells(item)) : `${JSON.stringify(item)}\n`
  if (format === 'csv') yield csvRow(columns)
  for await (const items of groups) yield items.map(lineOf).join('')
}
