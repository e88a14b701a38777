import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { METRICS_ROUTE, metricsHandler } from '../http/metrics.ts'
import { answerPacker } from '../http/pack-answer.ts'
import { OperatorError } from '../kernel/door/operator-error.ts'
import type { Config } from './config.ts'
import type { ServiceMetrics } from './service-metrics.ts'
import type { ServingServices } from './services.ts'
import { isLoopbackAddress } from './watch-settings.ts'
import { urlOf } from './listener.ts'

/** The most connections to the port: scrapers are few, and further connections are closed at once. */
const MAX_CONNECTIONS = 50
const ARRIVAL_MS = 10_000

const ELSEWHERE = `Metrics are at ${METRICS_ROUTE}\n`

interface MetricsPort extends AsyncDisposable {
  /** The address of the port, without a slash at its end. */
  url: string
}

/** Serves metrics on a port of its own, and nothing else. Throws OperatorError where it cannot listen there. */
export async function openMetricsPort(
  { metrics: { token, port, host } }: Config,
  services: ServingServices,
  metrics: ServiceMetrics,
): Promise<MetricsPort> {
  const shared = { ...services, publicUrl: services.context.publicUrl }
  const guard = { token: isLoopbackAddress(host) ? undefined : token }
  const answer = metricsHandler(guard, shared, () => metrics.text())
  const server = createServer({ requestTimeout: ARRIVAL_MS })
  const pack = answerPacker()
  const handle = (request: IncomingMessage, response: ServerResponse): unknown => {
    pack(request, response)
    return (request.url ?? '').split('?', 1)[0] === METRICS_ROUTE
      ? answer(request, response)
      : response.writeHead(404, { 'Content-Type': 'text/plain' }).end(ELSEWHERE)
  }
  server.on('request', handle)
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new OperatorError(whyNot(cause, host, port), { cause })),
    )
    server.listen(port, host, resolve)
  })
  return {
    url: urlOf(server),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port = 0): string {
  if (code === 'EADDRINUSE') {
    return `METRICS_PORT ${port} of ${host} is taken: stop what listens there, or set another one`
  }
  return `Cannot listen on METRICS_PORT ${port} of METRICS_HOST ${host}: ${message}`
}
