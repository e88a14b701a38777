import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RequestLimits } from '../auth/request-limits.ts'
import type { RateLimitDecision } from '../auth/limiter.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { errorHeaders } from '../kernel/wire/refuse.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { toServiceError } from '../kernel/wire/to-service-error.ts'
import { toErrorEnvelope } from './envelope.ts'
import type { CallerReader } from './caller-reader.ts'
import { assertWithinLimit, limitHeaders } from '../auth/limiter.ts'

interface Services {
  callers: CallerReader
  limits: RequestLimits
  log: Logger
}

/**
 * Makes the handler that answers what could not be read as HTTP, such as headers without end or a body that breaks
 * off. Node's own answer has no body, and so no id of a request that a person could ask about. The request counts as a
 * failed one of its address.
 */
export function clientErrorHandler({ callers, limits, log }: Services, publicUrl: string) {
  const fixed = securityHeaders(publicUrl)
  const answer = async (cause: NodeJS.ErrnoException, socket: Duplex): Promise<void> => {
    const peer = socket instanceof Socket ? socket.remoteAddress : undefined
    const { requestId, address } = callers.ofPeer(peer ?? '')
    const counted = await limits.takeOfAddress(address)
    const error = refusalOf(cause, counted)
    const body = JSON.stringify(toErrorEnvelope(error, requestId))
    const lines = Object.entries({
      ...fixed,
      'X-Request-Id': requestId,
      ...limitHeaders(counted),
      ...errorHeaders(error),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      Connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    log.info({ requestId, code: error.code, status: error.status }, 'request')
    const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`
    socket.end(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`)
  }
  return (cause: NodeJS.ErrnoException, socket: Duplex): void => {
    if (cause.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    answer(cause, socket).catch((error: unknown) => {
      log.error({ err: error }, 'a request that could not be read was not answered')
      socket.destroy()
    })
  }
}

function refusalOf(cause: NodeJS.ErrnoException, counted: RateLimitDecision): ServiceError {
  try {
    assertWithinLimit(counted)
    return unreadable(cause)
  } catch (error) {
    return toServiceError(error)
  }
}

function unreadable(cause: NodeJS.ErrnoException): ServiceError {
  switch (cause.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('HEADERS_TOO_LARGE', 'The headers are too large', { cause })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('REQUEST_TIMEOUT', 'The request did not arrive in time', { cause })
    default:
      return new ServiceError('BAD_REQUEST', 'The request could not be read as HTTP', { cause })
  }
}
