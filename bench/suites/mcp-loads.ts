import { mcpPost, type ProtocolEra, type McpMessage } from '../client/mcp-message.ts'
import type { Load } from '../harness/measure.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { expectToolAnswer } from './checks.ts'

const PATH = '/mcp/data'
/** Names of the tools that both sides have; a list without them is no list. */
const LISTED = ['"get_overview"', '"get_timeseries"', '"get_breakdown"', '"search"', '"fetch"']

/** Only an answer of the modern era says this. */
const MARKS_BY_ERA: Record<ProtocolEra, readonly string[]> = {
  modern: ['"resultType":"complete"'],
  legacy: [],
}

export interface McpLoadOptions {
  name: string
  server: ServerProcess
  era: ProtocolEra
  nextKey: () => string
}

/** `tools/call get_overview`; every answer must hold `marks`. */
export function callLoad(options: McpLoadOptions, siteId: string, marks: readonly string[]): Load {
  return {
    name: options.name,
    server: options.server,
    requests: makeRequests(options, (key) =>
      overviewCall(options.server.port, options.era, key, siteId),
    ),
    check: expectToolAnswer(['"structuredContent"', ...MARKS_BY_ERA[options.era], ...marks]),
  }
}

export function listLoad(options: McpLoadOptions): Load {
  const { server, era } = options
  return {
    name: options.name,
    server,
    requests: makeRequests(options, (key) =>
      mcpPost({ port: server.port, path: PATH, era, key, method: 'tools/list' }),
    ),
    check: expectToolAnswer([...LISTED, ...MARKS_BY_ERA[era]]),
  }
}

/** The measured call: one site, 28 days. */
export function overviewCall(port: number, era: ProtocolEra, key: string, siteId: string): Buffer {
  const params: McpMessage['params'] = {
    name: 'get_overview',
    arguments: { site: siteId, range: '28d' },
  }
  return mcpPost({ port, path: PATH, era, key, method: 'tools/call', params })
}

/** Requests differ in their key alone, so each key's bytes are made once. */
function makeRequests(
  { nextKey }: McpLoadOptions,
  makeRequest: (key: string) => Buffer,
): Load['requests'] {
  const requestByKey = new Map<string, Buffer>()
  const requestOf = (key: string): Buffer => {
    const request = requestByKey.get(key) ?? makeRequest(key)
    requestByKey.set(key, request)
    return request
  }
  return (count) => Array.from({ length: count }, () => requestOf(nextKey()))
}
