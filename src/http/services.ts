import type { Authenticator } from '../auth/authenticate.ts'
import type { Limits } from '../auth/limits.ts'
import type { Verdict } from '../auth/rate-limit.ts'
import type { AppContext } from '../core/app-context.ts'
import type { ServerResponse } from 'node:http'
import { ServiceError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { CallerReader } from './request-info.ts'

/** What the adapters share. */
export interface HttpServices {
  app: AppContext
  authenticator: Authenticator
  limits: Limits
  callers: CallerReader
  log: Logger
  /** Without a slash at its end. */
  publicUrl: string
}

/** Sets the headers of contract 8 and throws RATE_LIMITED when the request does not fit. */
export function enforce(verdict: Verdict, response: ServerResponse): void {
  response.setHeader('X-RateLimit-Limit', verdict.limit)
  response.setHeader('X-RateLimit-Remaining', verdict.remaining)
  if (verdict.allowed) return
  throw new ServiceError(
    'RATE_LIMITED',
    `More than ${verdict.limit} requests a minute; try again in ${verdict.retryAfterSeconds} s`,
    { retryAfterSeconds: verdict.retryAfterSeconds },
  )
}
