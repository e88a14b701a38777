import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../kernel/errors.ts'
import { logFieldsOf } from '../kernel/request-log-fields.ts'
import { errorHeaders, refusalOf, sendJson } from '../kernel/respond.ts'
import { securityHeaders } from '../kernel/security-headers.ts'
import { toErrorEnvelope } from './envelope.ts'
import { enforceLimit, type HttpServices } from './http-services.ts'

/** Served only where the operator has set a token for it. */
export const METRICS_ROUTE = '/metrics'

type MetricsServices = Pick<HttpServices, 'callers' | 'limits' | 'log' | 'publicUrl'>

/** Serves what the process has counted, in the Prometheus text format, to who holds the operator's token. */
export function metricsHandler(token: string, services: MetricsServices, text: () => string) {
  const fixed = securityHeaders(services.publicUrl)
  const expected = digest(`Bearer ${token}`)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { requestId, address } = services.callers.read(request)
    const note = logFieldsOf(response)
    note.requestId = requestId
    note.route = METRICS_ROUTE
    const headers = { ...fixed, 'X-Request-Id': requestId, 'Cache-Control': 'no-store' }
    try {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
        enforceLimit(await services.limits.takeOfAddress(address), response)
        throw new ServiceError('INVALID_CREDENTIAL', 'Send METRICS_TOKEN as Authorization: Bearer')
      }
      assertRead(request, response)
      response.writeHead(200, { ...headers, 'Content-Type': 'text/plain; version=0.0.4' })
      response.end(text())
    } catch (thrown) {
      const error = refusalOf(thrown, response, services.log, requestId)
      const body = JSON.stringify(toErrorEnvelope(error, requestId))
      sendJson(response, error.status, body, { ...headers, ...errorHeaders(error) })
    }
  }
}

/** Texts of any length have digests of the same, which is what can be compared without telling anything. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function assertRead({ method }: IncomingMessage, response: ServerResponse): void {
  if (method === 'GET' || method === 'HEAD') return
  response.setHeader('Allow', 'GET, HEAD')
  throw new ServiceError('METHOD_NOT_ALLOWED', 'This address takes GET')
}
