import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ErrorCode } from '../kernel/door/errors.ts'
import { logFailure } from '../kernel/wire/log-failure.ts'
import { toServiceError } from '../kernel/wire/to-service-error.ts'
import type { McpCall } from './call-tool.ts'
import { explainRefusal } from './explain-error.ts'

/** JSON-RPC leaves the codes from here on to servers; the endpoint answers the same for what it refuses. */
const SERVER_ERROR = -32_000

const ABOUT_PARAMETERS: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'VALIDATION_FAILED'])

/**
 * Makes the protocol's error of anything that was thrown, for methods whose results cannot say that something failed.
 * `names` are the arguments that the caller may send.
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
