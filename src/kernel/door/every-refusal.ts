import * as z from 'zod'
import { ServiceError, type FieldError } from './errors.ts'
import { UnreadableError } from './readable-fields.ts'

/**
 * What the schema of an operation cannot express: throws VALIDATION_FAILED for an input that breaks it, by the very check
 * that the handler makes. Rules run after a refusal alone, so that it names everything that is to be mended; a rule that
 * reads a field which the schema refused is left out. The handler checks by itself, whatever rules there are.
 */
export type InputRule<C, I> = (ctx: C, input: I) => unknown

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
      else if (!(error instanceof UnreadableError)) throw error
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
  #unreadable: UnreadableError | undefined

  /** Keeps the fields that an error refuses, and that a part cannot be read. Throws any other error again. */
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

/** Runs a check on each item, and throws what they refuse together. */
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

/** Does as `checkEach` for a check that waits, one item after the other. */
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
 * Runs a check on a whole value or, where a part of it cannot be read, on each part as if it stood alone: each member of
 * `whole`, and each entry of a member that is a list. `place` is where the value stands in the input, as `policy.`.
 * For checks that judge each part by itself.
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

/** Names what a check refuses at one place by another place. */
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
