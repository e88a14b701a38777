import type { ServiceError } from '../door/errors.ts'
import type { Logger } from '../../lib/logger.ts'

/**
 * Writes down what the service could not do, for the operator: with what threw it, or, where the service just has too
 * much to do, without, because a stack says nothing then. What callers did wrong is not written down here.
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
