import * as z from 'zod'
import { ServiceError, type FieldError } from './errors.ts'
import { UnreadableError } from './readable-fields.ts'

/**
 * A rule that the schema of an operation cannot express: it throws VALIDATION_FAILED for an input that breaks it, by
 * the same check that the handler makes. Rules run only after a refusal, so that the refusal names everything that must
 * be corrected; a rule that reads a field which the schema refused is left out. The handler makes all of its checks
 * itself, with or without rules.
 */
export type InputRule<C, I> = (ctx: C, input: I) => unknown

/** Returns the fields that rules refuse, in the order of the rules. */
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
      // Errors such as NOT_FOUND or missing rights are left out: the handler throws them for a whole input.
      if (error instanceof ServiceError) refused.push(...refusedFields(error))
      else if (!(error instanceof UnreadableError)) throw error
    }
  }
  return refused
}

/** Returns the fields that an error refuses; an empty list for an error of another kind. */
const refusedFields = (error: unknown): readonly FieldError[] =>
  error instanceof ServiceError && error.code === 'VALIDATION_FAILED'
    ? (error.details.fields ?? [])
    : []

const kindOf = ({ path, code, rule }: FieldError): string => JSON.stringify([path, code, rule])

/**
 * Adds the refusals of an operation's rules to those that were found, so that a refusal names everything that is
 * wrong.
 */
export class WholeRefusal<C, I> {
  readonly #rules: readonly InputRule<C, I>[]
  /** The names of the fields, in their order. */
  readonly #names: readonly string[]

  constructor(schema: z.ZodType, rules: readonly InputRule<C, I>[] = []) {
    this.#rules = rules
    this.#names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  }

  /**
   * Returns each refused field once, in the order in which the schema has its fields. A rule that makes the check of
   * the handler refuses the same field, maybe in other words.
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

  /** Runs a function that takes an input; where it refuses the input, the refusal also names what the rules refuse. */
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

/** Collects the fields that several checks refuse, so that they are thrown as one error. */
export class Refusals {
  readonly #fields: FieldError[] = []
  #unreadable: UnreadableError | undefined

  /**
   * Keeps the fields that an error refuses, or the fact that it is an UnreadableError. Throws any other error again.
   */
  add(error: unknown): void {
    const refused = refusedFields(error)
    this.#fields.push(...refused)
    if (error instanceof UnreadableError) this.#unreadable = error
    else if (refused.length === 0) throw error
  }

  /** Throws VALIDATION_FAILED where anything was refused, else UnreadableError where a part could not be read. */
  throwAny(): void {
    const [first, ...others] = this.#fields
    if (!first && this.#unreadable) throw this.#unreadable
    if (!first) return
    const message = others.length === 0 ? first.message : 'Invalid input'
    throw new ServiceError('VALIDATION_FAILED', message, { fields: this.#fields })
  }
}

/** Runs a check on each item, and throws the fields that it refuses as one error. */
export function checkEach<T>(
  items: readonly T[],
  check: (item: T, index: number) => unknown,
): void {
  const refusals = new Refusals()
  for (const i of items.keys()) {
    try {
      // @NOTE the list has an item at each of its keys.
      check(items[i] as T, i)
    } catch (error) {
      refusals.add(error)
    }
  }
  refusals.throwAny()
}

/**
 * Awaits a check of one item after the other, and throws the fields that it refuses as one error, as `checkEach` does.
 */
export async function checkEachInTurn<T>(
  items: readonly T[],
  check: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const refusals = new Refusals()
  for (const i of items.keys()) {
    try {
      // @NOTE the list has an item at each of its keys.
      await check(items[i] as T, i)
    } catch (error) {
      refusals.add(error)
    }
  }
  refusals.throwAny()
}

type Parts = Readonly<Record<string, unknown>>

/**
 * Runs a check on a whole value or, where a part of it cannot be read, on each part as if it were alone: each member of
 * `whole`, and each entry of a member that is a list. `place` is the place of the value in the input, as `policy.`. It
 * is for checks that judge each part by itself.
 */
export async function checkWholeOrApart<T extends object>(
  whole: T,
  place: string,
  check: (value: T) => unknown,
): Promise<void> {
  try {
    await check(whole)
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    await checkEachInTurn(Object.keys(whole), async (name) => {
      // @NOTE the name is one of the keys of the value.
      const member = (whole as Parts)[name]
      const alone = (value: unknown) =>
        // @NOTE the other members are left out, and the check takes each by itself.
        check({ [name]: value } as T)
      if (!Array.isArray(member)) {
        await alone(member)
        return
      }
      await checkEachInTurn<unknown>(member, (entry, i) =>
        placedAt(`${place}${name}[0]`, `${place}${name}[${i}]`, () => alone([entry])),
      )
    })
  }
}

/** Runs a check, and replaces the beginning `from` of the paths in its refusals by `to`. */
async function placedAt(from: string, to: string, check: () => unknown): Promise<void> {
  try {
    await check()
  } catch (error) {
    const fields = refusedFields(error)
    if (fields.length === 0) throw error
    throw new ServiceError('VALIDATION_FAILED', 'Invalid input', {
      fields: fields.map((field) => ({
        ...field,
        path: field.path.startsWith(from) ? `${to}${field.path.slice(from.length)}` : field.path,
      })),
      cause: error,
    })
  }
}
