import { httpPost } from './http-message.ts'

export type ProtocolEra = 'modern' | 'legacy'

export const PROTOCOL_ERAS = ['modern', 'legacy'] as const

const VERSION_BY_ERA: Record<ProtocolEra, string> = { modern: '2026-07-28', legacy: '2025-11-25' }

export interface McpMessage {
  port: number
  path: string
  era: ProtocolEra
  /** The bearer token; the baselines get one too and ignore it, and a public server gets no token. */
  key?: string
  method: 'tools/call' | 'tools/list'
  params?: { name: string; arguments: Record<string, unknown> }
}

/**
 * The bytes of one stateless MCP request, with JSON-RPC id 1.
 * Modern requests carry the envelope and the mirror headers that 2026-07-28 requires.
 */
export function mcpPost(message: McpMessage): Buffer {
  const { era, method, params } = message
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: era === 'modern' ? { ...params, _meta: envelope() } : params,
  }
  return httpPost({
    port: message.port,
    path: message.path,
    headers: {
      accept: 'application/json, text/event-stream',
      ...(message.key !== undefined && { authorization: `Bearer ${message.key}` }),
      'mcp-protocol-version': VERSION_BY_ERA[era],
      ...(era === 'modern' && mirrorHeaders(message)),
    },
    body: JSON.stringify(body),
  })
}

function envelope() {
  return {
    'io.modelcontextprotocol/protocolVersion': VERSION_BY_ERA.modern,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
}

function mirrorHeaders({ method, params }: McpMessage): Record<string, string> {
  return { 'mcp-method': method, ...(params && { 'mcp-name': params.name }) }
}
