import type { Authenticator } from '../auth/authenticator.ts'
import type { RequestLimits } from '../auth/request-limits.ts'
import type { RateLimitDecision } from '../auth/limiter.ts'
import type { AppContext } from '../kernel/door/app-context.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import type { AnswerHeaders } from '../kernel/wire/http-exchange.ts'
import type { Logger } from '../lib/logger.ts'
import type { BodyBudget } from '../auth/body-budget.ts'
import type { OpenStreams } from './open-streams.ts'
import type { CallerReader } from './caller-reader.ts'

/** The services that the HTTP adapters share. */
export interface HttpServices {
  app: AppContext
  authenticator: Authenticator
  limits: RequestLimits
  callers: CallerReader
  log: Logger
  /** Bounds the memory that requests hold with their bodies. */
  bodies: BodyBudget
  streams: OpenStreams
  /** It has no slash at its end. */
  publicUrl: string
  /** The MCP servers, for what describes them. */
  servers: readonly ServerDefinition[]
  /** Addresses whose metadata says which credentials they take (RFC 9728). */
  protectedResources: readonly string[]
}

/** Makes the limit headers of contract 8. */
export const limitHeaders = ({ limit, remaining }: RateLimitDecision): Record<string, number> => ({
  'X-RateLimit-Limit': limit,
  'X-RateLimit-Remaining': remaining,
})

/** Throws RATE_LIMITED when the request does not fit. */
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
