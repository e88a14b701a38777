import type { Principal } from '../door/principal.ts'

/** The log's fields of a request besides method, status and time: nothing that a caller wrote, and no address. */
export interface RequestLogFields {
  requestId?: string
  /** The id of the caller's trace, 32 hexadecimal digits. */
  traceId?: string
  /** The whole address as it was declared, with `:id` for an id; none where no route took the request. */
  route?: string
  keyId?: string
  userId?: string
  /** The error code of the refusal. */
  code?: string
}

/** @NOTE the key is the response object: it is what all layers have of a request, and it is never copied. */
const notes = new WeakMap<object, RequestLogFields>()

/** The fields of a response's log line, which live as long as it does; the layers that serve it add what they learn. */
export function logFieldsOf(response: object): RequestLogFields {
  const known = notes.get(response)
  if (known) return known
  const note: RequestLogFields = {}
  notes.set(response, note)
  return note
}

/** Sets the id of the caller. */
export function setLogCaller(response: object, principal: Principal): void {
  const { kind } = principal
  if (kind === 'key' || kind === 'link') logFieldsOf(response).keyId = principal.keyId
  else if (kind === 'session') logFieldsOf(response).userId = principal.userId
}
