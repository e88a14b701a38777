import type { IncomingMessage, ServerResponse } from 'node:http'
import { MCP_SERVERS } from '../../tools/index.ts'
import type { Config } from './config.ts'
import { BodyBudget } from '../auth/body-budget.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { collectHandler } from '../http/collect.ts'
import { METRICS_ROUTE, metricsHandler } from '../http/metrics.ts'
import { OpenStreams } from '../http/open-streams.ts'
import { plainReads } from '../http/plain-reads.ts'
import { parseJson, readRequestBody } from '../http/read-request-body.ts'
import { enforceLimit, type HttpServices } from '../http/http-services.ts'
import { disconnectSignalOf } from '../http/disconnect-signal.ts'
import { splitBoundAddress } from '../mcp/bound-address.ts'
import { mcpEndpoint, type McpServices } from '../mcp/endpoint.ts'
import { createOriginGuard } from '../mcp/origin-guard.ts'
import type { Caller } from '../kernel/door/caller.ts'
import type { AddressLimit } from '../kernel/door/operation.ts'
import {
  protectedAddresses,
  serverAddress,
  type ServerDefinition,
} from '../kernel/assistants/server-definition.ts'
import { OPERATIONS } from './operations.ts'
import type { ServiceMetrics } from './service-metrics.ts'
import type { ServingServices } from './services.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface DispatcherOptions {
  useFastLane: boolean
  /** Counted where somebody may read it. */
  metrics?: ServiceMetrics | undefined
}

/**
 * Sends a request to its adapter by its address. Collecting and MCP come before Express, which costs more than
 * all of their own work; Express itself is loaded with the first request that needs it.
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
  const direct = new Map<string, Handler>([
    ...mcp,
    ...rawRoutes(http),
    ...metricsRoutes(config, http, options.metrics),
  ])
  const findRead = plainReads(OPERATIONS, http)
  let rest: Promise<Handler> | undefined
  return async (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const handler = direct.get(path) ?? mcp.get(splitBoundAddress(path)?.base ?? '')
    if (handler) return handler(request, response)
    const read = findRead(request, path)
    if (read) return read(response)
    rest ??= import('../http/rest.ts').then(({ restApp }) => restApp(OPERATIONS, http))
    return (await rest)(request, response)
  }
}

/** A port of their own serves them alone. */
function metricsRoutes(
  { metrics: { token, port } }: Config,
  http: HttpServices,
  metrics: ServiceMetrics | undefined,
): [string, Handler][] {
  if (!metrics || token === undefined || port !== undefined) return []
  return [[METRICS_ROUTE, metricsHandler({ token }, http, () => metrics.text())]]
}

function rawRoutes(http: HttpServices): [string, Handler][] {
  return OPERATIONS.flatMap((operation): [string, Handler][] => {
    if (operation.http?.adapter !== 'raw') return []
    const route = addressOf(operation.http)
    return [[route, collectHandler(route, operation, http)]]
  })
}

function mcpRoutes(
  servers: readonly ServerDefinition[],
  config: Config,
  services: ServingServices & { bodies: BodyBudget },
  options: DispatcherOptions,
): [string, Handler][] {
  const { context, authenticator, limits, callers, log, bodies } = services
  const { publicUrl } = context
  const shared = {
    ...options,
    app: context,
    publicUrl,
    log,
    readRequestBody,
    parseJson,
    openAccount: (caller: string) => bodies.open(caller),
    pseudonym: (address: string) => limits.pseudonym(address),
    beginOfAddress: (address: string, limit: AddressLimit) => limits.beginOfAddress(address, limit),
    originGuard: createOriginGuard(publicUrl, config.host, config.allowedOrigins),
    callerOf: (request: IncomingMessage, response: ServerResponse): Caller => ({
      disconnectSignal: disconnectSignalOf(response),
      ...callers.read(request),
    }),
    authenticate: (header: string | undefined, address: string) =>
      authenticator.authenticate('mcp', header, address),
    takePermits: async (...[principal, messages, response]: TakePermits) =>
      enforceLimit(await limits.take(principal, messages), response),
    takeOfAddress: async (...[address, limit, messages, response]: TakeOfAddress) =>
      enforceLimit(await limits.takeOfAddress(address, limit, messages), response),
    takeFailed: async (address: string, response: ServerResponse) =>
      enforceLimit(await limits.takeOfAddress(address), response),
  }
  return servers.map((server) => [serverAddress(server), mcpEndpoint(server, shared)])
}

type TakePermits = Parameters<McpServices['takePermits']>
type TakeOfAddress = Parameters<McpServices['takeOfAddress']>
