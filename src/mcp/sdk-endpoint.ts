import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Server,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type McpRequestContext,
} from '@modelcontextprotocol/server'
import type { McpCall } from './call-tool.ts'
import { makeServer } from './make-server.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'
import { isRecord } from '../lib/json/is-record.ts'

/**
 * The object that the SDK hands from the request to the handlers, with the caller in the field that it keeps for us.
 */
type CarriedCall = AuthInfo & { extra: { call: McpCall } }

/**
 * Serves the whole protocol in both eras by the SDK: every request that the fast lane leaves alone. Tests compare the
 * fast lane with it. It keeps no state between requests, and answers JSON.
 */
export function sdkEndpoint(catalogue: ToolCatalogue, onError: (error: Error) => void) {
  const factory = ({ authInfo, era }: McpRequestContext): Server =>
    makeServer(catalogue, callOf(authInfo), era)
  const modern = createMcpHandler(factory, {
    legacy: 'reject',
    onerror: onError,
    maxSubscriptions: 0,
  })
  const serve = toNodeHandler(
    {
      fetch: async (request, options) =>
        (await isLegacyRequest(request, options?.parsedBody))
          ? serveLegacy(factory, request, options)
          : listenRefused(await modern.fetch(request, options), options?.parsedBody),
    },
    { onerror: onError },
  )
  return {
    handle: (request: IncomingMessage, response: ServerResponse, body: unknown, call: McpCall) => {
      const auth: CarriedCall = {
        token: '',
        clientId: call.principal.kind === 'anonymous' ? '' : call.principal.orgId,
        scopes: [],
        extra: { call },
      }
      // @NOTE Node types an absent header as undefined and the SDK as missing; both mean the same.
      return serve(Object.assign(request, { auth }) as Parameters<typeof serve>[0], response, body)
    },
    close: () => modern.close(),
  }
}

/**
 * Answers `subscriptions/listen` as a method that the servers do not have: nothing here changes while a client listens,
 * and no capability says that anything would. The SDK, set to keep no stream open, would call that an internal error.
 * All other responses stay as they are.
 */
async function listenRefused(response: Response, body: unknown): Promise<Response> {
  if (methodOf(body) !== 'subscriptions/listen') return response
  // @NOTE the SDK answers what it refuses with one JSON-RPC message.
  const answer = (await response.json()) as { error?: { code: number } }
  if (answer.error?.code !== ProtocolErrorCode.InternalError) {
    return Response.json(answer, { status: response.status })
  }
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' }
  return Response.json({ ...answer, error }, { status: 404 })
}

const methodOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined

interface FetchOptions {
  authInfo?: AuthInfo
  parsedBody?: unknown
}

/** Serves the 2025 revisions, with JSON instead of the event stream that the SDK's own fallback answers. */
async function serveLegacy(
  factory: (context: McpRequestContext) => Server,
  request: Request,
  given: FetchOptions = {},
): Promise<Response> {
  const refused = unknownVersion(request, given.parsedBody)
  if (refused) return refused
  const options = { ...given, parsedBody: withoutCancellations(given.parsedBody) }
  const { authInfo } = options
  const server = factory({ era: 'legacy', requestInfo: request, ...(authInfo && { authInfo }) })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const { parsedBody } = options
  const renamed = Array.isArray(parsedBody) ? withUniqueIds(parsedBody) : undefined
  try {
    if (!renamed) return await transport.handleRequest(request, options)
    const response = await transport.handleRequest(request, {
      ...options,
      parsedBody: renamed.batch,
    })
    const answers: unknown = await response.json()
    const restored = Array.isArray(answers)
      ? answers.map(renamed.restore)
      : renamed.restore(answers)
    return Response.json(restored, { status: response.status })
  } finally {
    await server.close()
  }
}

/**
 * Returns the refusal of an `initialize` whose header names an unknown version (MCP 2025-06-18, transports); undefined
 * for any other request, of which the SDK checks the version.
 */
function unknownVersion({ headers }: Request, body: unknown): Response | undefined {
  const version = headers.get('mcp-protocol-version')
  if (version === null || methodOf(body) !== 'initialize') return undefined
  if (SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return undefined
  const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ')
  const message = `Unsupported MCP-Protocol-Version; supported are ${known}`
  return Response.json(
    { jsonrpc: '2.0', error: { code: -32_000, message }, id: null },
    { status: 400 },
  )
}

/**
 * Leaves the cancellations out of a batch, so that each of its requests is answered: the transport waits for all
 * answers, and a request that another message of the batch cancels would have none. One cancellation stays where the
 * batch holds nothing else; it ends nothing, as no request is known by its id later.
 */
function withoutCancellations(body: unknown): unknown {
  if (!Array.isArray(body)) return body
  const kept = body.filter((message) => !isCancellation(message))
  return kept.length === 0 && body.length > 0 ? body.slice(0, 1) : kept
}

const isCancellation = (message: unknown): boolean =>
  methodOf(message) === 'notifications/cancelled'

function callOf(authInfo: AuthInfo | undefined): McpCall {
  // @NOTE `handle` is the only way in, and it puts the call there.
  const carried = authInfo as CarriedCall | undefined
  if (!carried) throw new Error('A request reached the MCP server without its caller')
  return carried.extra.call
}

type Message = Readonly<Record<string, unknown>>

/**
 * A batch whose requests each have an id of their own, and the function that puts the id that was sent back into an
 * answer.
 */
interface Renamed {
  batch: readonly unknown[]
  restore: (answer: unknown) => unknown
}

/**
 * Gives each request of a batch an id of its own, since the SDK would answer only the last of two requests with one id.
 * Undefined where no id comes twice, which is what the specification asks for.
 */
function withUniqueIds(batch: readonly unknown[]): Renamed | undefined {
  const ids = batch.flatMap((message) => (isRequest(message) ? [message['id']] : []))
  if (new Set(ids).size === ids.length) return undefined
  return {
    batch: batch.map((message, place) =>
      isRequest(message) ? { ...message, id: place } : message,
    ),
    restore: (answer) => {
      const place = isRecord(answer) ? answer['id'] : undefined
      const asked = typeof place === 'number' ? batch[place] : undefined
      return isRecord(answer) && isRequest(asked) ? { ...answer, id: asked['id'] } : answer
    },
  }
}

const isRequest = (value: unknown): value is Message =>
  isRecord(value) && 'method' in value && 'id' in value
