import type { Principal } from '../door/principal.ts'

/**
 * The fields of a request in the log, in addition to method, status and time: nothing that a caller wrote, and no
 * address.
 */
export interface RequestLogFields {
  requestId?: string
  /** The id of the caller's trace, 32 hexadecimal digits. */
  traceId?: string
  /** The whole address as it was declared, with `:id` for an id; absent where no route took the request. */
  route?: string
  keyId?: string
  userId?: string
  /** The error code of the refusal. */
  code?: string
}

/**
 * The fields of each request. @NOTE the key is the response object: it is what all layers have of a request, and it is
 * never copied.
 */
const notes = new WeakMap<object, RequestLogFields>()

/**
 * Returns the fields of a response's log line, which live as long as the response; the layers that serve it add to
 * them.
 */
export function logFieldsOf(response: object): RequestLogFields {
  const known = notes.get(response)
  if (known) return known
  const note: RequestLogFields = {}
  notes.set(response, note)
  return note
}

/** Sets the id of the caller's key, or of the person whose session it is, in the log's fields. */
export function setLogCaller(response: object, principal: Principal): void {
  const { kind } = principal
  if (kind === 'key' || kind === 'link') logFieldsOf(response).keyId = principal.keyId
  else if (kind === 'session') logFieldsOf(response).userId = principal.userId
}
