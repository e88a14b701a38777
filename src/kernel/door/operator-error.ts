/** An error that whoever runs the service has to put right, in words for them; shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
