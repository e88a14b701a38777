import * as z from 'zod'
import { ServiceError, type FieldError } from './errors.ts'

/**
 * What the schema of an operation cannot express: throws VALIDATION_FAILED for an input that breaks it, by the very check
 * that the handler makes. Rules run after a refusal alone, so that it names everything that is to be mended; a rule that
 * reads a field which the schema refused is left out. The handler checks by itself, whatever rules there are.
 */
export type InputRule<C, I> = (ctx: C, input: I) => unknown

/** Thrown to a rule that reads a field which the schema refused. */
class UnreadableFieldError extends Error {
  override name = 'UnreadableFieldError'
}

/**
 * The input as far as the schema takes it, each field by itself; undefined where it has no fields. Reading any other
 * field throws UnreadableFieldError.
 */
export function readableFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.output<S> | undefined {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return
  const readable = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const sent: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    const parsed = z.safeParse(field, sent)
    const get = (): unknown => {
      if (parsed.success) return parsed.data
      throw new UnreadableFieldError(name)
    }
    Object.defineProperty(readable, name, { get, enumerable: true })
  }
  // @NOTE each field is as the schema has it, or throws when it is read.
  return readable as z.output<S>
}

/** The fields that rules refuse, in the order of the rules. */
async function refusedByRules<C, I>(
  rules: readonly InputRule<C, I>[],
  ctx: C,
  read: () => I | undefined,
): Promise<FieldError[]> {
  const input = rules.length > 0 ? read() : undefined
  if (input === undefined) return []
  const refused: FieldError[] = []
  for (const rule of rules) {
    try {
      await rule(ctx, input)
    } catch (error) {
      // What is not found, or not allowed, is for the handler to say of a whole input.
      if (error instanceof ServiceError) refused.push(...refusedFields(error))
      else if (!(error instanceof UnreadableFieldError)) throw error
    }
  }
  return refused
}

/** The fields that an error refuses; none where it is another one. */
const refusedFields = (error: unknown): readonly FieldError[] =>
  error instanceof ServiceError && error.code === 'VALIDATION_FAILED'
    ? (error.details.fields ?? [])
    : []

const kindOf = ({ path, code, rule }: FieldError): string => JSON.stringify([path, code, rule])

/** Makes refusals whole: what was found, and what rules refuse besides. */
export class WholeRefusal<C, I> {
  readonly #rules: readonly InputRule<C, I>[]
  /** The names of the fields, in their order. */
  readonly #names: readonly string[]

  constructor(schema: z.ZodType, rules: readonly InputRule<C, I>[] = []) {
    this.#rules = rules
    this.#names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  }

  /**
   * Each entry once, in the order in which the schema has its fields. A rule that makes the check of the handler says the
   * same of a field, be it in other words.
   */
  async fields(
    found: readonly FieldError[],
    ctx: C,
    read: () => I | undefined,
  ): Promise<FieldError[]> {
    const known = new Set(found.map(kindOf))
    const others = new Map(
      (await refusedByRules(this.#rules, ctx, read))
        .filter((one) => !known.has(kindOf(one)))
        .map((one) => [`${kindOf(one)} ${one.message}`, one]),
    )
    const all = [...found, ...others.values()]
    return all.toSorted((one, other) => this.#placeOf(one) - this.#placeOf(other))
  }

  /** Runs what takes an input, and completes its refusal. */
  async completing<T>(ctx: C, input: I, act: (ctx: C, input: I) => Promise<T>): Promise<T> {
    try {
      return await act(ctx, input)
    } catch (error) {
      const found = refusedFields(error)
      if (this.#rules.length === 0 || found.length === 0) throw error
      const fields = await this.fields(found, ctx, () => input)
      if (fields.length === found.length) throw error
      throw new ServiceError('VALIDATION_FAILED', 'Invalid input', { fields, cause: error })
    }
  }

  #placeOf({ path }: FieldError): number {
    const place = this.#names.indexOf(path.split(/[.[]/, 1)[0] ?? '')
    return place < 0 ? this.#names.length : place
  }
}

/** Collects what several checks refuse, so that it is thrown together. */
export class Refusals {
  readonly #fields: FieldError[] = []

  /** Keeps the fields that an error refuses, and throws any other error again. */
  add(error: unknown): void {
    const refused = refusedFields(error)
    if (refused.length === 0) throw error
    this.#fields.push(...refused)
  }

  /** Throws VALIDATION_FAILED where anything was refused. */
  throwAny(): void {
    const [first, ...others] = this.#fields
    if (!first) return
    const message = others.length === 0 ? first.message : 'Invalid input'
    throw new ServiceError('VALIDATION_FAILED', message, { fields: this.#fields })
  }
}

/** Runs a check on each item, and throws what they refuse together. */
export function checkEach<T>(
  items: readonly T[],
  check: (item: T, index: number) => unknown,
): void {
  const refusals = new Refusals()
  for (const [i, item] of items.entries()) {
    try {
      check(item, i)
    } catch (error) {
      refusals.add(error)
    }
  }
  refusals.throwAny()
}
