import type { z } from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { authorise, type Access } from './access.ts'
import type { AppContext } from './app-context.ts'
import type { Caller } from './caller.ts'
import { assertStillAllowed } from './assert-still-allowed.ts'
import { ServiceError } from './errors.ts'
import { fieldErrors } from './field-errors.ts'
import type { HttpBinding, HttpDeclaration, PathNames } from './http-binding.ts'
import {
  makeAdmit,
  makeFace,
  type Admit,
  type Call,
  type Enter,
  type Face,
  type FaceDefinition,
  type FaceMaker,
  type MisplacedFields,
} from './operation-face.ts'
import { rejectUnsafeJson } from './reject-unsafe-json.ts'
import { siteIdsOf, type LinkPrincipal, type OrgPrincipal, type Principal } from './principal.ts'
import type { RowStream } from './row-stream.ts'
import type { ServerSentEvent } from './server-sent-event.ts'
import type { Surface } from './surface.ts'

interface CallContext {
  app: AppContext
  caller: Caller
}

export interface PublicContext extends CallContext {
  /** The caller, if the request had a credential; a public operation needs none. */
  principal: Principal
}

export interface OrgContext extends CallContext {
  principal: OrgPrincipal
  /** Rows of the caller's organization, and of no sites but those that the caller's key reaches. */
  db: TenantDb
}

export interface LinkContext extends OrgContext {
  principal: LinkPrincipal
}

/**
 * The context of an operation by its access: without a tenant database for a public operation, with one for all
 * others.
 */
type ContextFor<A extends Access> = A extends { by: 'public' }
  ? PublicContext
  : A extends { by: 'link' }
    ? LinkContext
    : OrgContext

/** Forms for other surfaces, as `defineFace` makes them. */
type FaceMakers<C> = Readonly<Partial<Record<Surface, FaceMaker<C>>>>

interface Definition<
  A extends Access,
  I extends z.ZodType,
  O extends z.ZodType,
  H extends HttpDeclaration,
> extends FaceDefinition<ContextFor<A>, I, O> {
  name: string
  summary: string
  /**
   * The effect of the operation: by default a GET and an operation without a route read, and every other route writes.
   */
  effect?: 'read' | 'write'
  access: A
  addressLimit?: AddressLimit
  /** The route of the operation; absent when the operation is reachable only as an MCP tool. */
  http?: H
  /**
   * Refuses by what is known from the caller and the address, such as a plan and a site, before a body is read: a
   * caller who may not do this is refused for any body. The handler checks once more, since calls by `execute` do not
   * pass here.
   */
  precheck?(
    ctx: ContextFor<A>,
    parameters: Readonly<Record<PathNames<H['path']>, string>>,
  ): Promise<unknown>
  /** The forms in which callers of other surfaces ask the same question. */
  faces?: FaceMakers<ContextFor<A>>
  /** Answers with server-sent events, for a caller who accepts those; undefined where no more events will come. */
  watch?: (
    ctx: ContextFor<A>,
    input: z.output<I>,
    stream: WatchOptions,
  ) => Promise<AsyncIterable<ServerSentEvent> | undefined>
  /** Answers with a file, for an input whose `format` is not `json`. */
  stream?: (ctx: ContextFor<A>, input: z.output<I>) => Promise<RowStream>
}

/** A limit of the calls of one operation by one address, in place of the caller's own limit a minute. */
export interface AddressLimit {
  /** The name of the bucket, which is stored with it. */
  name: string
  requestsPerMinute: number
  /** True where answers come milliseconds later, so that the permits of several requests can be written at once. */
  isAnsweredLater?: true
}

