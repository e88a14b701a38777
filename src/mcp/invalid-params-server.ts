import {
  Server,
  type JSONRPCMessage,
  type McpRequestContext,
  type ServerOptions,
  type Transport,
} from '@modelcontextprotocol/server'

export type ServerEra = McpRequestContext['era']

const MAX_ISSUES = 5
/** The code of JSON-RPC 2.0, section 5.1, for an internal error. */
const INTERNAL_ERROR = -32_603
const INVALID_PARAMS = -32_602
/**
 * The code for a resource that does not exist, in revisions before 2026-07-28; the SDK sends the code of that revision.
 */
const RESOURCE_NOT_FOUND = -32_002

/**
 * The SDK's server, except that params that cannot be parsed are answered as invalid params, in a sentence. The SDK
 * answers them as an internal error whose message is its parser's list of issues.
 */
export class InvalidParamsServer extends Server {
  readonly #era: ServerEra

  constructor(
    info: ConstructorParameters<typeof Server>[0],
    options: ServerOptions,
    era: ServerEra,
  ) {
    super(info, options)
    this.#era = era
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(this.#withPlainError(message), options)
    return super.connect(transport)
  }

  #withPlainError(message: JSONRPCMessage): JSONRPCMessage {
    if (!('error' in message)) return message
    if (this.#era === 'legacy' && isNotFound(message.error)) {
      return { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } }
    }
    return withPlainError(message)
  }
}

/** True for the SDK's error for a resource that does not exist, which has the URI alone in its data. */
const isNotFound = ({ code, data }: { code: number; data?: unknown }): boolean =>
  code === INVALID_PARAMS &&
  typeof data === 'object' &&
  data !== null &&
  'uri' in data &&
  Object.keys(data).length === 1

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

/** Reads the parser's issues from a message that consists of their list; undefined for any other text. */
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
