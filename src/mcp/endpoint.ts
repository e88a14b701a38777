import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyAccount } from '../auth/body-budget.ts'
import type { AppContext } from '../kernel/door/app-context.ts'
import { notFound, ServiceError } from '../kernel/door/errors.ts'
import { assertOneHost } from '../kernel/wire/host-header.ts'
import { nestsDeeperThan } from '../kernel/door/reject-unsafe-json.ts'
import type { Logger } from '../lib/logger.ts'
import type { Caller } from '../kernel/door/caller.ts'
import type { Principal } from '../kernel/door/principal.ts'
import { logFieldsOf } from '../kernel/wire/request-log-fields.ts'
import { errorHeaders, refusalOf, sendJson } from '../kernel/wire/respond.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { admitToServer, type AdmitServices } from './admit.ts'
import type { McpCall } from './call-tool.ts'
import { ToolCatalogue } from './tool-catalogue.ts'
import { acceptJson } from './accept-json.ts'
import { allowPage, answerPreflight, isPreflight } from './cross-origin.ts'
import { withoutEmptyParameters } from './empty-parameters.ts'
import { fastLane } from './fast-lane.ts'
import {
  BoundSite,
  MAX_MESSAGE_BYTES,
  serverAddress,
  type ServerDefinition,
} from '../kernel/assistants/server-definition.ts'
import { boundAddress, splitBoundAddress } from './bound-address.ts'
import { readView, type ServerView } from './server-view.ts'

/** The services that the endpoint needs of the layers beside it; `dispatcher.ts` hands them in. */
export interface McpServices extends AdmitServices {
  app: AppContext
  log: Logger
  publicUrl: string
  originGuard: (headers: IncomingMessage['headers']) => 'host' | 'origin' | undefined
  callerOf(request: IncomingMessage, response: ServerResponse): Caller
  readRequestBody(request: IncomingMessage, maxBytes: number, account: BodyAccount): Promise<Buffer>
  parseJson(body: Buffer): unknown
  openAccount(caller: string): BodyAccount
  /** Off only where the lane is compared with the SDK. */
  useFastLane: boolean
}

const MAX_MESSAGE_DEPTH = 64

/** Serves one server at its address: authenticates, takes permits, checks the plan, then asks the fast lane or the SDK. */
export function mcpEndpoint(server: ServerDefinition, services: McpServices) {
  const address = serverAddress(server)
  const catalogue = new ToolCatalogue(server)
  const tryFast = fastLane(catalogue)
  const onError = (error: Error): void => services.log.debug({ err: error }, 'MCP request refused')
  const loadSdk = lazily(async () =>
    (await import('./sdk-endpoint.ts')).sdkEndpoint(catalogue, onError),
  )

  const serve = async (request: IncomingMessage, response: ServerResponse, caller: Caller) => {
    const view = await assertMeantForUs(services, server, request, response, caller)
    allowPage(request, response)
    if (isPreflight(request)) {
      await services.takeFailed(caller.address, response)
      answerPreflight(request, response)
      return
    }
    const visit = { request, response, caller }
    const { principal, holder, takeMore, begin } = await admitToServer(services, server, visit)
    if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST')
      throw new ServiceError('METHOD_NOT_ALLOWED', 'This endpoint takes POST')
    }
    acceptJson(request)
    const shown = await bound(server, view, { app: services.app, principal, caller }, request)
    const account = services.openAccount(holder)
    // The account is closed when the answer is sent or its client has left, whatever becomes of the call.
    response.once('close', () => account[Symbol.dispose]())
    if (response.closed) account[Symbol.dispose]()
    const { maxBodyBytes = MAX_MESSAGE_BYTES } = server
    const bytes = await services.readRequestBody(request, maxBodyBytes, account)
    const body = withoutEmptyParameters(services.parseJson(bytes))
    // The request was counted as one message; a batch is as many as it holds.
    if (Array.isArray(body) && body.length > 1) await takeMore(body.length - 1)
    // oxlint-disable-next-line no-underscore-dangle -- what is only disposed of is never read.
    using _turn = await begin?.()
    const { log } = services
    const logFields = logFieldsOf(response)
    const call: McpCall = { log, principal, caller, logFields, ...shown }
    const fast = services.useFastLane ? await tryFast(body, request.headers, call) : undefined
    if (fast !== undefined) {
      sendJson(response, 200, fast, JSON_TYPE)
      return
    }
    assertShallow(body)
    await (await loadSdk()).handle(request, response, body, call)
  }

  const fixed = Object.entries(securityHeaders(services.publicUrl))
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [header, value] of fixed) response.setHeader(header, value)
    const caller = services.callerOf(request, response)
    const note = logFieldsOf(response)
    note.requestId = caller.requestId
    note.route = address
    response.setHeader('X-Request-Id', caller.requestId)
    response.setHeader('Cache-Control', 'no-store')
    try {
      await serve(request, response, caller)
    } catch (thrown) {
      const place = server.publicLimit ? undefined : challengedAddress(address, request)
      refuse(services, place, caller, response, thrown)
    }
  }
}

