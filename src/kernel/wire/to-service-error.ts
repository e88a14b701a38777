import {
  CallerLeftError,
  QueryTimeoutError,
  StorageDamagedError,
  StorageUnavailableError,
  TooManyReadsError,
} from '../../../db/errors.ts'
import { invalidField, ServiceError } from '../door/errors.ts'

const STORAGE_RETRY_SECONDS = 1
/** The seconds after which a request may be repeated that met damaged data: a person has to repair the damage first. */
const DAMAGE_RETRY_SECONDS = 3_600
/** The seconds after which one of the organization's reads has most likely ended. */
const READS_RETRY_SECONDS = 5

/**
 * Converts any thrown value into an error that a caller may see: expected failures as they are, storage trouble as 503,
 * the rest as INTERNAL.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof StorageDamagedError) {
    return new ServiceError(
      'UNAVAILABLE',
      'A part of the data cannot be read, and this needs it; nothing was stored. The operator finds at /readyz and in the log which part that is. What needs other parts is answered',
      { cause: error, retryAfterSeconds: DAMAGE_RETRY_SECONDS },
    )
  }
  if (error instanceof StorageUnavailableError) {
    return new ServiceError(
      'UNAVAILABLE',
      'Storage is not available at the moment; nothing was stored',
      {
        cause: error,
        retryAfterSeconds: STORAGE_RETRY_SECONDS,
      },
    )
  }
  if (error instanceof QueryTimeoutError) {
    const seconds = Math.ceil(error.limitMs / 1_000)
    return invalidField(
      'range',
      'too_costly',
      `This took longer than ${seconds} s. Ask for fewer days, with fewer patterns, or for counts by one of path, engine, referrer, country and device: those come from daily sums. Visitors, sessions and several dimensions at once need every event`,
    )
  }
  if (error instanceof TooManyReadsError) {
    return new ServiceError(
      'RATE_LIMITED',
      `${error.most} long reads of this organization wait already, which is as many as may. Wait for their answers; try again in ${READS_RETRY_SECONDS} s`,
      { cause: error, retryAfterSeconds: READS_RETRY_SECONDS },
    )
  }
  if (error instanceof CallerLeftError) {
    // The client has disconnected, so no one reads this answer; it must not count as a fault of the service.
    return new ServiceError('REQUEST_TIMEOUT', 'The caller left before the answer', {
      cause: error,
    })
  }
  return new ServiceError('INTERNAL', 'Internal error', { cause: error })
}
