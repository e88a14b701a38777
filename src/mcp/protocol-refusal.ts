import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ErrorCode } from '../kernel/door/errors.ts'
import { logFailure } from '../kernel/wire/log-failure.ts'
import { toServiceError } from '../kernel/wire/to-service-error.ts'
import type { McpCall } from './call-tool.ts'
import { explainRefusal } from './explain-error.ts'

/**
 * The first of the error codes that JSON-RPC leaves to servers; the endpoint gives the same code for requests that it
 * refuses.
 */
const SERVER_ERROR = -32_000

const ABOUT_PARAMETERS: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'VALIDATION_FAILED'])

/**
 * Turns anything that was thrown into an error of the protocol, for methods whose results cannot say that something
 * failed. `names` are the arguments that the caller may send.
 */
export function protocolRefusal(
  thrown: unknown,
  { log, caller: { requestId } }: McpCall,
  names: readonly string[] = [],
): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown
  const error = toServiceError(thrown)
  logFailure(log, error, { requestId })
  const text = explainRefusal(error, names).join('\n')
  return new ProtocolError(rpcCodeOf(error.code), text, { code: error.code, requestId })
}

function rpcCodeOf(code: ErrorCode): number {
  if (ABOUT_PARAMETERS.has(code)) return ProtocolErrorCode.InvalidParams
  return code === 'INTERNAL' ? ProtocolErrorCode.InternalError : SERVER_ERROR
}
