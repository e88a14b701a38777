import { csvRow, jsonRow } from '../../../db/export/cells.ts'
import { withSiteColumn } from '../../../db/export/export-page-writer.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { StreamFormat } from '../../kernel/door/row-stream.ts'
import type { ExportInput } from './export-input.ts'
import type { AnalyticsQuery, AnalyticsResult } from './query.ts'
import { groupedFactQuery } from './plan-query.ts'
import { startQueryRun } from './query-run.ts'
import { runQuery } from './run-query.ts'
import { understandFilters } from './understand-filters.ts'

/**
 * The most groups that one statement of a stream reads. Each statement aggregates again, so there should be few
 * statements, but the rows of one are formatted at once, which takes about 25 ms on the event loop.
 */
const STREAM_PAGE = 5_000

export interface ExportServices extends Pick<AppContext, 'now' | 'cursors'> {
  /**
   * The number of readers below which a topic shares one name with all other such topics; if absent, each topic has its
   * own.
   */
  minAskers?: number
  /** True where the same question goes to other sites too. */
  isOneOfSeveral?: boolean
}

/**
 * Returns the query of an export without the fields that only exports have, so that export and query sign the same
 * cursors.
 */
function queryOf(input: ExportInput, limit: number, cursor: string | undefined): AnalyticsQuery {
  const { metrics, dimensions, range, from, to, filters, having, orderBy, fill, after } = input
  assertNoAfter(after)
  const asked = { metrics, dimensions, range, from, to, filters, having, orderBy, fill }
  return { ...asked, compare: 'none', limit, cursor }
}

/** Throws VALIDATION_FAILED for `after`, the id of a row: groups have no ids. */
export function assertNoAfter(after: string | undefined): void {
  if (after === undefined) return
  throw invalidField('after', 'not_for_query', 'rows=query has no ids of rows: send cursor')
}

/** The names of the columns of a file. */
export const fileColumnsOf = ({ columns }: Pick<AnalyticsResult, 'columns'>): string[] =>
  columns.map(({ name }) => name)

const read = async (
  { now, cursors, minAskers, isOneOfSeveral }: ExportServices,
  site: SiteDb,
  query: AnalyticsQuery,
): Promise<AnalyticsResult> => {
  return (await runQuery(site, query, { now: now(), cursors, minAskers, isOneOfSeveral })).result
}

/** One page of an export, each row as an object. */
export interface ExportedPage {
  items: Record<string, string | number | null>[]
  nextCursor: string | null
  notes: string[]
}

export async function queryPage(
  app: ExportServices,
  site: SiteDb,
  input: ExportInput,
  limit: number,
): Promise<ExportedPage> {
  const result = await read(app, site, queryOf(input, limit, input.cursor))
  const columns = fileColumnsOf(result)
  return {
    items: result.rows.map((row) =>
      Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null])),
    ),
    nextCursor: result.nextCursor,
    notes: result.notes,
  }
}

/** Returns all groups as a stream, or the first `limit` of them with a cursor for the rest. */
export async function queryStream(
  app: ExportServices,
  site: SiteDb,
  input: ExportInput,
  { format, limit }: { format: StreamFormat; limit: number | undefined },
): Promise<{ nextCursor: string | null; notes: string[]; chunks: AsyncIterable<string> }> {
  // The meaning of today stays the same from the first page to the last.
  const nowMs = app.now()
  const services = { ...app, now: () => nowMs }
  const pageFrom = (cursor: string | undefined): Promise<AnalyticsResult> =>
    read(services, site, queryOf(input, limit ?? STREAM_PAGE, cursor))
  const first = await pageFrom(input.cursor)
  async function* chunks(): AsyncGenerator<string> {
    let head = format === 'csv' ? csvRow(fileColumnsOf(first)) : ''
    for (let page = first; ;) {
      yield head + pageTextOf(page, format)
      head = ''
      if (page.nextCursor === null || limit !== undefined) return
      page = await pageFrom(page.nextCursor)
    }
  }
  const nextCursor = limit === undefined ? null : first.nextCursor
  return { nextCursor, notes: first.notes, chunks: chunks() }
}

interface FirstPage {
  rows: number
  bytes: number
  /** True where the file has no rows after its first page. */
  isLast: boolean
  notes: string[]
}

/** Counts the rows and bytes of the first page of a file. */
export async function measureQueryPage(
  app: ExportServices,
  site: SiteDb,
  input: ExportInput,
  format: StreamFormat,
): Promise<FirstPage> {
  const result = await read(app, site, queryOf(input, STREAM_PAGE, undefined))
  const head = format === 'csv' ? csvRow(fileColumnsOf(result)) : ''
  return {
    rows: result.rows.length,
    bytes: Buffer.byteLength(head + pageTextOf(result, format)),
    isLast: result.nextCursor === null,
    notes: result.notes,
  }
}

/** Counts the rows of a file, up to `max`. */
export async function countQueryRows(
  { now, minAskers, isOneOfSeveral }: ExportServices,
  site: SiteDb,
  input: ExportInput,
  max: number,
): Promise<number> {
  const asked = queryOf(input, max, undefined)
  const { filters } = await understandFilters(site, asked.filters, { isOneOfSeveral })
  const run = await startQueryRun(site, { ...asked, filters }, { now: now(), minAskers })
  return site.countFacts({ ...groupedFactQuery(run, run.range), limit: max })
}

/** Writes rows as lines of a file; `site`, if given, stands in each of them. */
export function pageTextOf(result: AnalyticsResult, format: StreamFormat, site?: string): string {
  const columns = fileColumnsOf(result)
  const ofSite = site === undefined ? undefined : withSiteColumn(format, site)
  return result.rows
    .map((row) => {
      const line = format === 'csv' ? csvRow(row) : jsonRow(columns, row)
      return ofSite ? ofSite(line) : line
    })
    .join('')
}

/** Yields all groups of a site, or the first `limit` of them. */
export async function* queryPages(
  app: ExportServices,
  site: SiteDb,
  input: ExportInput,
  limit: number | undefined,
): AsyncGenerator<AnalyticsResult> {
  let left = limit ?? Infinity
  for (let cursor: string | null | undefined; cursor !== null && left > 0;) {
    const asked = queryOf(input, Math.min(left, STREAM_PAGE), cursor ?? undefined)
    const page: AnalyticsResult = await read(app, site, asked)
    yield page
    left -= page.rows.length
    cursor = page.nextCursor
  }
}
