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

/** Hosted assistants share few addresses, and ask without a token how to get one. */
const WITHOUT_TOKEN: AddressLimit = { name: 'mcp-without-token', requestsPerMinute: 600 }

/** The services that find out who calls, and count the calls. */
export interface AdmitServices {
  authenticator: Authenticator
  limits: RequestLimits
}

/** A caller who was let in, and counted for one message. */
interface Admitted {
  principal: Principal
  /** Tells what the caller holds in memory from what others hold. */
  holder: string
  /** Counts further messages. Rejects with RATE_LIMITED. */
  takeMore: (messages: number) => Promise<void>
  /**
   * Waits for the caller's turn, and holds it with `using` until the work is done; absent where a credential counts.
   */
  begin?: () => Promise<Disposable>
}

interface Entrance {
  exchange: HttpExchange
  /** The whole canonical address that is called, with its site where it ends with one. */
  place: string
}

/**
 * Finds out who calls, and counts it. Rejects with 401 for a credential that fails or that a server misses, and with
 * RATE_LIMITED.
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
 * Admits any caller. A credential that came along was checked as on every server, so a wrong one was refused. A right
 * one gains nothing: the caller stays anonymous, and is counted by address.
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

/** Counts a request that is refused before its caller is known. Throws RATE_LIMITED where its address has no more. */
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
