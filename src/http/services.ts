import type { Authenticator } from '../auth/authenticate.ts'
import type { Limits } from '../auth/limits.ts'
import type { Verdict } from '../auth/limiter.ts'
import type { AppContext } from '../kernel/app-context.ts'
import type { ServerResponse } from 'node:http'
import { pluralize } from '../lib/text/pluralize.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { BodyBudget } from '../auth/body-budget.ts'
import type { OpenStreams } from './open-streams.ts'
import type { CallerReader } from './request-info.ts'

/** What the adapters share. */
export interface HttpServices {
  app: AppContext
  authenticator: Authenticator
  limits: Limits
  callers: CallerReader
  log: Logger
  /** What requests may hold of memory with their bodies. */
  bodies: BodyBudget
  streams: OpenStreams
  /** Without a slash at its end. */
  publicUrl: string
  /** Addresses that say of themselves which credentials they take (RFC 9728). */
  protectedResources: readonly string[]
}

/** The headers of contract 8. */
export const limitHeaders = ({ limit, remaining }: Verdict): Record<string, number> => ({
  'X-RateLimit-Limit': limit,
  'X-RateLimit-Remaining': remaining,
})

/** Throws RATE_LIMITED when the request does not fit. */
export function assertAllowed({ allowed, limit, retryAfterSeconds }: Verdict): void {
  if (allowed) return
  throw new ServiceError(
    'RATE_LIMITED',
    `More than ${pluralize(limit, 'request')} a minute; try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  )
}

/** Sets the headers of contract 8, then throws as `assertAllowed`. */
export function enforce(verdict: Verdict, response: ServerResponse): void {
  for (const [name, value] of Object.entries(limitHeaders(verdict))) response.setHeader(name, value)
  assertAllowed(verdict)
}
