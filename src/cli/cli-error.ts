import { OperatorError } from '../kernel/door/operator-error.ts'

/** A mistake of the person at the command line; shown without a stack trace. */
export class CliError extends OperatorError {
  override name = 'CliError'
}

/**
 * An error for a command line that begins with no command. Its exit code differs from that of a command that failed.
 */
export class UnknownCommandError extends CliError {
  override name = 'UnknownCommandError'
}
