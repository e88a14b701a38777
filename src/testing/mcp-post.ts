import type { TestApp } from './start-test-app.ts'

export const MCP_ERAS = ['legacy', 'modern'] as const
export type McpEra = (typeof MCP_ERAS)[number]

export const MODERN_VERSION = '2026-07-28'

export interface McpAnswer {
  status: number
  headers: Headers
  /** The body, parsed where it is JSON; undefined for an empty one. */
  body: McpBody | undefined
  text: string
}

export interface McpBody {
  id?: unknown
  error?: { code: number; message: string; data?: Record<string, unknown> }
  result?: {
    isError?: boolean
    content: { type: string; text: string }[]
    structuredContent?: Record<string, unknown> & { rows: unknown[][]; nextCursor: string | null }
    tools?: { name: string; description: string; inputSchema: unknown; outputSchema?: object }[]
    resultType?: string
  }
}

export interface JsonRpcMessage {
  method: string
  params?: Record<string, unknown>
  id?: unknown
}

/** Makes the JSON-RPC message and headers of an era, as a plain client sends them. */
export function mcpRequest(era: McpEra, { method, params = {}, id = 1 }: JsonRpcMessage) {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  if (era === 'legacy') {
    headers['mcp-protocol-version'] = '2025-11-25'
    return { headers, body: { jsonrpc: '2.0', id, method, params } }
  }
  headers['mcp-protocol-version'] = MODERN_VERSION
  headers['mcp-method'] = method
  const named = params['name'] ?? params['uri']
  if (typeof named === 'string') headers['mcp-name'] = named
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  }
  return { headers, body: { jsonrpc: '2.0', id, method, params: { ...params, _meta } } }
}

/** Returns the address of a server by its name, or by its path below `/mcp`, with anything that follows. */
export const addressOfServer = (server: string): string =>
  `/mcp/${server}`.replace(/^\/mcp\/citable(?=[/?]|$)/, '/mcp')

export async function postMcp(
  app: Pick<TestApp, 'url'>,
  server: string,
  request: { headers: Record<string, string>; body: unknown },
  key?: string,
): Promise<McpAnswer> {
  const response = await fetch(`${app.url}${addressOfServer(server)}`, {
    method: 'POST',
    headers: {
      // A connection that a busy process kept for too long would be reset.
      connection: 'close',
      // A packed answer has a length whether the fast lane or the SDK made it; only one that is not packed shows which
      // it was.
      'accept-encoding': 'identity',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...request.headers,
    },
    body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  // @NOTE tests look into answers freely; a wrong shape fails the expectation that reads it.
  const body = isJson && text !== '' ? (JSON.parse(text) as McpBody) : undefined
  return { status: response.status, headers: response.headers, body, text }
}

/** Calls a tool and returns its result. Throws when the answer is no result. */
export async function postToolCall(
  app: TestApp,
  server: string,
  key: string,
  name: string,
  args: Record<string, unknown> = {},
  era: McpEra = 'legacy',
) {
  const request = mcpRequest(era, { method: 'tools/call', params: { name, arguments: args } })
  const answer = await postMcp(app, server, request, key)
  if (!answer.body?.result) throw new Error(`${name}: ${answer.status} ${answer.text}`)
  return answer.body.result
}