export interface Operation extends Face {
  readonly name: string
  readonly summary: string
  /** The effect of the operation: only one that reads may become an MCP tool. */
  readonly effect: 'read' | 'write'
  readonly addressLimit: AddressLimit | undefined
  /** The forms of other surfaces; a surface without one has the operation's own form. */
  readonly faces: Readonly<Partial<Record<Surface, Face>>>
  readonly http: HttpBinding | undefined
  /** The same operation on each further surface on which it is declared, in the form of that surface. */
  readonly alsoOn: readonly Operation[]
  /** The same question about several sites at once, where that has a route of its own. */
  readonly overSites?: Operation
  /**
   * Runs before a body is read: authorises, and throws what can be found from the parameters of the address alone. It
   * is a courtesy to callers; `execute` checks everything again.
   */
  precheck(
    app: AppContext,
    principal: Principal,
    caller: Caller,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<void>
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

export interface WatchOptions {
  /** The id of the last event that the caller saw. */
  lastEventId: string | undefined
  /** The signal that is aborted when the caller has left. */
  signal: AbortSignal
}

/** Returns the form of an operation on one surface. */
export const faceOn = (operation: Operation, surface: Surface): Face =>
  operation.faces[surface] ?? operation

/** Returns an operation in its form on each surface on which it has a route. */
export const onEachSurface = (operation: Operation): readonly Operation[] => [
  operation,
  ...operation.alsoOn,
]

/** Declares one operation. The handler stays private to the closure, so nothing can skip the checks. */
export function defineOperation<
  const A extends Access,
  I extends z.ZodType,
  O extends z.ZodType,
  const H extends HttpDeclaration,
>(definition: Definition<A, I, O, H>): Operation {
  const { name, summary, access, addressLimit, http } = definition
  const { effect = http && http.method !== 'get' ? 'write' : 'read' } = definition
  const enterBy =
    (by: Access): Enter<ContextFor<A>> =>
    (app, principal, caller) =>
      // @NOTE authorise returned a principal exactly when access is not public; TypeScript cannot tie A to that.
      contextFor({ app, caller }, principal, authorise(by, principal), {
        effect,
        access: by,
      }) as ContextFor<A>
  const formOf = (face: Face) => ({
    ...face,
    precheck: makePrecheck(definition, face, enterBy(face.access)),
  })
  const admit = makeAdmit(definition, enterBy(access))
  const faces = facesOf(definition.faces ?? {}, access, enterBy)
  const [surface, ...others] = http ? [http.surface ?? 'api'].flat() : []
  const own: Operation = {
    name,
    summary,
    effect,
    addressLimit,
    faces,
    ...formOf(makeFace(definition, access, admit)),
    ...streamsOf(definition, admit),
    http: http && surface && { ...http, surface },
    alsoOn: [],
  }
  const alsoOn = others.map((other) => {
    const face = faces[other]
    // A form of its own has neither the files nor the events of the operation's.
    const form = face && { ...formOf(face), open: undefined, watch: undefined }
    return { ...own, ...form, http: http && { ...http, surface: other } }
  })
  return { ...own, alsoOn }
}

function facesOf<C>(
  makers: FaceMakers<C>,
  ...entrance: Parameters<FaceMaker<C>>
): Operation['faces'] {
  const faces = Object.entries(makers).map(([on, make]) => [on, make(...entrance)] as const)
  return Object.fromEntries(faces)
}

function makePrecheck<A extends Access, I extends z.ZodType, O extends z.ZodType>(
  definition: Definition<A, I, O, HttpDeclaration>,
  { input }: Face,
  enter: Enter<ContextFor<A>>,
): Operation['precheck'] {
  return async (app, principal, caller, parameters) => {
    const ctx = enter(app, principal, caller)
    if (!definition.precheck) return
    assertParameters(input, parameters)
    await definition.precheck(ctx, parameters)
  }
}

function streamsOf<A extends Access, I extends z.ZodType, O extends z.ZodType>(
  { stream, watch }: Definition<A, I, O, HttpDeclaration>,
  admit: Admit<ContextFor<A>, z.output<I>>,
): Pick<Operation, 'open' | 'watch'> {
  return {
    open: stream && ((...call) => admit(call, stream)),
    watch:
      watch &&
      ((app, principal, caller, rawInput, options, misplaced) =>
        admit([app, principal, caller, rawInput, misplaced], (ctx, data) =>
          watch(ctx, data, options),
        )),
  }
}

/**
 * Throws VALIDATION_FAILED for parameters of the address that the input would not take; other fields may be missing.
 */
function assertParameters(input: z.ZodType, parameters: Readonly<Record<string, unknown>>): void {
  rejectUnsafeJson(parameters)
  const { error } = input.safeParse(parameters)
  const fields = error
    ? fieldErrors(error).filter(({ path }) => Object.hasOwn(parameters, path))
    : []
  if (fields.length > 0) throw new ServiceError('VALIDATION_FAILED', 'Invalid input', { fields })
}

function contextFor(
  { app, caller }: CallContext,
  principal: Principal,
  authorised: OrgPrincipal | undefined,
  { effect, access }: Pick<Operation, 'effect' | 'access'>,
): PublicContext | OrgContext {
  if (!authorised) return { app, caller, principal }
  // An operation that writes is completed even if its caller leaves meanwhile.
  const disconnectSignal = effect === 'read' ? caller.disconnectSignal : undefined
  const reached = reachedRows(app, authorised, disconnectSignal)
  const db =
    effect === 'write'
      ? reached.guardedBy((trx) => assertStillAllowed(trx, access, authorised))
      : reached
  return { app, caller, principal: authorised, db }
}

/**
 * Returns the rows that a caller reaches. Every operation gets them here, so that each one respects the sites of a
 * narrowed key.
 */
export function reachedRows(
  app: AppContext,
  principal: OrgPrincipal,
  untilLeft: (() => AbortSignal) | undefined,
): TenantDb {
  const whole = app.tenant(principal.orgId, untilLeft)
  const siteIds = siteIdsOf(principal)
  return siteIds ? whole.narrowedTo(siteIds) : whole
}
