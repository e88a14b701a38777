import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../door/caller.ts'
import { logFieldsOf } from './request-log-fields.ts'

/** Headers of an answer, which are sent all at once: setting them one by one costs as much as reading a small body. */
export type AnswerHeaders = Record<string, string | number>

/** One request on its way through the door, with its answer. */
export interface HttpExchange {
  request: IncomingMessage
  response: ServerResponse
  caller: Caller
  /** The headers of the answer, no matter whether it succeeds; each step adds those that it knows. */
  headers: AnswerHeaders
}

interface Begun {
  caller: Caller
  /** The headers of every answer at the address of the request. */
  fixed: Readonly<Record<string, string>>
  /** The address as it was declared, for the log; undefined where no route takes the request. */
  route?: string | undefined
}

/** Makes an exchange, and notes its request id: the answer and its line of the log have this id from here on. */
export function beginExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { caller, fixed, route }: Begun,
): HttpExchange {
  const { requestId } = caller
  const fields = logFieldsOf(response)
  fields.requestId = requestId
  if (route !== undefined) fields.route = route
  const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store', ...fixed }
  return { request, response, caller, headers }
}

/** Sets the headers of an exchange on the answer, for other code to send. */
export function setHeaders({
  response,
  headers,
}: Pick<HttpExchange, 'response' | 'headers'>): void {
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
}
