import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '../core/clock.ts'
import { ServiceError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { failure } from './envelope.ts'

/**
 * Answers what could not be read as HTTP, such as headers without end or a body that breaks off: Node's own answer
 * has no body, so that nobody could ask about it.
 */
export function refuseUnreadable(now: Clock) {
  return (cause: NodeJS.ErrnoException, socket: Duplex): void => {
    if (cause.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const requestId = newId('req', now())
    const error = new ServiceError('BAD_REQUEST', 'The request could not be read as HTTP')
    const body = JSON.stringify(failure(error, requestId))
    const lines = [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
}
