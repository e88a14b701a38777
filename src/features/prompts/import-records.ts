import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { type FieldError, ServiceError } from '../../kernel/door/errors.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { prepareLinter } from '../../protocol/lint/lint-prompt.ts'
import { TimeSlice } from '../../lib/concurrency/time-slice.ts'
import { editPrompt, previewEdit } from './edit-prompt.ts'
import type { ImportResult } from './import-result.ts'
import { changesNothing, PromptRecord, toPromptRecord } from './prompt-record.ts'
import { openPromptContext, type PromptContext, readPromptContext } from './prompt-context.ts'
import { checkWholeOrApart, type InputRule, WholeRefusal } from '../../kernel/door/every-refusal.ts'
import { fieldErrors } from '../../kernel/door/field-errors.ts'
import { readableFields } from '../../kernel/door/readable-fields.ts'
import { rejectUnsafeJson } from '../../kernel/door/reject-unsafe-json.ts'
import { refuseWords } from './edit-problems.ts'
import type { PromptEdit } from './prompt-edit.ts'

type Result = z.output<typeof ImportResult>
type Refusal = Result['errors'][number]

/** The most records of one transaction, few enough that events are written in between. */
const STEP_RECORDS = 25
/** The most fields that are reported of one record. */
const MAX_FIELDS = 20
const MAX_FIELD_CHARS = 300

const nothing = (): Result => ({ created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] })

/** Writes valid records in short steps, and reports why the others are refused. */
export async function importRecords(
  ctx: OrgContext,
  site: SiteDb,
  records: readonly unknown[],
): Promise<Result> {
  await prepareLinter(turn)
  const context = openPromptContext(await readPromptContext(ctx.app, site))
  const result = nothing()
  const slice = new TimeSlice()
  for (let from = 0; from < records.length;) {
    const step = { from, records: records.slice(from, from + STEP_RECORDS), slice }
    const { taken, ...ended } = await ctx.db.transaction((trx) =>
      importStep(ctx, trx, site, context, step),
    )
    from += taken
    await slice.yieldToLoop()
    for (const count of ['created', 'updated', 'unchanged', 'failed'] as const) {
      result[count] += ended[count]
    }
    result.errors.push(...ended.errors)
  }
  return result
}

interface Step {
  /** The index of the first of `records` in the import; the step stores as many of them as its time slice allows. */
  from: number
  records: readonly unknown[]
  slice: TimeSlice
}

async function importStep(
  ctx: OrgContext,
  trx: TenantDb,
  { row: { id } }: SiteDb,
  context: PromptContext,
  { from, records, slice }: Step,
): Promise<Result & { taken: number }> {
  const result = nothing()
  let taken = 0
  const site = await trx.sites.find(id)
  if (!site) throw new ServiceError('NOT_FOUND', 'The site was deleted meanwhile')
  for (const [place, given] of records.entries()) {
    // The linter takes milliseconds for the longest texts, so the slice is checked after each record.
    if (slice.isOver && taken > 0) break
    taken += 1
    if (isBlankLine(given)) continue
    let path: string | null = null
    try {
      const value = recordValue(given)
      path = recordPath(value)
      const record = await readPromptRecord(value, (words) =>
        findProblems(ctx, site, context, words),
      )
      result[await importOne(ctx, site, context, record)] += 1
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      result.failed += 1
      const index = from + place
      result.errors.push({ index, line: index + 1, path, ...toRefusal(error) })
    }
  }
  const { created, updated } = result
  if (created + updated > 0) {
    await auditCall(ctx, trx, 'prompt.import', id, { created, updated })
  }
  return { ...result, taken }
}

/**
 * Makes the report of a refused record. It is shortened, since a hostile record has thousands of fields with long
 * names.
 */
