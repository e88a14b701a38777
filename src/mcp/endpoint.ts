import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyAccount, BodyBudget } from '../auth/body-budget.ts'
import type { AppContext } from '../kernel/door/app-context.ts'
import { ForeignRequestError, notFound, ServiceError } from '../kernel/door/errors.ts'
import { assertOneHost } from '../kernel/wire/host-header.ts'
import { nestsDeeperThan } from '../kernel/door/reject-unsafe-json.ts'
import type { Logger } from '../lib/logger.ts'
import { acceptsType } from '../lib/web/accepts-type.ts'
import type { Caller } from '../kernel/door/caller.ts'
import type { Principal } from '../kernel/door/principal.ts'
import { logFieldsOf } from '../kernel/wire/request-log-fields.ts'
import { refuse, type RefusalForm } from '../kernel/wire/refuse.ts'
import { sendJson } from '../kernel/wire/respond.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { beginExchange, setHeaders, type HttpExchange } from '../kernel/wire/http-exchange.ts'
import { admitToServer, assertPlan, countFailed, type AdmitServices } from './admit.ts'
import type { McpCall } from './call-tool.ts'
import { ToolCatalogue } from './tool-catalogue.ts'
import { allowPage, answerPreflight, isPreflight } from './cross-origin.ts'
import { calledAddress, challenge } from './challenge.ts'
import { withoutEmptyParameters } from './empty-parameters.ts'
import { fastLane } from './fast-lane.ts'
import {
  BoundSite,
  MAX_MESSAGE_BYTES,
  readScopesOf,
  serverAddress,
  type ServerDefinition,
} from '../kernel/assistants/server-definition.ts'
import { splitBoundAddress } from './bound-address.ts'
import { assertAsked, StepUpError } from './step-up.ts'
import { readView, type ServerView } from './server-view.ts'

/** The services that the endpoint needs from the layers around it; `dispatcher.ts` hands them in. */
export interface McpServices extends AdmitServices {
  app: AppContext
  log: Logger
  publicUrl: string
  originGuard: (headers: IncomingMessage['headers']) => 'host' | 'origin' | undefined
  callers: { read(request: IncomingMessage, response: ServerResponse): Caller }
  readRequestBody(request: IncomingMessage, maxBytes: number, account: BodyAccount): Promise<Buffer>
  parseJson(body: Buffer): unknown
  bodies: BodyBudget
  /** True where the fast lane is asked before the SDK; false only where tests compare the two. */
  useFastLane: boolean
}

const MAX_MESSAGE_DEPTH = 64

/**
 * Serves one server at its address: authenticates, takes permits, checks the plan, then asks the fast lane or the SDK.
 */
export function mcpEndpoint(server: ServerDefinition, services: McpServices) {
  const address = serverAddress(server)
  const catalogue = new ToolCatalogue(server)
  const tryFast = fastLane(catalogue)
  const onError = (error: Error): void => services.log.debug({ err: error }, 'MCP request refused')
  const loadSdk = lazily(async () =>
    (await import('./sdk-endpoint.ts')).sdkEndpoint(catalogue, onError),
  )

  const serve = async (exchange: HttpExchange) => {
    const { request, response, caller } = exchange
    const view = await assertMeantForUs(services, server, exchange)
    allowPage(exchange)
    if (isPreflight(request)) {
      await countFailed(services, exchange)
      answerPreflight(exchange)
      return
    }
    // A site's name in capitals means the same site, and a grant names it in small letters.
    const place = `${services.publicUrl}${calledAddress(address, request).toLowerCase()}`
    const entrance = { exchange, place }
    const { principal, holder, takeMore, begin } = await admitToServer(services, server, entrance)
    if (request.method !== 'POST') {
      exchange.headers['Allow'] = 'POST'
      throw new ServiceError('METHOD_NOT_ALLOWED', 'This endpoint takes POST')
    }
    acceptJson(request)
    assertPlan(principal)
    const shown = await bound(server, view, { app: services.app, principal, caller }, request)
    assertJsonBody(request)
    const account = services.bodies.open(holder)
    // The account is closed when the answer is sent or its client has left, for any outcome of the call.
    response.once('close', () => account[Symbol.dispose]())
    if (response.closed) account[Symbol.dispose]()
    const { maxBodyBytes = MAX_MESSAGE_BYTES } = server
    const bytes = await services.readRequestBody(request, maxBodyBytes, account)
    const body = withoutEmptyParameters(services.parseJson(bytes))
    assertAsked(server, body, principal)
    // The request was counted as one message; a batch is as many as it holds.
    if (Array.isArray(body) && body.length > 1) await takeMore(body.length - 1)
    // oxlint-disable-next-line no-underscore-dangle -- what is only disposed of is never read.
    using _turn = await begin?.()
    const logFields = logFieldsOf(response)
    const call: McpCall = { log: services.log, principal, caller, logFields, ...shown }
    const fast = services.useFastLane ? await tryFast(body, request.headers, call) : undefined
    if (fast !== undefined) {
      sendJson(response, 200, fast, { ...exchange.headers, ...JSON_TYPE })
      return
    }
    assertShallow(body)
    setHeaders(exchange)
    await (await loadSdk()).handle(request, response, body, call)
  }

  const fixed = securityHeaders(services.publicUrl)
  const form = rpcRefusal(server, services.publicUrl)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const caller = services.callers.read(request, response)
    const exchange = beginExchange(request, response, { caller, fixed, route: address })
    try {
      await serve(exchange)
    } catch (thrown) {
      refuse(thrown, exchange, services.log, form)
    }
  }
}

