import { ServiceError } from '../../kernel/errors.ts'
import { fieldErrors } from '../../kernel/field-errors.ts'
import { rejectUnsafeJson } from '../../kernel/reject-unsafe-json.ts'
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

/** Parses a record. Throws VALIDATION_FAILED with its bad fields. */
export function parseRecord(value: unknown): PromptRecord {
  rejectUnsafeJson(value)
  const parsed = PromptRecord.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = fieldErrors(parsed.error, value)
  throw new ServiceError('VALIDATION_FAILED', 'This is no record of a prompt', { fields })
}

const MAX_PATH_CHARS = 1_024

/** Reads the path of an invalid record, so that people know which one was refused. */
export function recordPath(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('path' in value)) return null
  return typeof value.path === 'string' ? value.path.slice(0, MAX_PATH_CHARS) : null
}
