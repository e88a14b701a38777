import * as z from 'zod'
import type { SiteDb } from '../../../../db/site-db.ts'
import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import { queryKey } from '../../../domain/citations/query-text.ts'
import { isRecord } from '../../../lib/json/is-record.ts'
import { auditCall } from '../../../kernel/door/audit.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import { fieldErrors } from '../../../kernel/door/field-errors.ts'
import type { OrgContext } from '../../../kernel/door/operation.ts'
import { rejectUnsafeJson } from '../../../kernel/door/reject-unsafe-json.ts'
import { TimeSlice } from '../../../lib/concurrency/time-slice.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { NewQuery, QueryChanges, queryFields } from './query-input.ts'
import { changedColumns, insertQuery, limitReached, roomFor } from './store-query.ts'

const COUNTS = ['created', 'updated', 'unchanged', 'failed'] as const

/** The counts of created, updated, unchanged and failed records, and the reasons for the failed ones. */
export const QueryImportResult = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int().describe('Records that say what a query is already'),
  failed: z.int(),
  errors: z.array(
    z.object({
      index: z.int().describe('Of the record, from 0; blank lines count'),
      line: z.int().describe('The same from 1, as lines of a file are counted'),
      text: z.string().nullable().describe('Its beginning; null: it cannot be made out'),
      code: z.string().describe('VALIDATION_FAILED, MALFORMED_JSON or LIMIT_REACHED'),
      message: z.string(),
      fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
})
type Result = z.output<typeof QueryImportResult>

const QueryRecord = QueryChanges.extend({ text: queryFields.text }).strict()
type QueryRecord = z.output<typeof QueryRecord>

/** The most records of one transaction, few enough that events are written in between. */
const STEP_RECORDS = 50
/**
 * The most of a refused record that is reported: its wrong fields, the characters of each path or message, and the
 * characters of its text. A hostile record has thousands of fields with long names.
 */
const MAX_FIELDS = 20
const MAX_TOLD_CHARS = 300
const MAX_TEXT_CHARS = 80

const nothing = (): Result => ({ created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] })

/** Stores valid records in short steps, and reports why the others are refused. */
export async function importQueryRecords(
  ctx: OrgContext,
  siteId: string,
  records: readonly unknown[],
): Promise<Result> {
  const result = nothing()
  const slice = new TimeSlice()
  for (let from = 0; from < records.length; from += STEP_RECORDS) {
    const step = records.slice(from, from + STEP_RECORDS)
    const ended = await ctx.db.transaction((trx) => importStep(ctx, trx, siteId, { from, step }))
    for (const count of COUNTS) result[count] += ended[count]
    result.errors.push(...ended.errors)
    await slice.yieldToLoop()
  }
  return result
}

async function importStep(
  ctx: OrgContext,
  trx: TenantDb,
  siteId: string,
  { from, step }: { from: number; step: readonly unknown[] },
): Promise<Result> {
  const result = nothing()
  const site = await findSiteById(trx, siteId)
  for (const [place, given] of step.entries()) {
    if (typeof given === 'string' && given.trim() === '') continue
    let text: string | null = null
    try {
      const value = typeof given === 'string' ? parsedLine(given) : given
      text = textIn(value)
      result[await importOne(ctx, site, readRecord(value))] += 1
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      result.failed += 1
      const index = from + place
      result.errors.push({ index, line: index + 1, text, ...refusalOf(error) })
    }
  }
  const { created, updated } = result
  if (created + updated > 0) {
    await auditCall(ctx, trx, 'citation_query.import', siteId, { created, updated })
  }
  return result
}

async function importOne(
  ctx: OrgContext,
  site: SiteDb,
  record: QueryRecord,
): Promise<'created' | 'updated' | 'unchanged'> {
  const query = NewQuery.parse(record)
  const [row] = await site.citationQueries.byKeys([queryKey(query)])
  if (!row) {
    const { plan } = ctx.principal
    if ((await roomFor(site, plan)) < 1) throw limitReached(plan)
    await insertQuery(ctx, site, query, 'imported')
    return 'created'
  }
  // The text finds the query, so another case of its letters is not a change.
  const columns = changedColumns(site, row, { ...record, text: row.text })
  if (Object.keys(columns).length === 0) return 'unchanged'
  await site.citationQueries.update(row.num, { ...columns, changed_at: ctx.app.now() })
  return 'updated'
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new ServiceError('MALFORMED_JSON', 'The line is not valid JSON', { cause: error })
  }
}

/** Returns the beginning of the text of a record that may be refused, so that people see which record it was. */
const textIn = (value: unknown): string | null =>
  isRecord(value) && typeof value['text'] === 'string'
    ? value['text'].slice(0, MAX_TEXT_CHARS).toWellFormed()
    : null

function readRecord(value: unknown): QueryRecord {
  rejectUnsafeJson(value)
  const parsed = QueryRecord.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = fieldErrors(parsed.error, value)
  throw new ServiceError('VALIDATION_FAILED', 'This is no query', { fields })
}

const refusalOf = ({ code, message, details }: ServiceError) => ({
  code,
  message,
  fields: (details.fields ?? []).slice(0, MAX_FIELDS).map((field) => ({
    path: field.path.slice(0, MAX_TOLD_CHARS),
    code: field.code,
    message: field.message.slice(0, MAX_TOLD_CHARS),
  })),
})
