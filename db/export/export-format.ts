import type { OffsetSegment } from '../../src/lib/time/zone.ts'

export type ExportCell = string | number | null
export type ExportFormat = 'csv' | 'ndjson'

/** The fields of a facet that a file shows, in the order of its columns. */
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

/**
 * The columns of a file of events, whose order readers of the file rely on. Channel, referrer, entry path, `cameFrom`
 * and campaign are those of the visit.
 */
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

/** The ways to spell the names of columns: as in the rest of the API (`camel`), or as in SQL (`snake`). */
export const COLUMN_CASES = ['camel', 'snake'] as const
export type ColumnCase = (typeof COLUMN_CASES)[number]

const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const ROW_COLUMNS: Readonly<Record<ColumnCase, Record<ExportedRowKind, readonly string[]>>> =
  {
    camel: { events: EVENT_COLUMNS, questions: QUESTION_COLUMNS },
    snake: { events: EVENT_COLUMNS.map(toSnakeCase), questions: QUESTION_COLUMNS.map(toSnakeCase) },
  }

/** The options by which a reading thread turns the rows of a statement into the bytes of a file. */
export interface ExportPageOptions {
  form: ExportedRowKind
  format: ExportFormat
  columns: ColumnCase
  segments: readonly OffsetSegment[]
  /** The site that stands in the first cell of each row, in a file of several sites; absent in a file of one. */
  site?: string | undefined
}

/** Functions that look up the text of a number in a row; null where the number stands for no text. */
export interface NameLookup {
  path(pageNum: number): string | null
  term(num: number): string | null
  /** Returns the cells of a facet, one for each of `FACET_COLUMNS`. */
  facet(num: number): readonly ExportCell[]
}

/** The SQL columns of a facet, in the order of `FACET_FIELDS`. */
export const FACET_COLUMNS = FACET_FIELDS.map(toSnakeCase)

/** The bytes of some rows of a file; `last` names the last of these rows, null where none exists. */
export interface ExportPage {
  bytes: Uint8Array
  rows: number
  last: { at: number; seq: number } | null
}
