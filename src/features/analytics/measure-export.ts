import type { SiteDb } from '../../../db/site-db.ts'
import { isMarked, MARK_BYTES } from '../../kernel/door/byte-order-mark.ts'
import { formatOf, type FileInput } from './export-file.ts'
import { countQueryRows, measureQueryPage, type ExportServices } from './export-query.ts'
import { notesOnRows } from './export-notes.ts'
import { headOf, rowQuery, type RowInput } from './export-rows.ts'

/** The most events or questions that are written to be measured; the bytes of further rows are estimated from these. */
const MEASURED_ROWS = 10_000
/** The most rows that are counted; a person who opens the link sees soon enough how many there are. */
const MAX_COUNTED = 1_000_000

export interface FileSize {
  rows: number
  bytes: number
  /** False where the bytes are estimated from the first rows. */
  isExact: boolean
  /** True where there are more rows than were counted. */
  isCut: boolean
  notes: string[]
}

/** Measures the file of an export as of this moment, by writing its beginning and counting the other rows. */
export async function measureExport(
  app: ExportServices,
  site: SiteDb,
  input: FileInput,
): Promise<FileSize> {
  const size =
    input.rows === 'query'
      ? await measureQuery(app, site, input)
      : await measureRows(app, site, { ...input, rows: input.rows })
  return { ...size, bytes: size.bytes + (isMarked(input) ? MARK_BYTES : 0) }
}

async function measureQuery(
  app: ExportServices,
  site: SiteDb,
  input: FileInput,
): Promise<FileSize> {
  const first = await measureQueryPage(app, site, input, formatOf(input))
  const { notes, isLast } = first
  const rows = isLast ? first.rows : await countQueryRows(app, site, input, MAX_COUNTED + 1)
  return { ...sizeOf(first, rows), notes }
}

async function measureRows(app: ExportServices, site: SiteDb, input: RowInput): Promise<FileSize> {
  const format = formatOf(input)
  const query = await rowQuery(app, site, input, format, undefined)
  const first = { rows: 0, bytes: Buffer.byteLength(headOf(input, format)) }
  for await (const page of site.exportRows({ ...query, limit: MEASURED_ROWS })) {
    first.rows += page.rows
    first.bytes += page.bytes.byteLength
  }
  const isLast = first.rows < MEASURED_ROWS
  const rows = isLast ? first.rows : await site.countExportedRows(query, MAX_COUNTED + 1)
  const notes = await notesOnRows(app, site, { ...input, filters: query.filters }, rows === 0)
  return { ...sizeOf(first, rows), notes }
}

function sizeOf(first: { rows: number; bytes: number }, counted: number): Omit<FileSize, 'notes'> {
  const isExact = counted <= first.rows
  const rows = Math.min(counted, MAX_COUNTED)
  const bytes = isExact ? first.bytes : Math.round((first.bytes * rows) / first.rows)
  return { rows, bytes, isExact, isCut: counted > MAX_COUNTED }
}

/** Adds up the sizes of the files of several sites. `isPart` says that some sites were not measured. */
export function joinedSize(sizes: readonly FileSize[], isPart: boolean): FileSize {
  const sum = (of: (size: FileSize) => number): number =>
    sizes.reduce((total, size) => total + of(size), 0)
  return {
    rows: sum(({ rows }) => rows),
    bytes: sum(({ bytes }) => bytes),
    // Each row also has the name of its site.
    isExact: false,
    isCut: isPart || sizes.some(({ isCut }) => isCut),
    notes: [],
  }
}
