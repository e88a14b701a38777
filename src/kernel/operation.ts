import type { z } from 'zod'
import type { TenantDb } from '../../db/tenant.ts'
import { authorise, type Access } from './access.ts'
import type { AppContext } from './app-context.ts'
import { assertStillAllowed } from './assert-still-allowed.ts'
import { withCursorRule } from './cursor.ts'
import { ServiceError, type FieldError } from './errors.ts'
import { WholeRefusal, type InputRule } from './every-refusal.ts'
import { fieldErrors, namingNearest } from './field-errors.ts'
import type { HttpBinding, PathNames } from './http-binding.ts'
import { parseOutput } from './list.ts'
import { rejectUnsafeJson, wellFormed } from './reject-unsafe-json.ts'
import { siteIdsOf, type LinkPrincipal, type OrgPrincipal, type Principal } from './principal.ts'
import { readableFields } from './readable-fields.ts'
import type { RowStream } from './row-stream.ts'
import type { ServerSentEvent } from './server-sent-event.ts'

/** The transport's knowledge of a call besides its input. */
export interface Caller {
  requestId: string
  /** The client's address as `TRUST_PROXY` lets us know it; never stored as it is. */
  address: string
  userAgent: string | undefined
  origin: string | undefined
  referer: string | undefined
  /** The two-letter country from the trusted proxy's header, if there is one. */
  country: string | undefined
  /** True for a request that a page of the service itself sent: Sec-Fetch-Site is exactly same-origin. */
  isOwnPage: boolean
  /** True when Sec-GPC or DNT was sent. */
  optedOut: boolean
  /** Aborted when nobody hears the answer any more; absent where the caller cannot leave. */
  disconnectSignal?: () => AbortSignal
}

interface CallContext {
  app: AppContext
  caller: Caller
}

export interface PublicContext extends CallContext {
  /** The caller, if a credential came along; nobody needs one. */
  principal: Principal
}

export interface OrgContext extends CallContext {
  principal: OrgPrincipal
  /** Rows of the caller's organization, of the sites that its key reaches, and no others. */
  db: TenantDb
}

export interface LinkContext extends OrgContext {
  principal: LinkPrincipal
}

/** A public operation gets no tenant database, by type, whoever calls it; one by link hears what the link grants. */
type ContextFor<A extends Access> = A extends { by: 'public' }
  ? PublicContext
  : A extends { by: 'link' }
    ? LinkContext
    : OrgContext

interface Definition<
  A extends Access,
  I extends z.ZodType,
  O extends z.ZodType,
  H extends HttpBinding,
> {
  name: string
  summary: string
  /** Only `read` operations may become MCP tools. */
  effect: 'read' | 'write'
  access: A
  addressLimit?: AddressLimit
  /** A lone surrogate in a text of the input costs that character, and not the input. */
  mendsTexts?: true
  /** Turns another form of the input, that callers may send too, into the one of the schema; undefined where it is none. */
  normalise?(raw: unknown): Normalised | undefined
  input: I
  output: O
  /** Absent when the operation is reachable only as an MCP tool. */
  http?: H
  /**
   * Refuses by what the caller and the address tell, such as a plan and a site, before a body is read: who may not do
   * this hears so, whatever was sent along. The handler looks once more; what calls it by `execute` did not come by here.
   */
  precheck?(
    ctx: ContextFor<A>,
    parameters: Readonly<Record<PathNames<H['path']>, string>>,
  ): Promise<unknown>
  /** What the handler checks of the input besides its schema, so that a refusal names all that is wrong. */
  rules?: readonly InputRule<ContextFor<A>, z.output<I>>[]
  handler(ctx: ContextFor<A>, input: z.output<I>): Promise<z.input<O>>
  /** Answers as server-sent events, for a caller who accepts those; undefined where none will come any more. */
  watch?: (
    ctx: ContextFor<A>,
    input: z.output<I>,
    stream: WatchOptions,
  ) => Promise<AsyncIterable<ServerSentEvent> | undefined>
  /** Answers as a file, for an input whose `format` is not `json`. */
  stream?: (ctx: ContextFor<A>, input: z.output<I>) => Promise<RowStream>
}

/** Bounds how often one address may call an operation, in place of the caller's own limit a minute. */
export interface AddressLimit {
  /** The name of the bucket, which is stored with it. */
  name: string
  requestsPerMinute: number
  /** Its requests are answered milliseconds later, so that permits can be written for several at once. */
  isAnsweredLater?: true
}

interface Normalised {
  value: unknown
  /** Translates a field of the schema's form into the name that the caller sent, for refusals. */
  sentAs?: (path: string) => string
}

