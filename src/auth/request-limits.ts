import type { Limiter, RateLimitDecision } from './limiter.ts'
import { AddressWork } from './address-work.ts'
import type { ClientAddressResolver } from './client-address.ts'
import type { AddressLimit } from '../kernel/door/operation.ts'
import { PLAN_LIMITS, SESSION_REQUESTS_PER_MINUTE } from '../kernel/plan/plans.ts'
import { credentialOf, type OrgPrincipal } from '../kernel/door/principal.ts'

/**
 * The limit of an address for credentials that do not work, and for callers without one where no operation has a limit
 * of its own.
 */
const FAILED: AddressLimit = { name: 'failed', requestsPerMinute: 120 }

/** Returns the requests that a caller may make in a minute. */
function limitOf({ kind, plan }: OrgPrincipal): number {
  switch (kind) {
    case 'key':
    case 'link':
      return PLAN_LIMITS[plan].requestsPerMinute
    case 'session':
    case 'operator':
      return SESSION_REQUESTS_PER_MINUTE
  }
}

/**
 * Counts each request in its bucket, by its cost: keys and sessions have buckets of their own, and all other callers
 * share one for each address.
 */
export class RequestLimits {
  readonly #limiter: Limiter
  readonly #addresses: ClientAddressResolver
  readonly #work = new AddressWork()

  constructor(limiter: Limiter, addresses: ClientAddressResolver) {
    this.#limiter = limiter
    this.#addresses = addresses
  }

  /** Makes a name for an address that distinguishes its requests from others, and does not reveal the address. */
  pseudonym(address: string): string {
    return this.#addresses.pseudonym(address)
  }

  /** Counts `cost` requests of an authenticated caller, by the caller's limit (contract 8). */
  take(principal: OrgPrincipal, cost = 1): RateLimitDecision | Promise<RateLimitDecision> {
    return this.#limiter.take(credentialOf(principal), limitOf(principal), cost)
  }

  /**
   * Waits until an address has room for one more call, and takes a place that is given back by disposal. An operation
   * with a limit of its own counts apart from all other calls without a credential. Rejects as `AddressWork.begin`.
   */
  beginOfAddress(
    address: string,
    { name }: Pick<AddressLimit, 'name'> = FAILED,
  ): Promise<Disposable> {
    return this.#work.begin(`${name} ${this.#addresses.pseudonym(address)}`)
  }

  /** Counts `cost` requests of an address, by the limit of the operation where it has one. */
  takeOfAddress(
    address: string,
    limit: AddressLimit = FAILED,
    cost = 1,
  ): RateLimitDecision | Promise<RateLimitDecision> {
    const { name, requestsPerMinute, isAnsweredLater } = limit
    const bucket = `${name} ${this.#addresses.pseudonym(address)}`
    return this.#limiter.take(bucket, requestsPerMinute, cost, isAnsweredLater ? 'soon' : 'now')
  }
}
