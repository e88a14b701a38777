/** Version, trace, parent and flags of W3C Trace Context, whose version is never ff. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const NOTHING = /^0+$/

/**
 * Reads the trace of a caller from a `traceparent`, to find a request in the logs of both sides. Undefined for any text
 * of another form: a caller's words are never repeated.
 */
export function traceIdOf(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined
  const [, trace = '', parent = ''] = TRACEPARENT.exec(traceparent) ?? []
  return trace === '' || NOTHING.test(trace) || NOTHING.test(parent) ? undefined : trace
}
