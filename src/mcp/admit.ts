import type { Authenticator } from '../auth/authenticator.ts'
import { enforceLimit } from '../auth/limiter.ts'
import type { RequestLimits } from '../auth/request-limits.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import type { AddressLimit } from '../kernel/door/operation.ts'
import { PLAN_LIMITS, planRequired } from '../kernel/plan/plans.ts'
import { credentialOf, type Principal } from '../kernel/door/principal.ts'
import { setLogCaller } from '../kernel/wire/request-log-fields.ts'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'

/**
 * The limit for requests without a token, by address: hosted assistants share few addresses, and ask without a token
 * how to get one.
 */
const WITHOUT_TOKEN: AddressLimit = { name: 'mcp-without-token', requestsPerMinute: 600 }

/** The services that find out who calls, and count the calls. */
export interface AdmitServices {
  authenticator: Authenticator
  limits: RequestLimits
}

/** A caller who was let in, and whose request was counted as one message. */
interface Admitted {
  principal: Principal
  /**
   * The key that tells memory held for this caller from memory held for others: the credential, or a pseudonym of the
   * address.
   */
  holder: string
  /** Counts further messages against the caller's limit. Rejects with RATE_LIMITED. */
  takeMore: (messages: number) => Promise<void>
  /**
   * Waits for the turn of the caller's address; the caller keeps the turn with `using` until the work is done. Absent
   * where a credential is counted and not an address.
   */
  begin?: () => Promise<Disposable>
}

interface Entrance {
  exchange: HttpExchange
  /** The whole canonical address that is called, with the site where the called address ends with one. */
  place: string
}

/**
 * Finds out who calls a server, and counts the request as one message. Rejects with 401 for a credential that fails, or
 * that is missing where the server needs one, and with RATE_LIMITED.
 */
export async function admitToServer(
  services: AdmitServices,
  { publicLimit }: ServerDefinition,
  { exchange, place }: Entrance,
): Promise<Admitted> {
  const found = await authenticated(services, { exchange, place })
  setLogCaller(exchange.response, found)
  if (publicLimit) return admitAnyone(services, publicLimit, exchange)
  if (found.kind === 'anonymous') {
    const verdict = await services.limits.takeOfAddress(exchange.caller.address, WITHOUT_TOKEN)
    enforceLimit(verdict, exchange.headers)
    throw new ServiceError(
      'UNAUTHENTICATED',
      'Sign in by OAuth, or send an API key as Authorization: Bearer ctbk_…',
    )
  }
  const takeMore = async (messages: number) =>
    enforceLimit(await services.limits.take(found, messages), exchange.headers)
  await takeMore(1)
  return { principal: found, holder: credentialOf(found), takeMore }
}

/**
 * Admits any caller as anonymous, and counts the request by address. A credential that came along was checked before,
 * so a wrong one was refused; a right one gains nothing.
 */
async function admitAnyone(
  { limits }: AdmitServices,
  limit: AddressLimit,
  { caller: { address }, headers }: HttpExchange,
): Promise<Admitted> {
  const takeMore = async (messages: number) =>
    enforceLimit(await limits.takeOfAddress(address, limit, messages), headers)
  await takeMore(1)
  const begin = () => limits.beginOfAddress(address, limit)
  return { principal: { kind: 'anonymous' }, holder: limits.pseudonym(address), takeMore, begin }
}

/**
 * Counts a request that is refused before its caller is known. Throws RATE_LIMITED where the caller's address may make
 * no more requests.
 */
export async function countFailed(
  { limits }: AdmitServices,
  { caller, headers }: HttpExchange,
): Promise<void> {
  enforceLimit(await limits.takeOfAddress(caller.address), headers)
}

async function authenticated(
  services: AdmitServices,
  { exchange, place }: Entrance,
): Promise<Principal> {
  const { request, caller } = exchange
  try {
    return await services.authenticator.authenticate(
      'mcp',
      request.headers.authorization,
      caller.address,
      place,
    )
  } catch (error) {
    await countFailed(services, exchange)
    throw error
  }
}

/** Throws PLAN_REQUIRED for a caller whose plan has no MCP servers. */
export function assertPlan(principal: Principal): void {
  if (principal.kind === 'anonymous' || PLAN_LIMITS[principal.plan].mcp) return
  throw planRequired('MCP servers', ({ mcp }) => mcp)
}
