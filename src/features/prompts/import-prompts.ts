import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findBulkSite } from './find-bulk-site.ts'
import { ImportResult } from './import-result.ts'

/** The most records of one import, which take about three seconds. */
const MAX_RECORDS = 2_000

/**
 * POST /prompts/:siteId/import: stores the prompts of many pages, from records of a JSON body or lines of an NDJSON
 * file. A record that is not valid is reported, and the others are stored; an imported prompt is locked unless its
 * record says otherwise. Importing an export changes nothing.
 */
export const importPrompts = defineOperation({
  name: 'prompts.import',
  summary: 'Write the prompts of many pages at once, by path',
  access: { by: 'scope', anyOf: ['prompts:write'] },
  http: {
    method: 'post',
    path: '/prompts/:siteId/import',
    body: { as: 'lines', field: 'records', max: MAX_RECORDS },
    // An import that was cut short may be sent again: a record that was taken changes nothing the second time.
    idempotency: 'after',
  },
  input: z.strictObject({
    siteId: PathId,
    // Each record is parsed by itself, so that a bad one does not refuse the others.
    records: z
      .array(z.unknown().meta({ $ref: '#/components/schemas/PromptRecord' }))
      .min(1)
      .max(MAX_RECORDS)
      .describe('Each as the export has it; a bad one refuses itself only'),
  }),
  output: ImportResult,
  precheck: (ctx, { siteId }) => findBulkSite(ctx, siteId),
  async handler(ctx, { siteId, records }) {
    const site = await findBulkSite(ctx, siteId)
    const { importRecords } = await import('./import-records.ts')
    return importRecords(ctx, site, records)
  },
})