function toRefusal({
  code,
  message,
  details,
}: ServiceError): Omit<Refusal, 'index' | 'line' | 'path'> {
  const fields = (details.fields ?? []).slice(0, MAX_FIELDS).map((field) => ({
    path: field.path.slice(0, MAX_FIELD_CHARS),
    code: field.code,
    ...(field.rule !== undefined && { rule: field.rule }),
    message: field.message.slice(0, MAX_FIELD_CHARS),
  }))
  return { code, message, fields }
}

/** Finds the problems in the words of a record whose other fields may be invalid. */
async function findProblems(
  { app }: OrgContext,
  { prompts: store }: SiteDb,
  context: PromptContext,
  { path, ...words }: RecordWords,
): Promise<FieldError[]> {
  const [page] = await store.pagesByPath([path])
  if (!page) return []
  const [before] = await store.ofPages([page.num])
  return (await previewEdit({ app, store, context, page, before }, words)).problems
}

/**
 * Stores one record, and returns what it did. Throws ServiceError for a record that cannot be stored, and then stores
 * no part of it.
 */
async function importOne(
  { app, principal }: OrgContext,
  { prompts: store }: SiteDb,
  context: PromptContext,
  record: PromptRecord,
): Promise<'created' | 'updated' | 'unchanged'> {
  const { path, templates, ...others } = record
  const [page] = await store.pagesByPath([path])
  if (!page) throw new ServiceError('NOT_FOUND', 'The site has no page of this path')
  const [before] = await store.ofPages([page.num])
  if (before && changesNothing(record, toPromptRecord(before, path))) return 'unchanged'
  const editing = { app, store, context, page, before, actor: actorOf(principal) }
  const edit = { ...others, ...(templates.length > 0 && { templates }) }
  const values = await editPrompt({ ...editing, source: 'imported' }, edit)
  if (values.version !== before?.version) {
    await store.save(page.num, values, before?.version ?? null)
  }
  return before ? 'updated' : 'created'
}

/** True for an empty line, which is skipped and is not a mistake. */
const isBlankLine = (given: unknown): boolean => typeof given === 'string' && given.trim() === ''

/**
 * Parses a record of an import from the line that holds it; another value is the record itself. Throws MALFORMED_JSON.
 */
function recordValue(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch (error) {
    throw new ServiceError('MALFORMED_JSON', 'The line is not valid JSON', { cause: error })
  }
}

type RecordWords = Pick<PromptRecord, 'path'> &
  Pick<PromptEdit, 'templates' | 'questions' | 'primaryKind'>

/**
 * Parses a record. Throws VALIDATION_FAILED with its bad fields, and with the problems that `find` finds in the words
 * of the other fields.
 */
async function readPromptRecord(
  value: unknown,
  find: (words: RecordWords) => Promise<readonly FieldError[]>,
): Promise<PromptRecord> {
  rejectUnsafeJson(value)
  const parsed = PromptRecord.safeParse(value)
  if (parsed.success) return parsed.data
  const check = async (words: RecordWords) => refuseWords(await find(words))
  const rules: InputRule<undefined, PromptRecord>[] = [
    (_, { path, templates }) =>
      templates.length > 0 &&
      checkWholeOrApart({ templates }, '', (words) => check({ path, ...words })),
    (_, { path, templates, primaryKind }) =>
      templates.length > 0 && check({ path, templates, primaryKind }),
    (_, { path, questions }) =>
      checkWholeOrApart({ questions }, '', (words) => check({ path, ...words })),
  ]
  const fields = await new WholeRefusal(PromptRecord, rules).fields(
    fieldErrors(parsed.error, value),
    undefined,
    () => readableFields(PromptRecord, value),
  )
  throw new ServiceError('VALIDATION_FAILED', 'This is no record of a prompt', { fields })
}

const MAX_PATH_CHARS = 1_024

/** Returns the path in a record that may be invalid, so that people see which record was refused. */
function recordPath(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('path' in value)) return null
  return typeof value.path === 'string' ? value.path.slice(0, MAX_PATH_CHARS) : null
}
