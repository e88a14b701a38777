import * as z from 'zod'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { importQueryRecords, QueryImportResult } from './import-query-records.ts'

/** The most records of an import: as many as the widest plan has queries. */
const MAX_RECORDS = 2_000

/**
 * POST /citations/:siteId/queries/import: adds or changes many queries, from records of a JSON body or lines of an
 * NDJSON file. A record of a query that exists changes the fields that it has; a record that is not valid is reported,
 * and the others are stored.
 */
export const importQueries = defineOperation({
  name: 'citations.importQueries',
  summary: 'Add or change many queries at once',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: {
    method: 'post',
    path: '/citations/:siteId/queries/import',
    body: { as: 'lines', field: 'records', max: MAX_RECORDS },
    // An import that was cut short may be sent again: a record that was taken changes nothing the second time.
    idempotency: 'after',
  },
  input: z.strictObject({
    siteId: PathId,
    // Each record is parsed by itself, so that a bad one does not refuse the others.
    records: z
      .array(z.unknown())
      .min(1)
      .max(MAX_RECORDS)
      .describe('Each with the fields of a new query; a bad one refuses itself only'),
  }),
  output: QueryImportResult,
  precheck: ({ db }, { siteId }) => findSiteById(db, siteId),
  handler: (ctx, { siteId, records }) => importQueryRecords(ctx, siteId, records),
})
