import { isRecord } from '../../lib/json/is-record.ts'
import type { ExchangeAnswer } from './exchange.ts'
import type { StdioMessage } from './message-headers.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** Parses a text of JSON, which may begin with a byte order mark; undefined where the text is not JSON. */
export function readJsonText(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Reads the id, the method and the parameters of a message; all are absent for a batch. */
export function messageIn(value: unknown): StdioMessage {
  if (!isRecord(value)) return {}
  const { id, method, params } = value
  return {
    ...((typeof id === 'string' || typeof id === 'number') && { id }),
    ...(typeof method === 'string' && { method }),
    ...(isRecord(params) && { params }),
  }
}

/** Makes an error response of JSON-RPC; `id` is null where the request is not known. */
export const failure = (id: string | number | null, code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/**
 * Returns what is written as the answer to a message; undefined where the message gets no answer. An error that the
 * server reports before it looks at a message names no request, so it gets the id of this message.
 */
export function replyTo(message: StdioMessage, { status, body }: ExchangeAnswer): unknown {
  const { id = null } = message
  // A batch of notifications has no answer either.
  if (isNotification(message) || status === 202) return undefined
  const answer = readJsonText(body)?.value
  if (Array.isArray(answer)) return answer
  if (isRecord(answer) && answer['jsonrpc'] === '2.0') {
    if (isRecord(answer['error'])) return { ...answer, id: answer['id'] ?? id }
    if ('result' in answer) return answer
  }
  return failure(id, -32_000, `The server answered ${status} without a message of MCP`)
}

const isNotification = ({ id, method }: StdioMessage): boolean =>
  id === undefined && method !== undefined

/** Returns the message of a JSON-RPC error; undefined where the body is not such an error. */
export function errorMessageIn(body: string): string | undefined {
  const answer = readJsonText(body)?.value
  const error = isRecord(answer) ? answer['error'] : undefined
  const message = isRecord(error) ? error['message'] : undefined
  return typeof message === 'string' ? message : undefined
}

/** Returns the revision that the answer to `initialize` names; undefined where it names none. */
export function versionIn(reply: unknown): string | undefined {
  const result = isRecord(reply) ? reply['result'] : undefined
  const version = isRecord(result) ? result['protocolVersion'] : undefined
  return typeof version === 'string' ? version : undefined
}

/** Says why there was no answer: by the system's error code where there is one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
