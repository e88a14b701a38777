/** An error that the person who runs the service has to correct, in words for them; it is shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
