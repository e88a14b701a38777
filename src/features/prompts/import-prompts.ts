import * as z from 'zod'
import { PathId } from '../../core/inputs.ts'
import { defineOperation } from '../../core/operation.ts'
import { bulkSite } from './bulk-site.ts'
import { PromptRecord } from './prompt-record.ts'

const MAX_RECORDS = 500

export const ImportResult = z.object({
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
  errors: z.array(
    z.object({
      /** Of the record, from 0. */
      index: z.int(),
      path: z.string(),
      code: z.string(),
      message: z.string(),
      fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
})

/**
 * POST /api/v1/prompts/:siteId/import: the prompts of many pages. A record that cannot be taken is told of, and the
 * others are; an imported prompt is locked unless its record says otherwise.
 */
export const importPrompts = defineOperation({
  name: 'prompts.import',
  summary: 'Write the prompts of many pages at once, by path',
  effect: 'write',
  access: { by: 'scope', anyOf: ['prompts:write'] },
  http: { method: 'post', path: '/prompts/:siteId/import' },
  input: z.strictObject({
    siteId: PathId,
    records: z.array(PromptRecord).min(1).max(MAX_RECORDS).describe('Each as the export has it'),
  }),
  output: ImportResult,
  async handler(ctx, { siteId, records }) {
    const site = await bulkSite(ctx, siteId)
    const { importRecords } = await import('./import-records.ts')
    return importRecords(ctx, site, records)
  },
})
