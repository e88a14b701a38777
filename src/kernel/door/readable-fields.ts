import * as z from 'zod'
import { isRecord } from '../../lib/json/is-record.ts'
import { byNearness } from './field-errors.ts'

type Schema = z.core.$ZodType

/** The error for code that reads a part of an input that the schema refused. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'
}

/**
 * The most entries of a map or list that are searched: the readers of longer ones would do more work for a refused
 * input than for a valid one.
 */
const MAX_NAMES = 50
const MAX_ENTRIES = 500

/**
 * Returns the parts of an input that the schema accepts, each part by itself: fields, entries of lists, and their
 * contents. Undefined where the input has no fields. Reading any other part throws UnreadableError, and nothing is
 * parsed before it is read.
 */
export function readableFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.output<S> | undefined {
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return
  // @NOTE each part is as the schema has it, or throws when it is read.
  return withMembers({}, membersOf(schema.shape, value)) as z.output<S>
}

type Member = readonly [name: string | number, schema: Schema, value: unknown]

const membersOf = (
  shape: Readonly<Record<string, Schema>>,
  value: Readonly<Record<string, unknown>>,
): Member[] =>
  Object.entries(shape).map(([name, schema]) => [
    name,
    schema,
    Object.hasOwn(value, name) ? value[name] : undefined,
  ])

function withMembers<T extends object>(target: T, members: readonly Member[]): T {
  for (const [name, schema, value] of members) {
    let read: (() => unknown) | undefined
    const get = (): unknown => (read ??= readerOf(schema, value))()
    Object.defineProperty(target, name, { get, enumerable: true })
  }
  return target
}

/** Makes the function that returns one part of an input, or throws UnreadableError. */
function readerOf(schema: Schema, value: unknown): () => unknown {
  const { success, data, error } = z.safeParse(schema, value)
  if (success) return () => data
  const form = formOf(schema, value)
  if (form instanceof z.ZodObject && isRecord(value)) {
    const readable = withMembers({}, membersOf(form.shape, value))
    return () => readable
  }
  if (form instanceof z.ZodRecord && isRecord(value) && Object.keys(value).length <= MAX_NAMES) {
    const readable = withMembers({}, entriesOf(form, value))
    return () => readable
  }
  if (form instanceof z.ZodArray && Array.isArray(value) && !isTooLong(value, error)) {
    const { element } = form
    const readable = withMembers(
      [],
      value.map((entry: unknown, i) => [i, element, entry]),
    )
    return () => readable
  }
  return () => {
    throw new UnreadableError()
  }
}

const isTooLong = ({ length }: readonly unknown[], { issues }: z.core.$ZodError): boolean =>
  length > MAX_ENTRIES || issues.some(({ code, path }) => code === 'too_big' && path.length === 0)

const entriesOf = (
  { keyType, valueType }: z.ZodRecord,
  value: Readonly<Record<string, unknown>>,
): Member[] =>
  Object.entries(value).map(([name, one]) => [
    name,
    z.safeParse(keyType, name).success ? valueType : z.never(),
    one,
  ])

/** Returns the object, map or list that a schema wants; of several forms the one that was most nearly met. */
function formOf(schema: Schema, value: unknown): Schema {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return formOf(schema.unwrap(), value)
  }
  if (!(schema instanceof z.ZodUnion)) return schema
  const [nearest] = schema.options
    .map((option) => ({ option, issues: z.safeParse(option, value).error?.issues ?? [] }))
    .toSorted((one, other) => byNearness(one.issues, other.issues))
  return nearest ? formOf(nearest.option, value) : schema
}
