import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorHeaders, refusalOf, sendJson } from '../kernel/wire/respond.ts'
import { callerOf } from './admit.ts'
import { toErrorEnvelope } from './envelope.ts'
import type { HttpServices } from './http-services.ts'

/** Answers what was thrown with the envelope; an unexpected error is logged with its cause. */
export function sendRefusal(
  { log, callers }: Pick<HttpServices, 'log' | 'callers'>,
  request: IncomingMessage,
  response: ServerResponse,
  thrown: unknown,
): void {
  const { requestId } = callerOf(response) ?? callers.read(request)
  const error = refusalOf(thrown, response, log, requestId)
  const headers = { 'X-Request-Id': requestId, ...errorHeaders(error) }
  sendJson(response, error.status, JSON.stringify(toErrorEnvelope(error, requestId)), headers)
}