export interface Operation {
  readonly name: string
  readonly summary: string
  readonly effect: 'read' | 'write'
  readonly access: Access
  readonly addressLimit: AddressLimit | undefined
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly http: HttpBinding | undefined
  /**
   * Before a body is read: authorises, and throws what can be told from the parameters of the address alone. It is a
   * courtesy to callers; `execute` asks everything again.
   */
  precheck(
    app: AppContext,
    principal: Principal,
    caller: Caller,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<void>
  /**
   * The only way in: authorise, parse the input, run, parse the output.
   * Throws ServiceError with UNAUTHENTICATED, INSUFFICIENT_SCOPE, SESSION_REQUIRED, ROLE_REQUIRED,
   * PLAN_REQUIRED, VALIDATION_FAILED, or what the handler throws.
   */
  execute(...call: Call): Promise<unknown>
  /**
   * Does as `execute` for an operation that can answer as a file: the same checks, then rows as they come.
   * Undefined where there is no such form.
   */
  readonly open: ((...call: Call) => Promise<RowStream>) | undefined
  /** Does as `execute` for an operation whose answer can be watched: the same checks, then each change as it comes. */
  readonly watch:
    | ((
        app: AppContext,
        principal: Principal,
        caller: Caller,
        rawInput: unknown,
        stream: WatchOptions,
        misplaced?: MisplacedFields,
      ) => Promise<AsyncIterable<ServerSentEvent> | undefined>)
    | undefined
}

/**
 * Fields that the transport found where none belongs, such as one of the body in the query: refused together with what
 * the schema refuses, and after the caller was, so that it tells a stranger nothing.
 */
export type MisplacedFields = readonly FieldError[]

type Call = [
  app: AppContext,
  principal: Principal,
  caller: Caller,
  rawInput: unknown,
  misplaced?: MisplacedFields | undefined,
]

export interface WatchOptions {
  /** The id of the last event that the caller saw. */
  lastEventId: string | undefined
  /** Aborted when the caller has left. */
  signal: AbortSignal
}

/** Declares one operation. The handler stays private to the closure, so nothing can skip the checks. */
export function defineOperation<
  const A extends Access,
  I extends z.ZodType,
  O extends z.ZodType,
  const H extends HttpBinding,
>(definition: Definition<A, I, O, H>): Operation {
  const { name, summary, effect, access, input, output, http, stream, watch } = definition
  const enter = (app: AppContext, principal: Principal, caller: Caller) =>
    // @NOTE authorise returned a principal exactly when access is not public; TypeScript cannot tie A to that.
    contextFor({ app, caller }, principal, authorise(access, principal), {
      effect,
      access,
    }) as ContextFor<A>
  const whole = new WholeRefusal(input, withCursorRule(input, definition.rules))
  /** Lets a call in, and sees to it that a refusal of its input names all that is wrong. */
  const admit = async <T>(
    [app, principal, caller, sentInput, misplaced = []]: Call,
    act: (ctx: ContextFor<A>, input: z.output<I>) => Promise<T>,
  ): Promise<T> => {
    const ctx = enter(app, principal, caller)
    const rawInput = definition.mendsTexts ? wellFormed(sentInput) : sentInput
    rejectUnsafeJson(rawInput)
    const { value, sentAs = asItIs } = definition.normalise?.(rawInput) ?? { value: rawInput }
    const parsed = input.safeParse(value, { error: namingNearest })
    if (!parsed.success || misplaced.length > 0) {
      const found = parsed.success
        ? []
        : fieldErrors(parsed.error, value).map((one) => ({ ...one, path: sentAs(one.path) }))
      const fields = await whole.fields(found, ctx, () => readableFields(input, value))
      throw new ServiceError('VALIDATION_FAILED', 'Invalid input', {
        fields: [...misplaced, ...fields],
      })
    }
    return whole.completing(ctx, parsed.data, act)
  }
  return {
    name,
    summary,
    effect,
    access,
    addressLimit: definition.addressLimit,
    input,
    output,
    http,
    async precheck(app, principal, caller, parameters) {
      const ctx = enter(app, principal, caller)
      if (!definition.precheck) return
      assertParameters(input, parameters)
      // @NOTE the adapter matched the path, so these are its parameters.
      await definition.precheck(ctx, parameters as Record<PathNames<H['path']>, string>)
    },
    async execute(...call) {
      return parseOutput(output, await admit(call, (ctx, data) => definition.handler(ctx, data)))
    },
    open: stream && ((...call) => admit(call, stream)),
    watch:
      watch &&
      ((app, principal, caller, rawInput, options, misplaced) =>
        admit([app, principal, caller, rawInput, misplaced], (ctx, data) =>
          watch(ctx, data, options),
        )),
  }
}

/** Throws VALIDATION_FAILED for parameters that the input would not take, whatever else it misses yet. */
function assertParameters(input: z.ZodType, parameters: Readonly<Record<string, unknown>>): void {
  rejectUnsafeJson(parameters)
  const { error } = input.safeParse(parameters)
  const fields = error
    ? fieldErrors(error).filter(({ path }) => Object.hasOwn(parameters, path))
    : []
  if (fields.length > 0) throw new ServiceError('VALIDATION_FAILED', 'Invalid input', { fields })
}

const asItIs = (path: string): string => path

function contextFor(
  { app, caller }: CallContext,
  principal: Principal,
  authorised: OrgPrincipal | undefined,
  { effect, access }: Pick<Operation, 'effect' | 'access'>,
): PublicContext | OrgContext {
  if (!authorised) return { app, caller, principal }
  // An operation that writes is brought to its end, whoever left meanwhile.
  const disconnectSignal = effect === 'read' ? caller.disconnectSignal : undefined
  const whole = app.tenant(authorised.orgId, disconnectSignal)
  const siteIds = siteIdsOf(authorised)
  // Every operation gets its rows here, so that none can forget what a key is narrowed to.
  const reached = siteIds ? whole.narrowedTo(siteIds) : whole
  const db =
    effect === 'write'
      ? reached.guardedBy((trx) => assertStillAllowed(trx, access, authorised))
      : reached
  return { app, caller, principal: authorised, db }
}
