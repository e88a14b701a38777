import { ServiceError } from '../kernel/door/errors.ts'
import type { AnswerHeaders } from '../kernel/wire/http-exchange.ts'
import { pluralize } from '../lib/text/pluralize.ts'

/** The decision on one request, in the terms of the `X-RateLimit-*` and `Retry-After` headers. */
export interface RateLimitDecision {
  allowed: boolean
  limit: number
  remaining: number
  /** The seconds to wait: 0 when allowed, otherwise the least whole number after which the same request passes. */
  retryAfterSeconds: number
}

/**
 * Counts requests by bucket. It is a port: an implementation for several processes answers later where it has to ask
 * the others, and at once where it hands out permits that it has set aside.
 */
export interface Limiter {
  /**
   * Counts a request of `cost` permits, 1 by default, if it fits into `limit` a minute; a refused one costs nothing.
   * With `durable` as `soon`, its permits are written later, together with others: for a request that is answered
   * after the event loop has turned.
   */
  take(
    bucket: string,
    limit: number,
    cost?: number,
    durable?: 'now' | 'soon',
  ): RateLimitDecision | Promise<RateLimitDecision>
}

/** Makes the limit headers of contract 8. */
export const limitHeaders = ({ limit, remaining }: RateLimitDecision): Record<string, number> => ({
  'X-RateLimit-Limit': limit,
  'X-RateLimit-Remaining': remaining,
})

/** Throws RATE_LIMITED when the request did not fit. */
export function assertWithinLimit({ allowed, limit, retryAfterSeconds }: RateLimitDecision): void {
  if (allowed) return
  throw new ServiceError(
    'RATE_LIMITED',
    `More than ${pluralize(limit, 'request')} a minute; try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  )
}

/** Adds the headers of contract 8, then throws as `assertWithinLimit`. */
export function enforceLimit(verdict: RateLimitDecision, headers: AnswerHeaders): void {
  Object.assign(headers, limitHeaders(verdict))
  assertWithinLimit(verdict)
}
