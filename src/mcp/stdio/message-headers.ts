import { isRecord } from '../../lib/json/is-record.ts'

/** The parts of a JSON-RPC message from which its headers are made. */
export interface StdioMessage {
  id?: string | number
  method?: string
  params?: Readonly<Record<string, unknown>>
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** The field of the parameters that the header `Mcp-Name` repeats, by method. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/**
 * Returns the headers that a message needs over HTTP and lacks on standard input. Messages of 2026-07-28 name their
 * revision themselves; older ones follow the revision that `initialize` agreed on.
 */
export function messageHeaders(
  { method, params = {} }: StdioMessage,
  agreedVersion: string | undefined,
): Record<string, string> {
  const meta = params['_meta']
  const claimed = isRecord(meta) ? meta[VERSION_KEY] : undefined
  if (typeof claimed !== 'string' || method === undefined) {
    return agreedVersion === undefined ? {} : { 'MCP-Protocol-Version': agreedVersion }
  }
  const name = params[NAMED_BY.get(method) ?? '']
  return {
    'MCP-Protocol-Version': fieldValue(claimed),
    'Mcp-Method': fieldValue(method),
    ...(typeof name === 'string' && { 'Mcp-Name': fieldValue(name) }),
  }
}

/** Returns a text as it is where a header can hold it, and otherwise encoded as the revision says (SEP-2243). */
const fieldValue = (text: string): string =>
  /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`