interface Entered {
  app: AppContext
  principal: Principal
  caller: Caller
}

/**
 * Binds the view, and all data that is read from here on, to the site that the address ends with. Throws NOT_FOUND both
 * for a site that does not exist and for a site of another organization, and INSUFFICIENT_SCOPE for a key that may not
 * know of any site.
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
 * Refuses, before any credential is looked at, a foreign Origin or Host and query parameters that the server does not
 * know, which may hold a credential. Returns the view that the other parameters ask for.
 */
async function assertMeantForUs(
  services: McpServices,
  server: ServerDefinition,
  exchange: HttpExchange,
): Promise<ServerView> {
  const { request } = exchange
  try {
    assertOneHost(request)
    refuseForeign(services.originGuard(request.headers))
    return readView(server, request.url ?? '')
  } catch (refusal) {
    await countFailed(services, exchange)
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

/**
 * Throws for a message that is nested too deep: the SDK recurses down to the last level, and would overflow the stack.
 */
function assertShallow(body: unknown): void {
  if (nestsDeeperThan(MAX_MESSAGE_DEPTH, body)) {
    throw new ServiceError('BAD_REQUEST', `Nested deeper than ${MAX_MESSAGE_DEPTH} levels`)
  }
}

/**
 * The codes of JSON-RPC for errors that it has a code of its own for; every other error is -32000, with our code in the
 * data.
 */
const RPC_CODES: Readonly<Record<string, number>> = { MALFORMED_JSON: -32_700, INTERNAL: -32_603 }

/** Returns the form in which a server refuses a request. */
function rpcRefusal(server: ServerDefinition, publicUrl: string): RefusalForm {
  const challenging = {
    publicUrl,
    address: serverAddress(server),
    scopes: readScopesOf(server),
    isPublic: server.publicLimit !== undefined,
  }
  return (error, { request, caller: { requestId } }) => {
    const { code, message, status } = error
    const { retryAfterSeconds } = error.details
    const data = { code, requestId, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
    const isChallenged = status === 401 || error instanceof StepUpError
    const challenged = isChallenged && {
      'WWW-Authenticate': challenge(error, request, challenging),
    }
    return {
      text: rpcError(RPC_CODES[code] ?? -32_000, message, data),
      headers: { ...JSON_TYPE, ...challenged },
    }
  }
}

/** The content type of every answer, written as the SDK writes it, so that answers of the fast lane are the same. */
const JSON_TYPE = { 'Content-Type': 'application/json' }

const rpcError = (code: number, message: string, data: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message, data }, id: null })

/** The `Accept` that the SDK requires for every answer; of the two types, answers here are JSON. */
const BOTH = 'application/json, text/event-stream'

/**
 * Makes the SDK take each client that accepts JSON, which every answer is, although the specification has clients
 * accept both JSON and event streams
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#sending-messages-to-the-server). Throws
 * NOT_ACCEPTABLE for a client that does not accept JSON.
 */
function acceptJson({ headers }: IncomingMessage): void {
  if (!takesJson(headers.accept)) {
    throw new ServiceError(
      'NOT_ACCEPTABLE',
      'Answers are application/json; accept that, best with text/event-stream beside it',
    )
  }
  headers.accept = BOTH
}

/**
 * Throws UNSUPPORTED_MEDIA_TYPE for a body whose Content-Type does not contain `application/json`, which is all that
 * the SDK asks of it.
 */
function assertJsonBody({ headers }: IncomingMessage): void {
  if (headers['content-type']?.includes('application/json')) return
  throw new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Unsupported Media Type: Content-Type must be application/json',
  )
}

let last: { accept: string | undefined; takesJson: boolean } | undefined

/**
 * True where an `Accept` header includes JSON. The last verdict is kept, as most requests accept what the one before
 * did.
 */
function takesJson(accept: string | undefined): boolean {
  if (last === undefined || last.accept !== accept) {
    last = { accept, takesJson: acceptsType(accept, 'application/json') }
  }
  return last.takesJson
}
