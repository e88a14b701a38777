import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { cursorBinding } from '../../core/cursor.ts'
import { Cursor, Limit, PathId } from '../../core/inputs.ts'
import { listOf } from '../../core/list.ts'
import { defineOperation } from '../../core/operation.ts'
import { STREAM_TYPES } from '../../core/row-stream.ts'
import { bulkSite } from './bulk-site.ts'
import { PromptRecord, toRecord } from './prompt-record.ts'

const STREAM_ROWS = 100

/** GET /api/v1/prompts/:siteId/export: what the import takes, one record a line. */
export const exportPrompts = defineOperation({
  name: 'prompts.export',
  summary: 'Prompts of a site as records for the import: pages of JSON, or an NDJSON stream',
  effect: 'read',
  access: { by: 'scope', anyOf: ['prompts:write'] },
  http: { method: 'get', path: '/prompts/:siteId/export' },
  input: z.strictObject({
    siteId: PathId,
    format: z
      .enum(['json', 'ndjson'])
      .default('json')
      .describe('json: pages in the envelope. ndjson: one stream of all'),
    limit: Limit,
    cursor: Cursor,
  }),
  output: listOf(PromptRecord),
  async handler(ctx, { siteId, limit, cursor }) {
    const { cursors } = ctx.app
    const site = await bulkSite(ctx, siteId)
    const binding = cursorBinding(`prompts.export ${site.row.id}`, {})
    const after = cursor === undefined ? undefined : String(cursors.open(binding, cursor)[0])
    const rows = await site.prompts.list({ after, limit: limit + 1 })
    const items = rows.slice(0, limit).map((row) => toRecord(row, row.path))
    const last = items.at(-1)
    return {
      items,
      nextCursor: last && rows.length > limit ? cursors.sign(binding, [last.path]) : null,
    }
  },
  async stream(ctx, { siteId }) {
    const site = await bulkSite(ctx, siteId)
    const fileName = `citable-prompts-${site.row.domain}.ndjson`.replaceAll(/[^\w.-]+/g, '_')
    return { mimeType: STREAM_TYPES.ndjson, fileName, nextCursor: null, chunks: lines(site) }
  },
})

async function* lines({ prompts }: SiteDb): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const rows = await prompts.list({ after, limit: STREAM_ROWS })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => `${JSON.stringify(toRecord(row, row.path))}\n`).join('')
    after = last.path
  }
}