interface Entered {
  app: AppContext
  principal: Principal
  caller: Caller
}

/**
 * Binds the view to the site that the address ends with, and all that is read from here on too. Throws NOT_FOUND for a
 * site of nobody and of somebody else alike, and INSUFFICIENT_SCOPE for a key that may know of none.
 */
async function bound(
  { bindSite }: ServerDefinition,
  view: ServerView,
  { app, principal, caller }: Entered,
  { url = '' }: IncomingMessage,
): Promise<Pick<McpCall, 'app' | 'view'>> {
  const address = splitBoundAddress(pathOf(url))
  if (!address) return { app, view }
  if (!bindSite || address.site === undefined) throw notFound('site')
  const answer = await bindSite.execute(app, principal, caller, { site: address.site })
  const site = BoundSite.parse(answer)
  const tenant: AppContext['tenant'] = (...args) => app.tenant(...args).boundTo(site.id)
  return { app: { ...app, tenant }, view: { ...view, site } }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/**
 * Refuses, before any credential is looked at, a foreign Origin or Host and query parameters that are none of ours, which
 * may hold a credential. Answers what the others say.
 */
async function assertMeantForUs(
  services: McpServices,
  server: ServerDefinition,
  request: IncomingMessage,
  response: ServerResponse,
  { address }: Caller,
): Promise<ServerView> {
  try {
    assertOneHost(request)
    refuseForeign(services.originGuard(request.headers))
    return readView(server, request.url ?? '')
  } catch (refusal) {
    await services.takeFailed(address, response)
    throw refusal
  }
}

function refuseForeign(foreign: 'host' | 'origin' | undefined): void {
  if (foreign === 'host') {
    throw new ForeignRequestError('This server does not serve that Host; set PUBLIC_URL')
  }
  if (foreign === 'origin') {
    throw new ForeignRequestError(
      'Pages of that Origin may not call this server; set ALLOWED_ORIGINS',
    )
  }
}

/** A request of a foreign Host or Origin; answered 403 without a word about credentials. */
class ForeignRequestError extends Error {
  override name = 'ForeignRequestError'
}

/** The SDK recurses into a message down to its last level, and would overflow the stack. */
function assertShallow(body: unknown): void {
  if (nestsDeeperThan(MAX_MESSAGE_DEPTH, body)) {
    throw new ServiceError('BAD_REQUEST', `Nested deeper than ${MAX_MESSAGE_DEPTH} levels`)
  }
}

/** JSON-RPC has codes of its own for these; every other error is -32000, with our code in the data. */
const RPC_CODES: Readonly<Record<string, number>> = { MALFORMED_JSON: -32_700, INTERNAL: -32_603 }

function refuse(
  { log, publicUrl }: McpServices,
  address: string | undefined,
  caller: Caller,
  response: ServerResponse,
  thrown: unknown,
): void {
  const { requestId } = caller
  if (response.headersSent) {
    log.error({ requestId, err: thrown }, 'MCP answer broke off')
    response.destroy()
    return
  }
  if (thrown instanceof ForeignRequestError) {
    logFieldsOf(response).code = 'BAD_REQUEST'
    const text = rpcError(-32_000, thrown.message, { code: 'BAD_REQUEST', requestId })
    sendJson(response, 403, text, JSON_TYPE)
    return
  }
  const error = refusalOf(thrown, response, log, requestId)
  const { retryAfterSeconds } = error.details
  const data = {
    code: error.code,
    requestId,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
  const text = rpcError(RPC_CODES[error.code] ?? -32_000, error.message, data)
  sendJson(response, error.status, text, {
    ...JSON_TYPE,
    ...errorHeaders(error),
    ...(error.status === 401 && { 'WWW-Authenticate': challenge(error, publicUrl, address) }),
  })
}

/** The SDK writes the type like this, and the fast lane has to agree with it. */
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** The address that a client asks for a credential to: with the site, where it ends with one. */
function challengedAddress(address: string, { url = '' }: IncomingMessage): string {
  const site = splitBoundAddress(pathOf(url))?.site
  return site === undefined ? address : boundAddress(address, site)
}

/** Leads a client to where it learns how to get a credential (RFC 9728); one that needs none hears that its own is wrong. */
function challenge({ code }: ServiceError, publicUrl: string, address: string | undefined): string {
  if (address === undefined) return 'Bearer error="invalid_token"'
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource${address}`
  const reason = code === 'INVALID_CREDENTIAL' ? 'error="invalid_token", ' : ''
  return `Bearer ${reason}resource_metadata="${metadata}"`
}

const rpcError = (code: number, message: string, data: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message, data }, id: null })
