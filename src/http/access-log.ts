import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../lib/logger.ts'
import { logFieldsOf } from '../kernel/wire/request-log-fields.ts'
import { traceIdOf } from '../kernel/wire/trace-id.ts'

/** Makes the function that logs one line for each request, once its answer is sent or its client is gone. */
export function accessLog(log: Logger) {
  // @NOTE the fields are ours, and looking for secrets in them costs four times as much as the line.
  const lines = log.child({}, { redact: [] })
  return ({ method, headers }: IncomingMessage, response: ServerResponse): void => {
    const traceId = traceIdOf(headers['traceparent'])
    if (traceId !== undefined) logFieldsOf(response).traceId = traceId
    const startedAt = performance.now()
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      const left = writableFinished ? {} : { left: true }
      lines.info({ method, ...logFieldsOf(response), status: statusCode, ms, ...left }, 'request')
    })
  }
}
