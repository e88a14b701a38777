import * as z from 'zod'
import {
  COLUMN_CASES,
  ROW_COLUMNS,
  type ExportedRowKind,
} from '../../../db/export/export-format.ts'
import { flattenFilters } from '../../../db/facts/fact-query.ts'
import { EVENT_KINDS, type EventKind } from '../../domain/events/event-kinds.ts'
import { parseQuestionId } from '../../domain/ids.ts'
import { assertMark, Bom } from '../../kernel/door/byte-order-mark.ts'
import { PageLimit, PathId } from '../../kernel/door/inputs.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach } from '../../kernel/door/every-refusal.ts'
import { assertOfEvents } from './legality.ts'
import { AnalyticsQuery } from './query.ts'

// @NOTE the keys of a literal; Object.keys forgets their type.
const KINDS = Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]]

const [EVENTS, QUESTIONS] = [ROW_COLUMNS.camel.events, ROW_COLUMNS.camel.questions].map((names) =>
  names.join(', '),
)

const { limit: _, compare: __, ...asked } = AnalyticsQuery.shape

export const ExportInput = z.strictObject({
  siteId: PathId,
  ...asked,
  rows: z
    .enum(['query', 'events', 'questions'])
    .default('query')
    .describe(
      `query: metrics by dimensions. events: each event, as ${EVENTS}. questions: ${QUESTIONS}. Never a visitor`,
    ),
  kinds: z.array(z.enum(KINDS)).max(KINDS.length).default([]).describe('Of rows=events; all'),
  format: z
    .enum(['json', 'csv', 'ndjson'])
    .default('json')
    .describe('json: pages in the envelope. csv (RFC 4180, with a header) and ndjson: one stream'),
  bom: Bom,
  fill: asked.fill
    .unwrap()
    .default('none')
    .describe('Of rows=query: whether a series has its empty buckets'),
  columns: z
    .enum(COLUMN_CASES)
    .default('camel')
    .describe('How names are spelt, of events and questions; metrics and dimensions have ids'),
  limit: PageLimit.optional().describe(
    'Rows of a page: of json by default 100, of a stream all rows there are',
  ),
  maxRows: z
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe('Rows after which a stream ends, in place of limit'),
  after: z
    .string()
    .max(64)
    .optional()
    .describe('Of events and questions: the id of the last row received, to go on after it'),
})
export type ExportInput = z.output<typeof ExportInput>

const PAGE = 100

/** Returns the most rows of a JSON page. Throws VALIDATION_FAILED for a field that only a stream takes. */
export function pageLimit(input: ExportInput): number {
  assertMark(input)
  assertNoMost(input)
  return input.limit ?? PAGE
}

/** Throws VALIDATION_FAILED for `maxRows` in an export as json, which is not a stream. */
export function assertNoMost({ format, maxRows }: Pick<ExportInput, 'format' | 'maxRows'>): void {
  if (format !== 'json' || maxRows === undefined) return
  throw invalidField('maxRows', 'not_for_json', 'Only csv and ndjson have it; json has limit')
}

/**
 * Returns the most rows of a stream; undefined for all rows. Throws VALIDATION_FAILED where `limit` and `maxRows` are
 * both given.
 */
export function streamLimit({
  limit,
  maxRows,
}: Pick<ExportInput, 'limit' | 'maxRows'>): number | undefined {
  if (limit !== undefined && maxRows !== undefined) {
    throw invalidField('maxRows', 'conflict', 'Send either limit or maxRows')
  }
  return limit ?? maxRows
}

/** The fields of an export that the checks of single rows read; an export of several sites has them too. */
type RowFields = Pick<
  ExportInput,
  'metrics' | 'having' | 'orderBy' | 'fill' | 'filters' | 'kinds' | 'rows' | 'cursor'
> & { dimensions: readonly string[]; after?: string | undefined }

const QUERY_FIELDS = ['metrics', 'dimensions', 'having', 'orderBy', 'fill'] as const

/**
 * The checks of an export of single rows. Each throws VALIDATION_FAILED for a field that has no meaning there, so that
 * no field is silently left out.
 */
export const ROW_CHECKS: readonly ((input: RowFields) => void)[] = [
  ...QUERY_FIELDS.map((field) => (input: RowFields) => {
    const value = input[field]
    const isGiven = Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== 'none'
    if (isGiven) throw invalidField(field, 'not_for_rows', `Only rows=query has ${field}`)
  }),
  ({ filters }) => assertOfEvents(filters),
  ({ filters }) => {
    checkEach(filters, (filter, i) => {
      if (flattenFilters([filter]).some(({ dimension }) => dimension === 'topic')) {
        throw invalidField(`filters[${i}]`, 'not_for_rows', 'Only rows=query has topics')
      }
    })
  },
  ...(['filters', 'kinds'] as const).map((field) => (input: RowFields) => {
    if (input.rows === 'questions' && input[field].length > 0) {
      throw invalidField(field, 'not_for_rows', `rows=questions has no ${field}`)
    }
  }),
  ({ after, cursor }) => {
    if (after === undefined || cursor === undefined) return
    throw invalidField('after', 'conflict', 'Send either after or cursor')
  },
]

/** Throws VALIDATION_FAILED with everything that the checks of single rows refuse. */
export const assertRowFields = (input: ExportInput): void =>
  checkEach(ROW_CHECKS, (check) => check(input))

/**
 * Returns the position that the id of a row encodes. Throws VALIDATION_FAILED for a text that is not an id of this kind
 * of row.
 */
export function positionOf(id: string, form: ExportedRowKind): { at: number; seq: number } {
  const parsed = form === 'questions' ? parseQuestionId(id) : undefined
  if (parsed) return { at: parsed.atMs, seq: parsed.seq }
  const match = form === 'events' ? /^(\d{1,15})-(\d{1,15})$/.exec(id) : null
  if (match) return { at: Number(match[1]), seq: Number(match[2]) }
  throw invalidField('after', 'invalid_id', `Must be the id of a row of rows=${form}`)
}
