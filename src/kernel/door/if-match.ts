import * as z from 'zod'
import { ServiceError } from './errors.ts'

/** The header `If-Match` of a change, as it was sent: a version, with or without quotes and `W/`, or `*` for any. */
export const IfMatch = z
  .string()
  .max(40)
  .optional()
  .describe('The version that the change was made from')

/**
 * Throws PRECONDITION_FAILED where the change was made from another version than the stored one. `what` names the thing
 * in the message: `rule`.
 */
export function assertVersion(what: string, version: number, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*') return
  if (ifMatch.replaceAll(/^W\/|"/g, '') !== String(version)) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      `The ${what} is at version ${version}; read it again`,
    )
  }
}
