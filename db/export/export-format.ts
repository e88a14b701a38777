import type { OffsetSegment } from '../../src/lib/time/zone.ts'

export type ExportCell = string | number | null
export type ExportFormat = 'csv' | 'ndjson'

/** The fields of a facet that a file shows, in the order of its cells in a row and of its columns in SQL. */
export const FACET_FIELDS = [
  'language',
  'method',
  'promptKind',
  'promptId',
  'ruleId',
  'rating',
  'evidence',
  'paid',
] as const

/** Readers of the file rely on the order of these columns. Channel, referrer, entry path, `cameFrom` and campaign are those of the visit. */
const EVENT_COLUMNS = [
  'id',
  'at',
  'localDay',
  'kind',
  'path',
  'engine',
  'referrer',
  'country',
  'device',
  'channel',
  ...FACET_FIELDS,
  'entryPath',
  'cameFrom',
  'campaign',
] as const

const QUESTION_COLUMNS = ['id', 'at', 'localDay', 'path', 'engine', 'question'] as const

export type ExportedRowKind = 'events' | 'questions'

/** Column names are spelt as in the rest of the API (`camel`), or as in SQL (`snake`). */
export const COLUMN_CASES = ['camel', 'snake'] as const
export type ColumnCase = (typeof COLUMN_CASES)[number]

const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const ROW_COLUMNS: Readonly<Record<ColumnCase, Record<ExportedRowKind, readonly string[]>>> =
  {
    camel: { events: EVENT_COLUMNS, questions: QUESTION_COLUMNS },
    snake: { events: EVENT_COLUMNS.map(toSnakeCase), questions: QUESTION_COLUMNS.map(toSnakeCase) },
  }

/** Tells a reading thread how to turn the rows of a statement into the bytes of a file. */
export interface ExportPageOptions {
  form: ExportedRowKind
  format: ExportFormat
  columns: ColumnCase
  segments: readonly OffsetSegment[]
  /** The first cell of each row, `site`, in a file of several sites. */
  site?: string | undefined
}

/** Looks up the text that a number in a row stands for; null where it stands for none. */
export interface NameLookup {
  path(pageNum: number): string | null
  term(num: number): string | null
  /** Returns one cell for each of `FACET_COLUMNS`. */
  facet(num: number): readonly ExportCell[]
}

/** SQL columns of a facet, in the order of `FACET_FIELDS`. */
export const FACET_COLUMNS = FACET_FIELDS.map(toSnakeCase)

/** One page of a file; `last` is its last row, null for a page without rows. */
export interface ExportPage {
  bytes: Uint8Array
  rows: number
  last: { at: number; seq: number } | null
}
