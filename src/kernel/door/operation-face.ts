import type { z } from 'zod'
import type { AppContext } from './app-context.ts'
import { ServiceError, type FieldError } from './errors.ts'
import { withCursorRule } from '../credentials/cursor.ts'
import { WholeRefusal, type InputRule } from './every-refusal.ts'
import { fieldErrors, namingNearest } from './field-errors.ts'
import { parseOutput } from '../reads/list.ts'
import type { Caller } from './caller.ts'
import type { Principal } from './principal.ts'
import type { Access, BearerAccess } from './access.ts'
import { readableFields } from './readable-fields.ts'
import { rejectUnsafeJson, wellFormed } from './reject-unsafe-json.ts'

/**
 * Fields that the transport found where they do not belong, such as one of the body in the query. They are refused
 * together with what the schema refuses, and after the caller was, so that a stranger learns nothing from it.
 */
export type MisplacedFields = readonly FieldError[]

export type Call = [
  app: AppContext,
  principal: Principal,
  caller: Caller,
  rawInput: unknown,
  misplaced?: MisplacedFields | undefined,
]

/** The form in which callers of one kind ask a question and get the answer. */
export interface Face {
  /** The access rule of this form. */
  readonly access: Access
  readonly input: z.ZodType
  readonly output: z.ZodType
  /**
   * Answers a call, and is the only way to do so: authorise, parse the input, run, parse the output. Throws
   * ServiceError with UNAUTHENTICATED, INSUFFICIENT_SCOPE, SESSION_REQUIRED, ROLE_REQUIRED, PLAN_REQUIRED,
   * VALIDATION_FAILED, or what the handler throws.
   */
  execute(...call: Call): Promise<unknown>
}

export interface FaceDefinition<C, I extends z.ZodType, O extends z.ZodType> {
  /** True where a lone surrogate in a text of the input is replaced, and the input is not refused for it. */
  mendsTexts?: true
  /**
   * Converts another form of the input, which callers may send too, into that of the schema; undefined for any other
   * value.
   */
  normalise?(raw: unknown): Normalised | undefined
  input: I
  output: O
  /** The checks of the handler on the input besides its schema, so that a refusal names all that is wrong. */
  rules?: readonly InputRule<C, z.output<I>>[]
  handler(ctx: C, input: z.output<I>): Promise<z.input<O>>
}

interface Normalised {
  value: unknown
  /** Translates a field of the schema's form into the name that the caller sent, for refusals. */
  sentAs?: (path: string) => string
}

/** Authorises a caller, and makes the context of the handler. */
export type Enter<C> = (app: AppContext, principal: Principal, caller: Caller) => C

/** Lets a call in and runs a function with its input; a refusal of the input names all that is wrong with it. */
export type Admit<C, I> = <T>(call: Call, act: (ctx: C, input: I) => Promise<T>) => Promise<T>

export function makeAdmit<C, I extends z.ZodType>(
  face: Omit<FaceDefinition<C, I, z.ZodType>, 'output' | 'handler'>,
  enter: Enter<C>,
): Admit<C, z.output<I>> {
  const { input, normalise, mendsTexts } = face
  const whole = new WholeRefusal(input, withCursorRule(input, face.rules))
  return async ([app, principal, caller, sentInput, misplaced = []], act) => {
    const ctx = enter(app, principal, caller)
    const rawInput = mendsTexts ? wellFormed(sentInput) : sentInput
    rejectUnsafeJson(rawInput)
    const { value, sentAs = asItIs } = normalise?.(rawInput) ?? { value: rawInput }
    const parsed = input.safeParse(value, { error: namingNearest })
    if (parsed.success && misplaced.length === 0) return whole.completing(ctx, parsed.data, act)
    const found = parsed.success
      ? []
      : fieldErrors(parsed.error, value).map((one) => ({ ...one, path: sentAs(one.path) }))
    const fields = await whole.fields(found, ctx, () => readableFields(input, value))
    throw new ServiceError('VALIDATION_FAILED', 'Invalid input', {
      fields: [...misplaced, ...fields],
    })
  }
}

const asItIs = (path: string): string => path

/** Makes a face. The handler stays private to the closure, so nothing can skip the checks. */
export function makeFace<C, I extends z.ZodType, O extends z.ZodType>(
  definition: FaceDefinition<C, I, O>,
  access: Access,
  admit: Admit<C, z.output<I>>,
): Face {
  const { input, output } = definition
  return {
    access,
    input,
    output,
    execute: async (...call) =>
      parseOutput(output, await admit(call, (ctx, data) => definition.handler(ctx, data))),
  }
}

/** Makes a face from a definition for an operation, whose access applies where the face has none of its own. */
export type FaceMaker<C> = (access: Access, enterBy: (access: Access) => Enter<C>) => Face

interface OtherFace<C, I extends z.ZodType, O extends z.ZodType> extends FaceDefinition<C, I, O> {
  /** The access rule of this form, where it differs from that of the operation. */
  access?: BearerAccess | undefined
}

/** Declares the form in which callers of another surface ask an operation and are answered. */
export const defineFace =
  <C, I extends z.ZodType, O extends z.ZodType>(definition: OtherFace<C, I, O>): FaceMaker<C> =>
  (ofOperation, enterBy) => {
    const access = definition.access ?? ofOperation
    return makeFace(definition, access, makeAdmit(definition, enterBy(access)))
  }
