import type { IncomingMessage, ServerResponse } from 'node:http'
import { MCP_SERVERS } from '../../tools/index.ts'
import type { Config } from './config.ts'
import { BodyBudget } from '../auth/body-budget.ts'
import type { appHandler } from '../http/app-files.ts'
import { METRICS_ROUTE, metricsHandler } from '../http/metrics.ts'
import { OpenStreams } from '../http/open-streams.ts'
import { answerPacker } from '../http/pack-answer.ts'
import { parseJson, readRequestBody } from '../http/read-request-body.ts'
import type { HttpServices } from '../http/http-services.ts'
import { routeFinder, routesOf } from '../http/routes.ts'
import { splitBoundAddress } from '../mcp/bound-address.ts'
import { mcpEndpoint } from '../mcp/endpoint.ts'
import { createOriginGuard } from '../mcp/origin-guard.ts'
import {
  protectedAddresses,
  serverAddress,
  type ServerDefinition,
} from '../kernel/assistants/server-definition.ts'
import { APP_FILES, APP_PATH } from '../kernel/ports/app-files.ts'
import { OPERATIONS } from './operations.ts'
import type { ServiceMetrics } from './service-metrics.ts'
import type { ServingServices } from './services.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface DispatcherOptions {
  useFastLane: boolean
  /** The counts of the process; undefined where no one may read them. */
  metrics?: ServiceMetrics | undefined
}

/**
 * Makes the function that sends a request to the handler of its address: an MCP server, or the operation of a route.
 * Express, which costs more than most of their work, is loaded with the first request for a page, or for an address in
 * another spelling.
 */
export function createDispatcher(
  config: Config,
  services: ServingServices,
  options: DispatcherOptions,
  servers: readonly ServerDefinition[] = MCP_SERVERS,
): Handler {
  const bodies = new BodyBudget()
  const http: HttpServices = {
    ...services,
    bodies,
    streams: new OpenStreams(),
    app: services.context,
    publicUrl: services.context.publicUrl,
    servers,
    protectedResources: servers.flatMap(protectedAddresses),
  }
  const mcp = new Map(mcpRoutes(servers, config, { ...services, bodies }, options))
  const direct = new Map<string, Handler>([...mcp, ...metricsRoutes(config, http, options.metrics)])
  const routes = routesOf(OPERATIONS, http)
  const findRoute = routeFinder(routes)
  let rest: Promise<Handler> | undefined
  let page: Promise<ReturnType<typeof appHandler>> | undefined
  const pack = answerPacker()
  return async (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    // These are packed as they are built.
    if (!path.startsWith(APP_FILES)) pack(request, response)
    const handler = direct.get(path) ?? mcp.get(splitBoundAddress(path)?.base ?? '')
    if (handler) return handler(request, response)
    const serve = findRoute(path)
    if (serve) return serve(request, response)
    if (isOfPage(path)) {
      page ??= import('../http/app-files.ts').then((part) => part.appHandler(http))
      return (await page)(request, response, path)
    }
    rest ??= import('../http/rest.ts').then(({ restApp }) => restApp(OPERATIONS, routes, http))
    return (await rest)(request, response)
  }
}

const isOfPage = (path: string): boolean => path === '/app' || path.startsWith(APP_PATH)

/** Returns the route of the metrics; an empty list where a port of their own serves them, or no token is set. */
function metricsRoutes(
  { metrics: { token, port } }: Config,
  http: HttpServices,
  metrics: ServiceMetrics | undefined,
): [string, Handler][] {
  if (!metrics || token === undefined || port !== undefined) return []
  return [[METRICS_ROUTE, metricsHandler({ token }, http, () => metrics.text())]]
}

function mcpRoutes(
  servers: readonly ServerDefinition[],
  config: Config,
  services: ServingServices & { bodies: BodyBudget },
  options: DispatcherOptions,
): [string, Handler][] {
  const { context } = services
  const shared = {
    ...options,
    ...services,
    app: context,
    publicUrl: context.publicUrl,
    readRequestBody,
    parseJson,
    originGuard: createOriginGuard(context.publicUrl, config.host, config.allowedOrigins),
  }
  return servers.map((server) => [serverAddress(server), mcpEndpoint(server, shared)])
}
