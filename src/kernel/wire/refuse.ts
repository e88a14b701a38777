import type { ServiceError } from '../door/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { logFailure } from './log-failure.ts'
import { logFieldsOf } from './request-log-fields.ts'
import { sendJson } from './respond.ts'
import { toServiceError } from './to-service-error.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Writes a refusal in the form of a transport: an envelope, or an error of JSON-RPC. */
export type RefusalForm = (
  error: ServiceError,
  exchange: HttpExchange,
) => { text: string; headers?: Readonly<Record<string, string>>; status?: number }

/**
 * Answers a request with the refusal for anything that was thrown; the caller sees only what they may see. The error is
 * noted for the log, and a connection whose body is not read to its end is closed with the answer. An answer that has
 * begun breaks off, so that no client takes the part for the whole.
 */
export function refuse(
  thrown: unknown,
  exchange: HttpExchange,
  log: Logger,
  form: RefusalForm,
): void {
  const { request, response, headers, caller } = exchange
  const error = toServiceError(thrown)
  const fields = logFieldsOf(response)
  fields.code = error.code
  logFailure(log, error, {
    requestId: caller.requestId,
    ...(fields.traceId !== undefined && { traceId: fields.traceId }),
  })
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (error.code === 'BODY_TOO_LARGE') endConnection(request, response)
  const { text, headers: own, status = error.status } = form(error, exchange)
  sendJson(response, status, text, {
    ...headers,
    'Cache-Control': 'no-store',
    ...errorHeaders(error),
    ...own,
  })
}

/** Returns the headers that an error adds to its answer. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const { retryAfterSeconds } = error.details
  return {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  }
}

/**
 * Ends the connection with the answer, for a request whose remaining body is not wanted: Node would read all bytes that
 * have come by then, and a body in pieces of one byte costs a second for each few megabytes.
 */
function endConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
  response.once('finish', () => socket.destroy())
}
