import type { ServiceError } from '../door/errors.ts'
import type { Logger } from '../../lib/logger.ts'

/**
 * Logs an error of status 500 or above for the operator, with the error that caused it, except where the service only
 * has too much to do: a stack explains nothing then. Mistakes of callers are not logged here.
 */
export function logFailure(
  log: Logger,
  error: ServiceError,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (error.status < 500) return
  if (error.code === 'UNAVAILABLE' && error.cause === undefined) log.warn(fields, error.message)
  else log.error({ ...fields, err: error.cause ?? error }, error.message)
}
