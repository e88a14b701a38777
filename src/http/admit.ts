import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RateLimitDecision } from '../auth/limiter.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import type { Caller } from '../kernel/door/caller.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { Principal } from '../kernel/door/principal.ts'
import { sentCredential, type SentCredential } from './session-cookie.ts'
import { setLogCaller, logFieldsOf } from '../kernel/wire/request-log-fields.ts'
import { addressOf, SURFACES, type Surface } from '../kernel/door/surface.ts'
import { assertHost } from './caller-reader.ts'
import { enforceLimit, type HttpServices } from './http-services.ts'
import { disconnectSignalOf } from './disconnect-signal.ts'
import { linkCaller, setLinkHeaders } from './link-caller.ts'

export interface Admitted {
  caller: Caller
  principal: Principal
  /** How the credential came. */
  by: SentCredential['by']
}

/** Callers by the responses that they wait for. */
const callers = new WeakMap<ServerResponse, Caller>()

/** The caller whom `admit` found; undefined where nobody looked yet. */
export const callerOf = (response: ServerResponse): Caller | undefined => callers.get(response)

/**
 * Finds out who calls, and takes a permit; a credential that fails counts against its address. Without an
 * operation, for what is refused whoever calls, the request is counted all the same.
 */
export async function admit(
  services: HttpServices,
  request: IncomingMessage,
  response: ServerResponse,
  operation?: Operation,
): Promise<Admitted> {
  const caller: Caller = {
    ...services.callers.read(request),
    disconnectSignal: disconnectSignalOf(response),
  }
  callers.set(response, caller)
  logFieldsOf(response).requestId = caller.requestId
  if (operation?.http) logFieldsOf(response).route = addressOf(operation.http)
  response.setHeader('X-Request-Id', caller.requestId)
  response.setHeader('Cache-Control', 'no-store')
  if (operation?.access.by === 'link') setLinkHeaders(response)
  const sent = sentCredential(request, services.publicUrl, operation?.http?.surface ?? 'api')
  const principal = looksAtNone(operation)
    ? ANONYMOUS
    : await authenticate(services, { request, response, sent }, caller, operation)
  setLogCaller(response, principal)
  // Guesses of a password count by address: a credential sent along must not buy more of them.
  enforceLimit(await verdictOn(services, principal, caller, operation), response)
  assertHost(request)
  return { caller, principal, by: sent.by }
}

function verdictOn(
  { limits }: HttpServices,
  principal: Principal,
  { address }: Caller,
  { addressLimit }: Partial<Operation> = {},
): RateLimitDecision | Promise<RateLimitDecision> {
  return principal.kind === 'anonymous' || addressLimit
    ? limits.takeOfAddress(address, addressLimit)
    : limits.take(principal)
}

/** Waits for the caller's turn where the address is what counts: with `using`, until the work is done. */
export async function beginWork(
  { limits }: HttpServices,
  { principal, caller }: Pick<Admitted, 'principal' | 'caller'>,
  { addressLimit }: Partial<Operation>,
): Promise<Disposable | undefined> {
  const isByAddress = principal.kind === 'anonymous' || addressLimit !== undefined
  return isByAddress ? limits.beginOfAddress(caller.address, addressLimit) : undefined
}

/** What is published is passed on by servers of others: whatever their visitors sent to these is none of ours. */
const looksAtNone = (operation: Operation | undefined): boolean =>
  operation?.http !== undefined && SURFACES[operation.http.surface].credentials.length === 0

const ANONYMOUS = { kind: 'anonymous' } as const

async function authenticate(
  services: HttpServices,
  {
    request,
    response,
    sent,
  }: { request: IncomingMessage; response: ServerResponse; sent: SentCredential },
  caller: Caller,
  operation: Operation | undefined,
): Promise<Principal> {
  const surface: Surface = operation?.http?.surface ?? 'api'
  try {
    const bearer = await services.authenticator.authenticate(
      surface,
      sent.authorization,
      caller.address,
    )
    // A credential that came along with a link is looked at as everywhere, and buys nothing.
    const isOpened = operation?.access.by === 'link'
    return isOpened ? ((await linkCaller(services, request, caller)) ?? ANONYMOUS) : bearer
  } catch (error) {
    // Browsers keep the cookie of a session that ended, and it must not keep anybody from signing in.
    if (sent.by === 'cookie' && isInvalid(error)) return ANONYMOUS
    if (error instanceof ServiceError) {
      enforceLimit(await services.limits.takeOfAddress(caller.address), response)
    }
    throw error
  }
}

const isInvalid = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'INVALID_CREDENTIAL'
