import { hash } from 'node:crypto'
import type { ScoreMemory } from '../../domain/ai-score/score-cache.ts'
import { HOUR_MS, type MonotonicClock } from '../../lib/time/clock.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { networkOf } from '../../auth/client-address.ts'
import { findRegistrableDomain } from '../../lib/web/registrable-domain.ts'

const WEB_PORTS: ReadonlySet<string> = new Set(['', '80', '443'])
/** Matches an IPv4 address within an IPv6 address, as `URL` spells it. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/** The most scores of one domain in an hour, so that scores do not become a load on its server. */
const MAX_AN_HOUR = 10

/**
 * Says how a request to a host counts towards the hourly limit: `free` (not at all) on a verified site of the caller's,
 * by the caller's organization on another site of theirs. Undefined for other hosts, which count by domain over all
 * callers.
 */
export type OwnHosts = (url: URL) => 'free' | { orgId: string } | undefined

/**
 * Holds one score to the hourly limit. The score counts once for each domain that it sends requests to, so that
 * redirects, sitemaps or links cannot aim the load at another server, nor names below one domain multiply it.
 */
export class HourlyLimit {
  readonly #asked: ScoreMemory['asked']
  readonly #elapsed: MonotonicClock
  readonly #own: OwnHosts
  readonly #admitted = new Map<string, boolean>()
  /**
   * The RATE_LIMITED error of the first domain over its limit, with the seconds to wait; undefined while no domain is
   * over.
   */
  refusal: ServiceError | undefined

  /** Takes as `elapsed` a monotonic clock, which a wrong system time does not move. */
  constructor(
    { asked }: Pick<ScoreMemory, 'asked'>,
    elapsed: MonotonicClock,
    own: OwnHosts = () => undefined,
  ) {
    this.#asked = asked
    this.#elapsed = elapsed
    this.#own = own
  }

  /** Counts one more score for a domain or site, by its name. Throws RATE_LIMITED beyond ten in an hour. */
  count(name: string): void {
    // The count is read at each domain: scores that began later may have been counted for it meanwhile.
    const now = this.#elapsed()
    const slot = slotOf(name)
    const times = (this.#asked.get(slot, now) ?? []).filter((at) => at > now - HOUR_MS)
    const [oldest = now] = times
    if (times.length >= MAX_AN_HOUR) {
      throw new ServiceError(
        'RATE_LIMITED',
        `At most ${MAX_AN_HOUR} scores of one domain in an hour`,
        {
          retryAfterSeconds: Math.ceil((oldest + HOUR_MS - now) / 1_000),
        },
      )
    }
    this.#asked.set(slot, [...times, now], now)
  }

  /** Returns true where this score may send requests to a host; the first call for a domain counts the score for it. */
  readonly admits = (url: URL): boolean => {
    const own = this.#own(url)
    if (own === 'free') return true
    const name = `${own ? `of ${own.orgId}` : 'domain'} ${scoredDomain(url)}`
    const known = this.#admitted.get(name)
    if (known !== undefined) return known
    const isAdmitted = this.#tryCount(name)
    this.#admitted.set(name, isAdmitted)
    return isAdmitted
  }

  #tryCount(name: string): boolean {
    try {
      this.count(name)
      return true
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      this.refusal ??= error
      return false
    }
  }
}

/**
 * Returns the place at which the scores of a name are counted. The number of places is fixed, so that a flood of
 * domains makes none of them forgotten: two domains at one place share its limit, which errs on the strict side.
 */
const slotOf = (name: string): number =>
  Number.parseInt(hash('sha256', name, 'hex').slice(0, 4), 16)

/**
 * Returns the name by which the scores of a server are counted: its registrable domain, without the names below it and
 * without the port. A host without such a domain stands for itself: an IPv4 address, a /64 of IPv6, or a name such as
 * `localhost`, each with its port unless that is 80 or 443, since one machine serves several sites there.
 */
export function scoredDomain({ hostname, port }: URL): string {
  const domain = findRegistrableDomain(hostname)
  if (domain !== undefined) return domain
  const host = hostname.startsWith('[')
    ? networkOfIpv6(hostname.slice(1, -1))
    : hostname.replace(/\.$/, '')
  return WEB_PORTS.has(port) ? host : `${host} ${port}`
}

function networkOfIpv6(address: string): string {
  const [, high, low] = MAPPED.exec(address) ?? []
  if (high === undefined || low === undefined) return networkOf(address)
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}
