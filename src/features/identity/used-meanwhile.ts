import { UniqueViolationError } from '../../../db/errors.ts'
import { ServiceError } from '../../kernel/door/errors.ts'

/** The same person joined, or proved the address, while this request was under way. */
export function usedMeanwhile(error: unknown): never {
  if (!(error instanceof UniqueViolationError)) throw error
  throw new ServiceError('CONFLICT', 'This address has just been used; sign in', { cause: error })
}
