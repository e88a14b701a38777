import { csvRow, jsonRow } from '../../../db/export/cells.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { AppContext } from '../../kernel/app-context.ts'
import type { StreamFormat } from '../../kernel/row-stream.ts'
import type { ExportInput } from './export-input.ts'
import type { AnalyticsQuery } from './query.ts'
import { type AnalyticsResult } from './query.ts'
import { runQuery } from './run-query.ts'

/**
 * Groups that one statement of a stream reads. Each statement aggregates anew, so there should be few, but its rows are
 * formatted at once, which takes about 25 ms on the event loop.
 */
const STREAM_PAGE = 5_000

type Services = Pick<AppContext, 'now' | 'cursors'>

/** Keeps the engine's own query without what only an export has, so that both sign the same cursors. */
function queryOf(input: ExportInput, limit: number, cursor: string | undefined): AnalyticsQuery {
  const { metrics, dimensions, range, from, to, filters, having, orderBy, fill } = input
  const asked = { metrics, dimensions, range, from, to, filters, having, orderBy, fill }
  return { ...asked, compare: 'none', limit, cursor }
}

const columnsOf = ({ columns }: AnalyticsResult): string[] => columns.map(({ name }) => name)

export async function queryPage(app: Services, site: SiteDb, input: ExportInput, limit: number) {
  const query = queryOf(input, limit, input.cursor)
  const { result } = await runQuery(site, query, { now: app.now(), cursors: app.cursors })
  const columns = columnsOf(result)
  return {
    items: result.rows.map((row) =>
      Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null])),
    ),
    nextCursor: result.nextCursor,
  }
}

/** All groups, or the first `limit` of them with a cursor that goes on. */
export async function queryStream(
  app: Services,
  site: SiteDb,
  input: ExportInput,
  { format, limit }: { format: StreamFormat; limit: number | undefined },
): Promise<{ nextCursor: string | null; chunks: AsyncIterable<string> }> {
  const services = { now: app.now(), cursors: app.cursors }
  const read = async (cursor: string | undefined): Promise<AnalyticsResult> => {
    const query = queryOf(input, limit ?? STREAM_PAGE, cursor)
    return (await runQuery(site, query, services)).result
  }
  const first = await read(input.cursor)
  async function* chunks(): AsyncGenerator<string> {
    let head = format === 'csv' ? csvRow(columnsOf(first)) : ''
    for (let page = first; ;) {
      yield head + textOf(page, format)
      head = ''
      if (page.nextCursor === null || limit !== undefined) return
      page = await read(page.nextCursor)
    }
  }
  return { nextCursor: limit === undefined ? null : first.nextCursor, chunks: chunks() }
}

function textOf(result: AnalyticsResult, format: StreamFormat): string {
  const columns = columnsOf(result)
  return result.rows.map((row) => (format === 'csv' ? csvRow(row) : jsonRow(columns, row))).join('')
}
