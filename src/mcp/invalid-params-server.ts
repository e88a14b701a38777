import { Server, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'

const MAX_ISSUES = 5
/** Codes of JSON-RPC 2.0, section 5.1. */
const INTERNAL_ERROR = -32_603
const INVALID_PARAMS = -32_602

/**
 * The SDK's server, which answers params that it cannot parse as an internal error whose message is its parser's list of
 * issues. Here they are invalid params, in a sentence.
 */
export class InvalidParamsServer extends Server {
  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(withPlainError(message), options)
    return super.connect(transport)
  }
}

interface Issue {
  path: readonly (string | number)[]
  message: string
}

function withPlainError(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== INTERNAL_ERROR) return message
  const issues = issuesIn(message.error.message)
  if (!issues) return message
  const told = issues
    .slice(0, MAX_ISSUES)
    .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const error = { code: INVALID_PARAMS, message: told.join('; ') }
  return { ...message, error }
}

/** Reads the parser's issues from a message that is their list; undefined for any other text. */
function issuesIn(text: string): Issue[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every(isIssue) ? list : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  Array.isArray(value.path) &&
  'message' in value &&
  typeof value.message === 'string'
