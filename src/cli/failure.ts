import {
  StorageDamagedError,
  StorageUnavailableError,
  UnusableDatabaseError,
} from '../../db/errors.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { OperatorError } from '../kernel/door/operator-error.ts'

interface Failure {
  message: string
  /** The stack trace of a bug; a message for the operator would hide it. */
  stack?: string | undefined
}

/** Describes an error for the person at the command line. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ServiceError) return { message: withFields(error) }
  if (error instanceof OperatorError || error instanceof UnusableDatabaseError) {
    return { message: error.message }
  }
  if (error instanceof StorageDamagedError) {
    return { message: `${error.message}; citable doctor says which table it is` }
  }
  if (error instanceof StorageUnavailableError) {
    return { message: `${error.message}; another process may write, or the disk may be full` }
  }
  return error instanceof Error ? error : { message: String(error) }
}

/** Adds the messages of fields, except one that repeats the whole message. */
function withFields({ message, details: { fields = [] } }: ServiceError): string {
  const others = fields.filter((field) => field.message !== message)
  return [message, ...others.map((field) => `${field.path}: ${field.message}`)].join('\n')
}
