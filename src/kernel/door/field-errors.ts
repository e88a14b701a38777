import * as z from 'zod'
import { didYouMean } from '../../lib/text/did-you-mean.ts'
import { notMeasured } from '../names/not-measured.ts'
import type { FieldError } from './errors.ts'
import { plainMessage } from './field-messages.ts'

type Issue = z.core.$ZodIssue

/**
 * Turns the issues of a failed parse into one entry for each field; unknown fields are named one by one, and misspelt
 * values corrected.
 */
export function fieldErrors(error: z.ZodError, input?: unknown): FieldError[] {
  const fields = error.issues.flatMap((issue) => fieldsOf(issue, [], input))
  // Other issues of a value are left out where its type is wrong.
  const mistyped = new Set(
    fields.filter(({ code }) => code === 'invalid_type').map(({ path }) => path),
  )
  return fields.filter(({ path, code }) => code === 'invalid_type' || !mistyped.has(path))
}

function fieldsOf(issue: Issue, parents: readonly PropertyKey[], input: unknown): FieldError[] {
  const keys = [...parents, ...issue.path]
  const path = dotted(keys)
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue, path)
    case 'invalid_union':
      return unionFields(issue, keys, input)
    case 'invalid_value':
      return [{ path, code: issue.code, ...corrected(issue, valueAt(input, keys)) }]
    case 'invalid_type':
      return [{ path, code: issue.code, message: wrongType(issue, valueAt(input, keys)) }]
    default:
      return [{ path, code: issue.code, message: plainMessage(issue) }]
  }
}

const UNKNOWN = 'Unknown field'

/**
 * Says for each unknown field, in a line of its own, which field was probably meant: only during parsing does the
 * library know which fields an object may have.
 */
export const namingNearest: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'unrecognized_keys') return undefined
  const names = legalNames(issue.inst)
  return issue.keys
    .map((key) => didYouMean(key, names))
    .map((nearest) => (nearest === undefined ? UNKNOWN : `${UNKNOWN}; did you mean ${nearest}?`))
    .join('\n')
}

const legalNames = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

function unknownFields(
  { keys, message }: Extract<Issue, { code: 'unrecognized_keys' }>,
  path: string,
): FieldError[] {
  const lines = message.split('\n')
  return keys.map((key, i) => {
    const line = lines[i] ?? ''
    return {
      path: path === '' ? key : `${path}.${key}`,
      code: 'unknown_field',
      message: line.startsWith(UNKNOWN) ? line : UNKNOWN,
    }
  })
}

/**
 * Returns the errors of the form that a value met most nearly out of several: the one whose issues lie deepest, then
 * the one with the fewest.
 */
function unionFields(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  keys: readonly PropertyKey[],
  input: unknown,
): FieldError[] {
  const [nearest] = issue.errors.toSorted(byNearness)
  if (!nearest) return [{ path: dotted(keys), code: issue.code, message: issue.message }]
  return nearest.flatMap((inner) => fieldsOf(inner, keys, input))
}

/** Orders the lists of issues of several forms, those of the form that was most nearly met first. */
export const byNearness = (a: readonly Issue[], b: readonly Issue[]): number =>
  depth(b) - depth(a) || a.length - b.length

const depth = (issues: readonly Issue[]): number =>
  Math.max(0, ...issues.map(({ path, code }) => (code === 'unrecognized_keys' ? 0 : path.length)))

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function wrongType(
  { expected, message }: Extract<Issue, { code: 'invalid_type' }>,
  value: unknown,
): string {
  const type = TYPES[expected]
  if (type === undefined) return message
  return value === undefined ? `Required: ${type}` : `Must be ${type}`
}

function corrected(
  { values, message: said }: Extract<Issue, { code: 'invalid_value' }>,
  value: unknown,
) {
  // A schema of measured names has this message for a name that is not measured.
  if (said === notMeasured(value)) return { message: said }
  const legal = values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
  const message = `Must be ${legal}`
  const nearest =
    typeof value === 'string' && values.length > 1
      ? didYouMean(value, values.map(String))
      : undefined
  return nearest === undefined
    ? { message }
    : { message: `${message}; did you mean ${nearest}?`, meant: nearest }
}

function valueAt(input: unknown, keys: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    // @NOTE hasOwn was just asked; an index signature cannot be told from unknown.
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

function dotted(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += text === '' ? String(part) : `.${String(part)}`
  }
  return text
}
