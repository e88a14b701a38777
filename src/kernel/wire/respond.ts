import type { ServerResponse } from 'node:http'
import { endConnection } from './end-connection.ts'
import type { ServiceError } from '../door/errors.ts'
import { logFailure } from './log-failure.ts'
import type { Logger } from '../../lib/logger.ts'
import { logFieldsOf } from './request-log-fields.ts'
import { toServiceError } from './to-service-error.ts'

/**
 * Makes the refusal for anything that was thrown, which tells the caller no more than may be seen. It is noted for the log,
 * and the connection ends with the answer to a body that nobody reads on.
 */
export function refusalOf(
  thrown: unknown,
  response: ServerResponse,
  log: Logger,
  requestId: string,
): ServiceError {
  const error = toServiceError(thrown)
  const note = logFieldsOf(response)
  note.code = error.code
  logFailure(log, error, {
    requestId,
    ...(note.traceId !== undefined && { traceId: note.traceId }),
  })
  if (error.code === 'BODY_TOO_LARGE') endConnection(response.req, response)
  return error
}

/** Headers that an error brings along. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const { retryAfterSeconds } = error.details
  return {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  }
}

/** Sends a JSON text that nobody may keep, with all headers in one go: setting them one by one costs as much as reading a small body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  headers: Readonly<Record<string, string | number>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(text)
}
