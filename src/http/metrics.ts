import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../kernel/door/errors.ts'
import { refuse } from '../kernel/wire/refuse.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { beginExchange, type HttpExchange } from '../kernel/wire/http-exchange.ts'
import { envelopeRefusal } from './envelope.ts'
import { isLoopbackHost } from '../lib/web/is-loopback-host.ts'
import { parseUrl } from '../lib/web/parse-url.ts'
import { enforceLimit } from '../auth/limiter.ts'
import type { HttpServices } from './http-services.ts'

/** The address of the metrics, which is served only where the operator has set a token for it, or a port of its own. */
export const METRICS_ROUTE = '/metrics'

type MetricsServices = Pick<HttpServices, 'callers' | 'limits' | 'log' | 'publicUrl'>

interface MetricsAccess {
  /**
   * The token that a caller sends. Without a token the host must be this machine, since only programs on it reach the
   * address.
   */
  token: string | undefined
}

/** Serves what the process has counted, in the Prometheus text format, to callers who may read it. */
export function metricsHandler(
  { token }: MetricsAccess,
  services: MetricsServices,
  text: () => Promise<string>,
) {
  const fixed = securityHeaders(services.publicUrl)
  const admit = token === undefined ? assertThisMachine : tokenGuard(token, services)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const caller = services.callers.read(request, response)
    const exchange = beginExchange(request, response, { caller, fixed, route: METRICS_ROUTE })
    try {
      await admit(exchange)
      assertRead(exchange)
      const body = await text()
      response.writeHead(200, { ...exchange.headers, 'Content-Type': 'text/plain; version=0.0.4' })
      response.end(body)
    } catch (thrown) {
      refuse(thrown, exchange, services.log, envelopeRefusal)
    }
  }
}

type Guard = (exchange: HttpExchange) => unknown

/**
 * Makes the check of the token. It throws INVALID_CREDENTIAL for a caller without the token, which counts as a failed
 * request of the address.
 */
function tokenGuard(token: string, { limits }: MetricsServices): Guard {
  const expected = digest(token)
  return async ({ request, caller, headers }) => {
    const sent = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (timingSafeEqual(digest(sent), expected)) return
    enforceLimit(await limits.takeOfAddress(caller.address), headers)
    throw new ServiceError('INVALID_CREDENTIAL', 'Send METRICS_TOKEN as Authorization: Bearer')
  }
}

/**
 * Throws BAD_REQUEST for a host that is not this machine: a page elsewhere may let its own name lead here (DNS
 * rebinding), and its requests have that name.
 */
const assertThisMachine: Guard = ({ request }) => {
  const host = parseUrl(`http://${request.headers.host ?? ''}`)?.hostname ?? ''
  if (isLoopbackHost(host)) return
  throw new ServiceError('BAD_REQUEST', 'Ask for 127.0.0.1, or set METRICS_TOKEN')
}

/**
 * Returns the digest of a text. Digests of texts of any length have the same length, so that comparing them reveals
 * nothing.
 */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function assertRead({ request: { method }, headers }: HttpExchange): void {
  if (method === 'GET' || method === 'HEAD') return
  headers['Allow'] = 'GET, HEAD'
  throw new ServiceError('METHOD_NOT_ALLOWED', 'This address takes GET')
}
