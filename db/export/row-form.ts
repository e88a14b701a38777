import type { OffsetSegment } from '../facts/fact-query.ts'

export type Cell = string | number | null
export type RowFormat = 'csv' | 'ndjson'

/** Columns of exported events; their order is a promise. */
export const EVENT_COLUMNS = [
  'id',
  'at',
  'local_day',
  'kind',
  'path',
  'engine',
  'referrer',
  'country',
  'device',
  'channel',
  'language',
  'method',
  'prompt_kind',
  'prompt_id',
  'rule_id',
  'rating',
  'evidence',
  'paid',
] as const

/** Columns of exported questions. */
export const QUESTION_COLUMNS = ['id', 'at', 'local_day', 'path', 'engine', 'question'] as const

export type RowForm = 'events' | 'questions'

export const ROW_COLUMNS: Readonly<Record<RowForm, readonly string[]>> = {
  events: EVENT_COLUMNS,
  questions: QUESTION_COLUMNS,
}

/** How a reading thread turns the rows of a statement into the bytes of a file. */
export interface PageForm {
  form: RowForm
  format: RowFormat
  segments: readonly OffsetSegment[]
}

/** One page of a file, with where it ends; null for a page without rows. */
export interface Page {
  bytes: Uint8Array
  rows: number
  last: { at: number; seq: number } | null
}
