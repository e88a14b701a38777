import { csvRow } from '../../../db/export/cells.ts'
import {
  type ExportedRowKind,
  type ExportFormat,
  type ExportPage,
  ROW_COLUMNS,
} from '../../../db/export/export-format.ts'
import type { ExportQuery } from '../../../db/export/export-rows.ts'
import type { QuestionFilter } from '../../../db/search/question-conditions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { OPERATOR_BY_ENGINE } from '../../domain/events/ai-sources.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import {
  listPage,
  type ListPage,
  opened,
  pageOfItems,
  signed,
  withOneMore,
} from '../../kernel/reads/paging.ts'
import { readPath } from '../../kernel/names/read-path.ts'
import { siteRange } from '../../kernel/reads/range.ts'
import { offsetSegments } from '../../lib/time/zone.ts'
import { understandFilters } from './understand-filters.ts'
import { assertFilterSize } from './legality.ts'
import { assertRowFields, type ExportInput, positionOf } from './export-input.ts'
import { notesOnRows } from './export-notes.ts'
import type { ExportedPage, ExportServices } from './export-query.ts'

export type RowInput = ExportInput & {
  rows: ExportedRowKind
  /** The conditions on questions, which no other field filters. */
  only?: QuestionFilter | undefined
  /** True in a file of several sites, so that each row names its site. */
  ofSeveral?: boolean
}

/**
 * Returns the list that a cursor belongs to. It depends on the rows that are meant, and not on how they are cut into
 * pages.
 */
function pageOf(app: ExportServices, site: SiteDb, input: RowInput, limit = 0): ListPage {
  const {
    format: _,
    columns: __,
    maxRows: ___,
    after: ____,
    bom: _____,
    ofSeveral: ______,
    ...meant
  } = input
  return listPage(app, `export ${site.row.id}`, meant, { limit, cursor: input.cursor })
}

export async function rowQuery(
  app: ExportServices,
  site: SiteDb,
  input: RowInput,
  format: ExportFormat,
  limit: number | undefined,
): Promise<ExportQuery> {
  assertRowFields(input)
  assertFilterSize(input.filters)
  const { filters } = await understandFilters(site, input.filters, app)
  const zone = site.row.rollup_timezone
  const { instants } = await siteRange(site, input, app.now())
  const { fromMs, toMs } = instants
  return {
    form: input.rows,
    format,
    columns: input.columns,
    instants,
    segments: offsetSegments(zone, fromMs - HOUR_MS, toMs),
    kinds: input.kinds,
    filters,
    operators: OPERATOR_BY_ENGINE,
    questions: await questionsOf(app, site, input.only),
    after: startOf(app, site, input),
    limit,
    site: input.ofSeveral ? site.row.domain : undefined,
  }
}

/**
 * Reads the path by which questions are narrowed, where several sites are asked, since each site has pages of its own.
 */
async function questionsOf(
  { isOneOfSeveral }: ExportServices,
  site: SiteDb,
  only: QuestionFilter | undefined,
): Promise<QuestionFilter | undefined> {
  if (only?.path === undefined || !isOneOfSeveral) return only
  const { path } = await readPath(site, only.path, 'path', { isOneOfSeveral })
  return { ...only, path }
}

/**
 * Returns the position after which rows begin: that of the cursor, or of the row that `after` names; null for the first
 * row.
 */
function startOf(app: ExportServices, site: SiteDb, input: RowInput): ExportQuery['after'] {
  const after = input.after === undefined ? null : positionOf(input.after, input.rows)
  const key = opened(pageOf(app, site, input), input.cursor)
  return key ? { at: Number(key[0]), seq: Number(key[1]) } : after
}

/** Returns one page of rows as objects, parsed from the very lines that a stream would send. */
export async function rowPage(
  app: ExportServices,
  site: SiteDb,
  input: RowInput,
  limit: number,
): Promise<ExportedPage> {
  const query = await rowQuery(app, site, input, 'ndjson', withOneMore(limit))
  const lines: string[] = []
  for await (const { bytes } of site.exportRows(query)) {
    lines.push(...Buffer.from(bytes).toString().trimEnd().split('\n'))
  }
  const key = (line: string) => {
    const { at, seq } = positionOf(readLine(line)['id'] ?? '', input.rows)
    return [at, seq]
  }
  const page = await pageOfItems(lines, pageOf(app, site, input, limit), { key, toItem: readLine })
  const isNothing = lines.length === 0 && input.cursor === undefined
  return { ...page, notes: await notesOnRows(app, site, input, isNothing) }
}

// @NOTE the service wrote these lines itself, as objects of texts.
const readLine = (line: string) => JSON.parse(line) as Record<string, string | null>

/** Returns the first line of a file, which names its columns; empty for a format without such a line. */
export const headOf = ({ columns, rows, ofSeveral }: RowInput, format: ExportFormat): string =>
  format === 'csv' ? csvRow([...(ofSeveral ? ['site'] : []), ...ROW_COLUMNS[columns][rows]]) : ''

interface Part {
  format: ExportFormat
  limit: number | undefined
}

/**
 * Streams rows as a file: all rows; or, with `limit`, one page with a cursor for the next. A file that `maxRows` ended
 * can be continued by `after`.
 */
export async function rowStream(
  app: ExportServices,
  site: SiteDb,
  input: RowInput,
  { format, limit }: Part,
): Promise<{ nextCursor: string | null; chunks: AsyncIterable<Uint8Array> }> {
  const query = await rowQuery(app, site, input, format, limit)
  const head = headOf(input, format)
  if (input.limit === undefined) {
    return { nextCursor: null, chunks: withHead(head, site.exportRows(query)) }
  }
  const pages: ExportPage[] = []
  for await (const page of site.exportRows(query)) pages.push(page)
  const last = pages.at(-1)?.last ?? null
  const isCut = last !== null && (await hasRow(site, { ...query, after: last }))
  return {
    nextCursor: signed(pageOf(app, site, input), isCut ? [last.at, last.seq] : null),
    chunks: withHead(head, pages),
  }
}

async function hasRow(site: SiteDb, query: ExportQuery): Promise<boolean> {
  const { done } = await site.exportRows({ ...query, limit: 1 }).next()
  return done !== true
}

/**
 * Yields a file with its header in the first piece, so that a failure before that piece is still answered as an error.
 */
async function* withHead(
  text: string,
  pages: Iterable<ExportPage> | AsyncIterable<ExportPage>,
): AsyncGenerator<Uint8Array> {
  let head = Buffer.from(text)
  for await (const { bytes } of pages) {
    yield head.length === 0 ? bytes : Buffer.concat([head, bytes])
    head = Buffer.alloc(0)
  }
  if (head.length > 0) yield head
}
