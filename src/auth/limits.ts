import type { Limiter, Verdict } from './limiter.ts'
import type { AddressReader } from './client-address.ts'
import { PLAN_LIMITS, SESSION_REQUESTS_PER_MINUTE } from '../kernel/plans.ts'
import { credentialOf, type OrgPrincipal } from '../kernel/principal.ts'

/**
 * Requests a minute and address, for callers without a credential. `failed` counts credentials that did not work,
 * and everything else that no route of its own covers.
 */
const ANONYMOUS_LIMITS = {
  collect: 1_200,
  'sign-in': 20,
  'ai-score': 10,
  failed: 120,
} as const

export type AnonymousRoute = keyof typeof ANONYMOUS_LIMITS

/** Requests a minute. */
function limitOf({ kind, plan }: OrgPrincipal): number {
  switch (kind) {
    case 'key':
      return PLAN_LIMITS[plan].requestsPerMinute
    case 'session':
    case 'operator':
      return SESSION_REQUESTS_PER_MINUTE
  }
}

/** Whose bucket a request draws from, and how much: keys and sessions their own, the rest by address. */
export class Limits {
  readonly #limiter: Limiter
  readonly #addresses: AddressReader

  constructor(limiter: Limiter, addresses: AddressReader) {
    this.#limiter = limiter
    this.#addresses = addresses
  }

  /** Counts `cost` requests of an authenticated caller; contract 8. */
  take(principal: OrgPrincipal, cost = 1): Verdict | Promise<Verdict> {
    return this.#limiter.take(credentialOf(principal), limitOf(principal), cost)
  }

  takeAnonymous(route: AnonymousRoute, address: string): Verdict | Promise<Verdict> {
    const bucket = `${route} ${this.#addresses.bucket(address)}`
    // An event is answered after its group is on the disk, milliseconds later, and most come from an address of their own.
    const durable = route === 'collect' ? 'soon' : 'now'
    return this.#limiter.take(bucket, ANONYMOUS_LIMITS[route], 1, durable)
  }
}
