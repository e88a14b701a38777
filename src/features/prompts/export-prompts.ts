import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineListWithFile } from '../../kernel/reads/define-list-with-file.ts'
import { findBulkSite } from './find-bulk-site.ts'
import { PromptRecord, toPromptRecord } from './prompt-record.ts'

/** GET /prompts/:siteId/export: returns the prompts of a site in the form that the import takes, one record a line. */
export const exportPrompts = defineListWithFile({
  name: 'prompts.export',
  summary: 'Prompts of a site as records for the import: pages of JSON, or an NDJSON stream',
  access: { by: 'scope', anyOf: ['prompts:write'] },
  path: '/prompts/:siteId/export',
  fields: { siteId: PathId },
  async open(ctx, { siteId }) {
    const { row, prompts } = await findBulkSite(ctx, siteId)
    return {
      owner: row.id,
      fileName: `citable-prompts-${row.domain}`.replaceAll(/[^\w.-]+/g, '_'),
      read: ({ after, limit }) => prompts.list({ after: after && String(after[0]), limit }),
    }
  },
  key: ({ path }) => [path],
  item: PromptRecord,
  toItem: (row) => toPromptRecord(row, row.path),
  file: {
    format: z
      .enum(['json', 'ndjson'])
      .default('json')
      .describe('json: pages in the envelope. ndjson: one stream of all'),
    rowsAtOnce: 100,
  },
})
