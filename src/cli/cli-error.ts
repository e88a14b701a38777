/** A mistake of the person at the command line; shown without a stack. */
export class CliError extends Error {
  override name = 'CliError'
}
