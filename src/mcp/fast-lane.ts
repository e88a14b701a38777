import type { IncomingHttpHeaders } from 'node:http'
import { isRecord } from '../lib/json/is-record.ts'
import type { McpCall } from './call-tool.ts'
import { recordedCall } from './record-call.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'
import { entryName } from '../domain/connect/connect-target.ts'
import { LIST_CACHE } from './server-info.ts'
import { VERSION } from '../kernel/door/version.ts'

const MODERN = '2026-07-28'
const LEGACY = new Set(['2025-11-25', '2025-06-18', '2025-03-26'])

const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  server: 'io.modelcontextprotocol/serverInfo',
}

type Era = 'modern' | 'legacy'

interface PlainRequest {
  id: string | number
  method: 'tools/call' | 'tools/list'
  params: Readonly<Record<string, unknown>>
}

/**
 * Makes the function that answers `tools/list` and `tools/call` without the SDK, where a request is beyond doubt: one
 * message, every header as the revision wants it. It returns undefined for any other request, which then goes to the
 * SDK; its answers must equal those of the SDK (tested).
 */
export function fastLane(catalogue: ToolCatalogue) {
  const { title } = catalogue.server
  const serverInfo = {
    [META.server]: { name: entryName(catalogue.server), title, version: VERSION },
  }
  const modernTail = `"resultType":"complete","_meta":${JSON.stringify(serverInfo)}`
  const cacheFields = JSON.stringify(LIST_CACHE).slice(1, -1)

  const list = ({ id }: PlainRequest, era: Era, call: McpCall): Buffer => {
    const { json } = catalogue.listFor(call.principal, call.view)
    const rest = era === 'modern' ? `,${cacheFields},${modernTail}` : ''
    const [before, after] = [`${envelopeStart(id)}{"tools":`, `${rest}}}`]
    return Buffer.concat([Buffer.from(before), json, Buffer.from(after)])
  }

  const run = async ({ id, params }: PlainRequest, era: Era, call: McpCall) => {
    const tool = catalogue.find(String(params['name']), call.view)
    if (!tool) return undefined
    const { json: text } = await recordedCall(catalogue.server, tool, params, call)
    return envelope(id, era === 'modern' ? `${text.slice(0, -1)},${modernTail}}` : text)
  }

  return async (
    body: unknown,
    headers: IncomingHttpHeaders,
    call: McpCall,
  ): Promise<string | Buffer | undefined> => {
    const request = plainRequest(body)
    const era = request && isJson(headers) ? eraOf(request, headers) : undefined
    if (!request || !era) return undefined
    return request.method === 'tools/list' ? list(request, era, call) : run(request, era, call)
  }
}

const envelopeStart = (id: string | number): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`

const envelope = (id: string | number, result: string): string => `${envelopeStart(id)}${result}}`

/**
 * Reads a single JSON-RPC request of one of the two methods; undefined for one that has anything that only the SDK can
 * judge.
 */
function plainRequest(body: unknown): PlainRequest | undefined {
  if (!isRecord(body) || body['jsonrpc'] !== '2.0') return undefined
  const { id, method, params = {} } = body
  if (
    !isPlainId(id) ||
    !isRecord(params) ||
    Object.keys(body).some((key) => !REQUEST_KEYS.has(key))
  ) {
    return undefined
  }
  if (method === 'tools/list') return isPlainList(params) ? { id, method, params } : undefined
  if (method === 'tools/call') return isPlainCall(params) ? { id, method, params } : undefined
  return undefined
}

const isPlainId = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isInteger(value)

const REQUEST_KEYS = new Set(['jsonrpc', 'id', 'method', 'params'])

const isPlainList = (params: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(params).every((key) => key === '_meta')

const isPlainCall = (params: Readonly<Record<string, unknown>>): boolean =>
  typeof params['name'] === 'string' &&
  (params['arguments'] === undefined || isRecord(params['arguments'])) &&
  Object.keys(params).every((key) => key === 'name' || key === 'arguments' || key === '_meta')

/**
 * Returns the era that a request plainly belongs to, by the same marks that the SDK goes by; undefined where there is
 * doubt.
 */
function eraOf(request: PlainRequest, headers: IncomingHttpHeaders): Era | undefined {
  const meta = request.params['_meta'] ?? {}
  if (!isRecord(meta)) return undefined
  if (meta[META.version] !== undefined) {
    return isModern(request, meta, headers) ? 'modern' : undefined
  }
  const version = headers['mcp-protocol-version']
  const isPlain = hasOnly(meta, NO_KEYS)
  return isPlain && (version === undefined || LEGACY.has(String(version))) ? 'legacy' : undefined
}

const isModern = (
  { method, params }: PlainRequest,
  meta: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
): boolean =>
  meta[META.version] === MODERN &&
  hasOnly(meta, MODERN_KEYS) &&
  headers['mcp-protocol-version'] === MODERN &&
  headers['mcp-method'] === method &&
  isEmptyRecord(meta[META.capabilities]) &&
  hasPlainClient(meta[META.client]) &&
  (method === 'tools/list' || headers['mcp-name'] === params['name'])

const isEmptyRecord = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).length === 0

/**
 * True for an absent client, and for one that gives its name and version, and perhaps its title, as texts; further
 * fields are for the SDK to judge.
 */
const hasPlainClient = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) &&
    typeof value['name'] === 'string' &&
    typeof value['version'] === 'string' &&
    Object.entries(value).every(([key, text]) => CLIENT_KEYS.has(key) && typeof text === 'string'))

const CLIENT_KEYS = new Set(['name', 'version', 'title'])

/** True where a `_meta` holds only these keys, a progress token of a legal type, and the fields of a trace. */
const hasOnly = (meta: Readonly<Record<string, unknown>>, keys: ReadonlySet<string>): boolean =>
  Object.entries(meta).every(
    ([key, value]) =>
      keys.has(key) ||
      (key === 'progressToken' && isPlainId(value)) ||
      (TRACE_KEYS.has(key) && typeof value === 'string'),
  )

/** The fields that name the trace that a caller is in (SEP-414); they change no answer. */
const TRACE_KEYS: ReadonlySet<string> = new Set(['traceparent', 'tracestate'])

const NO_KEYS: ReadonlySet<string> = new Set()
const MODERN_KEYS: ReadonlySet<string> = new Set([META.version, META.capabilities, META.client])

const isJson = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  /^application\/json *(;|$)/.test(type)
