import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../kernel/door/errors.ts'
import type { Caller } from '../kernel/door/caller.ts'
import type { AddressLimit } from '../kernel/door/operation.ts'
import { planRequired } from '../kernel/plan/plan-required.ts'
import { PLAN_LIMITS } from '../kernel/plan/plans.ts'
import { credentialOf, type OrgPrincipal, type Principal } from '../kernel/door/principal.ts'
import { setLogCaller } from '../kernel/wire/request-log-fields.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'

/** What finds out who calls, and counts it. */
export interface AdmitServices {
  /** Rejects with INVALID_CREDENTIAL and IP_NOT_ALLOWED. */
  authenticate(authorization: string | undefined, address: string): Promise<Principal>
  /** Sets the limit headers; rejects with RATE_LIMITED. */
  takePermits(principal: OrgPrincipal, messages: number, response: ServerResponse): Promise<void>
  /** Does as `takePermits`, for an address. */
  takeOfAddress(
    address: string,
    limit: AddressLimit,
    messages: number,
    response: ServerResponse,
  ): Promise<void>
  takeFailed(address: string, response: ServerResponse): Promise<void>
  /** Waits until the address has room for one more call; disposing of the answer gives the place back. */
  beginOfAddress(address: string, limit: AddressLimit): Promise<Disposable>
  /** A name for an address, which tells not whose it is. */
  pseudonym(address: string): string
}

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  caller: Caller
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
 * Lets in who may use the server. Rejects with 401 for a credential that fails or that a server misses, with 403 for the
 * plan, and with RATE_LIMITED.
 */
export async function admitToServer(
  services: AdmitServices,
  { publicLimit }: ServerDefinition,
  visit: Visit,
): Promise<Admitted> {
  const { response, caller } = visit
  const found = await authenticated(services, visit)
  setLogCaller(response, found)
  if (publicLimit) return admitAnyone(services, publicLimit, visit)
  if (found.kind === 'anonymous') {
    await services.takeFailed(caller.address, response)
    throw new ServiceError('UNAUTHENTICATED', 'Send an API key as Authorization: Bearer ctbk_…')
  }
  await services.takePermits(found, 1, response)
  if (!PLAN_LIMITS[found.plan].mcp) throw planRequired('MCP servers', ({ mcp }) => mcp)
  return {
    principal: found,
    holder: credentialOf(found),
    takeMore: (messages) => services.takePermits(found, messages, response),
  }
}

/**
 * A credential that came along was looked at as everywhere, so that a wrong one hears so, and buys nothing: whoever calls is
 * nobody, and is counted by address.
 */
async function admitAnyone(
  services: AdmitServices,
  limit: AddressLimit,
  { response, caller: { address } }: Visit,
): Promise<Admitted> {
  const takeMore = (messages: number) => services.takeOfAddress(address, limit, messages, response)
  await takeMore(1)
  const begin = () => services.beginOfAddress(address, limit)
  return { principal: { kind: 'anonymous' }, holder: services.pseudonym(address), takeMore, begin }
}

async function authenticated(
  services: AdmitServices,
  { request, response, caller: { address } }: Visit,
): Promise<Principal> {
  try {
    return await services.authenticate(request.headers.authorization, address)
  } catch (error) {
    await services.takeFailed(address, response)
    throw error
  }
}
