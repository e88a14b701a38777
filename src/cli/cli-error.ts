import { OperatorError } from '../kernel/operator-error.ts'

/** A mistake of the person at the command line; shown without a stack trace. */
export class CliError extends OperatorError {
  override name = 'CliError'
}
