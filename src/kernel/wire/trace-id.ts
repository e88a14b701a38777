/** The pattern of a `traceparent` of W3C Trace Context: version (never ff), trace, parent and flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const NOTHING = /^0+$/

/**
 * Returns the trace of a caller from a `traceparent`, by which a request is found in the logs of both sides; undefined
 * for any text of another form, since a caller's words are never repeated.
 */
export function traceIdOf(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined
  const [, trace = '', parent = ''] = TRACEPARENT.exec(traceparent) ?? []
  return trace === '' || NOTHING.test(trace) || NOTHING.test(parent) ? undefined : trace
}
