import { ServiceError, type FieldError } from '../../kernel/door/errors.ts'
import { checkWholeOrApart, WholeRefusal, type InputRule } from '../../kernel/door/every-refusal.ts'
import { fieldErrors } from '../../kernel/door/field-errors.ts'
import { readableFields } from '../../kernel/door/readable-fields.ts'
import { rejectUnsafeJson } from '../../kernel/door/reject-unsafe-json.ts'
import { refuseWords } from './edit-problems.ts'
import type { PromptEdit } from './prompt-edit.ts'
import { PromptRecord } from './prompt-record.ts'

/** True for an empty line, which is neither a record nor a mistake. */
export const isBlankLine = (given: unknown): boolean =>
  typeof given === 'string' && given.trim() === ''

/** Reads a record of an import: JSON, or the line that holds it. Throws MALFORMED_JSON. */
export function recordValue(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch (error) {
    throw new ServiceError('MALFORMED_JSON', 'The line is not valid JSON', { cause: error })
  }
}

export type RecordWords = Pick<PromptRecord, 'path'> &
  Pick<PromptEdit, 'templates' | 'questions' | 'primaryKind'>

/** Parses a record. Throws VALIDATION_FAILED with its bad fields, and with what `find` finds in the words of the others. */
export async function readPromptRecord(
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

/** Reads the path of an invalid record, so that people know which one was refused. */
export function recordPath(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('path' in value)) return null
  return typeof value.path === 'string' ? value.path.slice(0, MAX_PATH_CHARS) : null
}
