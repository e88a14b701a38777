import { enforceLimit, type RateLimitDecision } from '../auth/limiter.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { requestBodyOf } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { Principal } from '../kernel/door/principal.ts'
import { SURFACES, type Surface } from '../kernel/door/surface.ts'
import { setLogCaller } from '../kernel/wire/request-log-fields.ts'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'
import { assertHost } from './caller-reader.ts'
import type { HttpServices } from './http-services.ts'
import { linkCaller } from './link-caller.ts'
import { sentCredential, sessionOfPage, type SentCredential } from './session-cookie.ts'

export interface Admitted {
  principal: Principal
  /** The way in which the credential came. */
  by: SentCredential['by']
}

/**
 * Finds out who calls, and takes a permit: checks the host, the credential and the limit, in this order. A failure
 * before the limit counts against the caller's address. Without an operation, for requests that are refused to every
 * caller, the request is counted all the same.
 */
export async function admit(
  services: HttpServices,
  exchange: HttpExchange,
  operation?: Operation,
): Promise<Admitted> {
  const { request } = exchange
  try {
    assertHost(request)
  } catch (refusal) {
    await countFailed(services, exchange)
    throw refusal
  }
  if (operation?.http?.page) return admitToPage(services, exchange, operation)
  const sent = sentCredential(request, services.publicUrl, operation?.http?.surface ?? 'api')
  const principal = looksAtNone(operation)
    ? ANONYMOUS
    : await authenticate(services, exchange, sent, operation)
  setLogCaller(exchange.response, principal)
  // Guesses of a password count by address: an additional credential must not allow more of them.
  enforceLimit(await verdictOn(services, principal, exchange, operation), exchange.headers)
  return { principal, by: sent.by }
}

/**
 * Lets a caller in to a page. A page has content for a person who is not signed in, so a session that has ended counts
 * as no session.
 */
async function admitToPage(
  services: HttpServices,
  exchange: HttpExchange,
  operation: Operation,
): Promise<Admitted> {
  const token = sessionOfPage(exchange.request, services.publicUrl)
  const principal = token === undefined ? ANONYMOUS : await personOf(services, exchange, token)
  setLogCaller(exchange.response, principal)
  enforceLimit(await verdictOn(services, principal, exchange, operation), exchange.headers)
  return { principal, by: 'cookie' }
}

async function personOf(
  { authenticator }: HttpServices,
  { caller }: HttpExchange,
  token: string,
): Promise<Principal> {
  try {
    return await authenticator.authenticate('api', `Bearer ${token}`, caller.address)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'INVALID_CREDENTIAL') return ANONYMOUS
    throw error
  }
}

/**
 * Counts a request that is refused no matter what it holds. Throws RATE_LIMITED where its address has no more permits.
 */
async function countFailed(
  { limits }: HttpServices,
  { caller, headers }: HttpExchange,
): Promise<void> {
  enforceLimit(await limits.takeOfAddress(caller.address), headers)
}

function verdictOn(
  { limits }: HttpServices,
  principal: Principal,
  { caller: { address } }: HttpExchange,
  { addressLimit }: Partial<Operation> = {},
): RateLimitDecision | Promise<RateLimitDecision> {
  return principal.kind === 'anonymous' || addressLimit
    ? limits.takeOfAddress(address, addressLimit)
    : limits.take(principal)
}

/**
 * Waits for the turn of a caller whose calls are counted by address. Disposing of the result ends the turn, so that
 * `using` holds it until the work is done; it is undefined for other callers.
 */
export async function beginWork(
  { limits }: HttpServices,
  principal: Principal,
  { caller }: HttpExchange,
  { addressLimit }: Partial<Operation>,
): Promise<Disposable | undefined> {
  const isByAddress = principal.kind === 'anonymous' || addressLimit !== undefined
  return isByAddress ? limits.beginOfAddress(caller.address, addressLimit) : undefined
}

/**
 * True for routes that ignore credentials. Other people's servers pass requests for what sites publish on to us, and
 * other people's pages send beacons: a credential that a visitor sent to them does not concern us.
 */
const looksAtNone = (operation: Operation | undefined): boolean =>
  operation?.http !== undefined &&
  (requestBodyOf(operation.http) === 'beacon' ||
    SURFACES[operation.http.surface].credentials.length === 0)

const ANONYMOUS = { kind: 'anonymous' } as const

async function authenticate(
  services: HttpServices,
  exchange: HttpExchange,
  sent: SentCredential,
  operation: Operation | undefined,
): Promise<Principal> {
  const { request, caller } = exchange
  const surface: Surface = operation?.http?.surface ?? 'api'
  try {
    const bearer = await services.authenticator.authenticate(
      surface,
      sent.authorization,
      caller.address,
    )
    // A credential that came with a link is checked as everywhere, and gives no further rights.
    const isOpened = operation?.access.by === 'link'
    return isOpened ? ((await linkCaller(services, request, caller)) ?? ANONYMOUS) : bearer
  } catch (error) {
    // Browsers keep the cookie of a session that ended, and it must not prevent signing in.
    if (sent.by === 'cookie' && isInvalid(error)) return ANONYMOUS
    if (error instanceof ServiceError) await countFailed(services, exchange)
    throw error
  }
}

const isInvalid = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'INVALID_CREDENTIAL'
