import { StorageUnavailableError, UnusableDatabaseError } from '../../db/errors.ts'
import { ServiceError } from '../kernel/errors.ts'
import { OperatorError } from '../kernel/operator-error.ts'

interface Failure {
  message: string
  /** Of a mistake of ours, which words for the operator would hide. */
  stack?: string | undefined
}

/** What went wrong, for whoever is at the command line. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError) return { message: withFields(error) }
  if (error instanceof OperatorError || error instanceof UnusableDatabaseError) {
    return { message: error.message }
  }
  if (error instanceof StorageUnavailableError) {
    return { message: `${error.message}; another process may write, or the disk may be full` }
  }
  return error instanceof Error ? error : { message: String(error) }
}

/** A field whose message is that of the whole is not told twice. */
function withFields({ message, details: { fields = [] } }: ServiceError): string {
  const others = fields.filter((field) => field.message !== message)
  return [message, ...others.map((field) => `${field.path}: ${field.message}`)].join('\n')
}
