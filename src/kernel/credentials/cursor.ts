import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { invalidField } from '../door/errors.ts'
import type { InputRule } from '../door/every-refusal.ts'

export type CursorKey = readonly (string | number | null)[]

const TAG_BYTES = 12

/** Makes and reads opaque cursors: a keyset position, signed, and bound to the query that it continues. */
export class CursorSigner {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** Makes a cursor. `binding` is the operation's name and its input, as `cursorBinding` makes it. */
  sign(binding: string, key: CursorKey): string {
    const payload = Buffer.from(JSON.stringify(key))
    return Buffer.concat([this.#tag(binding, payload), payload]).toString('base64url')
  }

  /**
   * Returns the position in a cursor. Throws VALIDATION_FAILED for a cursor that was changed, or is of another query.
   */
  open(binding: string, cursor: string): CursorKey {
    const { tag, payload } = partsOf(cursor)
    if (!timingSafeEqual(tag, this.#tag(binding, payload))) throw invalidCursor()
    // @NOTE the tag proves that `sign` made this payload, so its shape is known.
    return JSON.parse(payload.toString()) as CursorKey
  }

  #tag(binding: string, payload: Buffer): Buffer {
    return createHmac('sha256', this.#secret)
      .update(binding)
      .update('\0')
      .update(payload)
      .digest()
      .subarray(0, TAG_BYTES)
  }
}

const invalidCursor = () =>
  invalidField(
    'cursor',
    'invalid_cursor',
    'This cursor belongs to another query; repeat the call with the same arguments, or leave the cursor out to start again',
  )

/**
 * Splits a cursor into its tag and its payload. Throws VALIDATION_FAILED for a text that is not a cursor of any query.
 */
function partsOf(cursor: string): { tag: Buffer; payload: Buffer } {
  const bytes = Buffer.from(cursor, 'base64url')
  const tag = bytes.subarray(0, TAG_BYTES)
  // The decoder skips characters outside base64, and would take a cursor with such characters around it for the same
  // one.
  const isWhole = tag.length === TAG_BYTES && bytes.toString('base64url') === cursor
  if (!isWhole) throw invalidCursor()
  return { tag, payload: bytes.subarray(TAG_BYTES) }
}

const cursorRule: InputRule<unknown, { cursor?: unknown }> = (_, { cursor }) =>
  typeof cursor === 'string' && partsOf(cursor)

/**
 * Adds the rule that a cursor must be well-formed to an input's rules. Its query can be checked only for a whole input.
 */
export function withCursorRule<C, I>(
  schema: z.ZodType,
  rules: readonly InputRule<C, I>[] = [],
): readonly InputRule<C, I>[] {
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, 'cursor')) return rules
  // @NOTE the schema has the field that the rule reads.
  return [...rules, cursorRule as InputRule<C, I>]
}

/** The fields that set how much of a list is wanted at a time; they may change from page to page. */
const SIZES: ReadonlySet<string> = new Set(['cursor', 'limit', 'maxTokens'])

/**
 * Makes the binding of a call: its name with its organization or site, and its arguments except the sizes of a page.
 */
export function cursorBinding(name: string, input: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(input)
    .filter(([key, value]) => !SIZES.has(key) && value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([name, entries])
}
