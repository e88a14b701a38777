import { StorageUnavailableError } from '../../db/errors.ts'
import { ServiceError } from './errors.ts'

const STORAGE_RETRY_SECONDS = 1

/** What a caller may see of any thrown value: expected failures as they are, storage trouble as 503, the rest as INTERNAL. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
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
  return new ServiceError('INTERNAL', 'Internal error', { cause: error })
}
