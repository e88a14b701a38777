import { ServiceError } from '../kernel/door/errors.ts'
import type { AddressLimit } from '../kernel/door/operation.ts'
import { PLAN_LIMITS, planRequired } from '../kernel/plan/plans.ts'
import { credentialOf, type OrgPrincipal, type Principal } from '../kernel/door/principal.ts'
import { setLogCaller } from '../kernel/wire/request-log-fields.ts'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'

/** What finds out who calls, and counts it. */
export interface AdmitServices {
  /** Rejects with INVALID_CREDENTIAL and IP_NOT_ALLOWED. */
  authenticate(authorization: string | undefined, address: string): Promise<Principal>
  /** Adds the limit headers; rejects with RATE_LIMITED. */
  takePermits(exchange: HttpExchange, principal: OrgPrincipal, messages: number): Promise<void>
  /** Does as `takePermits`, for the address of the caller. */
  takeOfAddress(exchange: HttpExchange, limit: AddressLimit, messages: number): Promise<void>
  /** Counts a request that is refused before its caller is known. */
  takeFailed(exchange: HttpExchange): Promise<void>
  /** Waits until the address has room for one more call; disposing of the answer gives the place back. */
  beginOfAddress(address: string, limit: AddressLimit): Promise<Disposable>
  /** A name for an address, which tells not whose it is. */
  pseudonym(address: string): string
}

/** A caller who was let in, and counted for one message. */
interface Admitted {
  principal: Principal
  /** Tells what the caller holds in memory from what others hold. */
  holder: string
  /** Counts further messages. Rejects with RATE_LIMITED. */
  takeMore: (messages: number) => Promise<void>
  /** Waits for the caller's turn, with `using` until the work is done; absent where a credential counts. */
  begin?: () => Promise<Disposable>
}

/**
 * Finds out who calls, and counts it. Rejects with 401 for a credential that fails or that a server misses, and with
 * RATE_LIMITED.
 */
export async function admitToServer(
  services: AdmitServices,
  { publicLimit }: ServerDefinition,
  exchange: HttpExchange,
): Promise<Admitted> {
  const found = await authenticated(services, exchange)
  setLogCaller(exchange.response, found)
  if (publicLimit) return admitAnyone(services, publicLimit, exchange)
  if (found.kind === 'anonymous') {
    await services.takeFailed(exchange)
    throw new ServiceError('UNAUTHENTICATED', 'Send an API key as Authorization: Bearer ctbk_…')
  }
  await services.takePermits(exchange, found, 1)
  return {
    principal: found,
    holder: credentialOf(found),
    takeMore: (messages) => services.takePermits(exchange, found, messages),
  }
}

/**
 * A credential that came along was looked at as everywhere, so that a wrong one hears so, and buys nothing: whoever calls is
 * nobody, and is counted by address.
 */
async function admitAnyone(
  services: AdmitServices,
  limit: AddressLimit,
  exchange: HttpExchange,
): Promise<Admitted> {
  const { address } = exchange.caller
  const takeMore = (messages: number) => services.takeOfAddress(exchange, limit, messages)
  await takeMore(1)
  const begin = () => services.beginOfAddress(address, limit)
  return { principal: { kind: 'anonymous' }, holder: services.pseudonym(address), takeMore, begin }
}

async function authenticated(services: AdmitServices, exchange: HttpExchange): Promise<Principal> {
  const { request, caller } = exchange
  try {
    return await services.authenticate(request.headers.authorization, caller.address)
  } catch (error) {
    await services.takeFailed(exchange)
    throw error
  }
}

/** Throws PLAN_REQUIRED for a caller whose plan has no MCP servers. */
export function assertPlan(principal: Principal): void {
  if (principal.kind === 'anonymous' || PLAN_LIMITS[principal.plan].mcp) return
  throw planRequired('MCP servers', ({ mcp }) => mcp)
}
