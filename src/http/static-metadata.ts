import { Router, type Response } from 'express'
import { serverJson } from '../domain/connect/server-json.ts'
import {
  authorizationServer,
  AUTHORIZATION_SERVER,
  protectedResource,
  PROTECTED_RESOURCE,
} from '../domain/oauth/server-metadata.ts'
import { ALL_SCOPES } from '../kernel/door/scopes.ts'
import { VERSION } from '../kernel/door/version.ts'
import { connectTarget, type ProtectedAddress } from '../kernel/assistants/server-definition.ts'
import { APP_PATH } from '../kernel/ports/app-files.ts'
import { WIDGET_PATH, type WidgetFile } from '../kernel/ports/widget-file.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { readFixedFile } from '../lib/packing/fixed-bytes.ts'
import { ANY_ORIGIN, preflightHeaders } from './any-origin.ts'
import { OPENAPI } from './doc-page.ts'
import { DOCS_PATHS, docsRoutes } from './docs-routes.ts'
import { fixedBody, sendFixed } from './fixed-body.ts'
import { HEALTH_ROUTES } from './health.ts'
import type { HttpServices } from './http-services.ts'
import { PROTOCOL_PATHS, protocolRoutes } from './protocol-routes.ts'
import { staticFile } from './static-file.ts'

/**
 * The address of the card of the MCP servers. Experimental: the card has the content of server.json, with the
 * addresses of this server.
 */
const SERVER_CARD = '/.well-known/mcp/server-card.json'

/**
 * Returns the only routes that are not operations: static facts about the server, the same for everybody. The access
 * test knows this list; everything else is an operation with its access.
 */
export const staticPaths = (protectedResources: readonly ProtectedAddress[]): readonly string[] => [
  ...HEALTH_ROUTES,
  OPENAPI,
  ...DOCS_PATHS,
  ...PROTOCOL_PATHS,
  WIDGET_PATH,
  APP_PATH,
  SERVER_CARD,
  AUTHORIZATION_SERVER,
  ...protectedResources.flatMap(({ address }) => [
    `${PROTECTED_RESOURCE}${address}`,
    `${AUTHORIZATION_SERVER}${address}`,
  ]),
]

/**
 * Makes the routes of the API description, the pages about it, the Ask AI Protocol, the widget, the resource metadata
 * of RFC 9728 and the card of the MCP servers, without a credential and without a limit. Health and the page for
 * people are answered before Express is loaded.
 */
export function staticRoutes(
  operations: readonly Operation[],
  services: Pick<HttpServices, 'app' | 'publicUrl' | 'protectedResources' | 'servers'>,
): Router {
  const { publicUrl } = services
  const router = Router()
  router.use(docsRoutes(operations, services))
  router.use(protocolRoutes(services))
  router.use(widgetFiles(() => services.app.widgetFile()))
  router.get(OPENAPI, async (request, response) => {
    const body = await fixedBody(OPENAPI, () => readFixedFile(staticFile('docs/openapi.json')))
    response.setHeader('Content-Type', JSON_TYPE)
    sendFixed(request, response, body, 'no-cache')
  })
  router.use(oauthMetadata(services))
  const remotes = services.servers.map((server) => connectTarget(server, publicUrl))
  const card = JSON.stringify(serverJson(VERSION, remotes))
  router.get(SERVER_CARD, (_, response) => sendOpen(response, card))
  return router
}

/**
 * Serves the metadata that clients read before they ask a person: of each address that takes a credential, and of the
 * authorization server, which some clients look for behind the path of the address (anthropics/claude-ai-mcp#376).
 */
function oauthMetadata({
  publicUrl: origin,
  protectedResources,
}: Pick<HttpServices, 'publicUrl' | 'protectedResources'>): Router {
  const router = Router()
  const all = new Set(protectedResources.flatMap(({ scopes }) => scopes))
  const server = JSON.stringify(
    authorizationServer(
      origin,
      ALL_SCOPES.filter((scope) => all.has(scope)),
    ),
  )
  const serve = (path: string, textFor: (site: string) => string): void => {
    router.get<string, { site?: string }>(path, ({ params }, response) => {
      // The answer is the same whether such a site exists or not.
      sendMetadata(response, textFor(encodeURIComponent(params.site ?? '')))
    })
    router.options(path, (_, response) => {
      response.writeHead(204, { ...ANY_ORIGIN, ...preflightHeaders('GET, OPTIONS', true) }).end()
    })
  }
  serve(AUTHORIZATION_SERVER, () => server)
  for (const { address, scopes } of protectedResources) {
    serve(`${AUTHORIZATION_SERVER}${address}`, () => server)
    serve(`${PROTECTED_RESOURCE}${address}`, (site) => {
      const resource = `${origin}${address.replace(':site', site)}`
      return JSON.stringify(protectedResource(resource, { origin, scopes }))
    })
  }
  return router
}

/**
 * Sends metadata, which caches may keep for an hour: a client that was installed before the server moved learns of the
 * move within that time.
 */
function sendMetadata(response: Response, text: string): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Content-Type', JSON_TYPE)
  response.setHeader('Cache-Control', 'public, max-age=3600')
  response.end(text)
}

/** Sends a JSON text that pages of any origin may read. */
function sendOpen(response: Response, text: string): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Content-Type', JSON_TYPE)
  response.setHeader('Cache-Control', 'no-cache')
  response.end(text)
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The address of the widget under a name that is made from its contents; the widget of any other name is not found. */
export const PINNED_WIDGET = '/widget.:name.js'

const FIVE_MINUTES = 'public, max-age=300, stale-if-error=86400'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Serves the script that sites embed, to pages of any origin, so that `integrity` can be checked. */
function widgetFiles(widgetFile: () => Promise<WidgetFile>): Router {
  const router = Router()
  router.get(WIDGET_PATH, async (_, response) => {
    send(response, await widgetFile(), FIVE_MINUTES)
  })
  router.get(PINNED_WIDGET, async (request, response, next) => {
    const file = await widgetFile()
    if (request.path === file.pinnedPath) send(response, file, FOR_EVER)
    else next()
  })
  return router
}

function send(response: Response, { script }: WidgetFile, caching: string): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.setHeader('Cache-Control', caching)
  response.end(script)
}
