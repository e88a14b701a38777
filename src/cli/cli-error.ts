import { OperatorError } from '../kernel/door/operator-error.ts'

/** A mistake of the person at the command line; shown without a stack trace. */
export class CliError extends OperatorError {
  override name = 'CliError'
}

/** A command line that begins with no command, which its exit code tells from one that failed. */
export class UnknownCommandError extends CliError {
  override name = 'UnknownCommandError'
}
