import { Readable } from 'node:stream'
import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { cursorBinding } from '../../kernel/credentials/cursor.ts'
import { Cursor, PageLimit, PathId } from '../../kernel/door/inputs.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { STREAM_TYPES } from '../../kernel/door/row-stream.ts'
import { findBulkSite } from './find-bulk-site.ts'
import { PromptRecord, toPromptRecord } from './prompt-record.ts'

const PAGE = 25
const STREAM_ROWS = 100

/** GET /prompts/:siteId/export: the prompts as the import takes them, one record a line. */
export const exportPrompts = defineOperation({
  name: 'prompts.export',
  summary: 'Prompts of a site as records for the import: pages of JSON, or an NDJSON stream',
  effect: 'read',
  access: { by: 'scope', anyOf: ['prompts:write'] },
  http: { surface: 'api', method: 'get', path: '/prompts/:siteId/export' },
  input: z.strictObject({
    siteId: PathId,
    format: z
      .enum(['json', 'ndjson'])
      .default('json')
      .describe('json: pages in the envelope. ndjson: one stream of all'),
    limit: PageLimit.optional().describe(
      'Rows of a page: of json by default 25, of a stream all rows there are',
    ),
    cursor: Cursor,
  }),
  output: listOf(PromptRecord),
  async handler(ctx, { siteId, limit = PAGE, cursor }) {
    const site = await findBulkSite(ctx, siteId)
    return readPart(ctx.app, site, limit, startOf(ctx.app, site, cursor))
  },
  async stream(ctx, { siteId, limit, cursor }) {
    const site = await findBulkSite(ctx, siteId)
    const after = startOf(ctx.app, site, cursor)
    const fileName = `citable-prompts-${site.row.domain}.ndjson`.replaceAll(/[^\w.-]+/g, '_')
    const file = { mimeType: STREAM_TYPES.ndjson, fileName }
    if (limit === undefined) return { ...file, nextCursor: null, chunks: lines(site, after) }
    const { items, nextCursor } = await readPart(ctx.app, site, limit, after)
    return { ...file, nextCursor, chunks: Readable.from(items.map(lineOf)) }
  },
})

type Services = Pick<AppContext, 'cursors'>

const bindingOf = ({ row }: SiteDb): string => cursorBinding(`prompts.export ${row.id}`, {})

/** Answers the path after which to begin. */
function startOf({ cursors }: Services, site: SiteDb, cursor: string | undefined) {
  return cursor === undefined ? undefined : String(cursors.open(bindingOf(site), cursor)[0])
}

async function readPart(
  { cursors }: Services,
  site: SiteDb,
  limit: number,
  after: string | undefined,
) {
  const rows = await site.prompts.list({ after, limit: limit + 1 })
  const items = rows.slice(0, limit).map((row) => toPromptRecord(row, row.path))
  const last = items.at(-1)
  return {
    items,
    nextCursor: last && rows.length > limit ? cursors.sign(bindingOf(site), [last.path]) : null,
  }
}

const lineOf = (record: PromptRecord): string => `${JSON.stringify(record)}\n`

async function* lines({ prompts }: SiteDb, from: string | undefined): AsyncGenerator<string> {
  let after = from
  for (;;) {
    const rows = await prompts.list({ after, limit: STREAM_ROWS })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => lineOf(toPromptRecord(row, row.path))).join('')
    after = last.path
  }
}
