import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../kernel/door/errors.ts'
import { acceptsType } from '../lib/web/accepts-type.ts'

/** What the SDK wants to see, whatever it answers: of the two, answers here are JSON. */
const BOTH = 'application/json, text/event-stream'

/**
 * Takes every client that takes JSON, which each answer is, although the specification has clients accept both JSON and
 * event streams
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#sending-messages-to-the-server). Throws
 * NOT_ACCEPTABLE for one that takes no JSON.
 */
export function acceptJson({ headers }: IncomingMessage): void {
  if (!takesJson(headers.accept)) {
    throw new ServiceError(
      'NOT_ACCEPTABLE',
      'Answers are application/json; accept that, best with text/event-stream beside it',
    )
  }
  headers.accept = BOTH
}

/** The SDK asks no more than this of the type. Throws UNSUPPORTED_MEDIA_TYPE. */
export function assertJsonBody({ headers }: IncomingMessage): void {
  if (headers['content-type']?.includes('application/json')) return
  throw new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Unsupported Media Type: Content-Type must be application/json',
  )
}

let last: { accept: string | undefined; takesJson: boolean } | undefined

/** Most requests accept what the one before did. */
function takesJson(accept: string | undefined): boolean {
  if (last === undefined || last.accept !== accept) {
    last = { accept, takesJson: acceptsType(accept, 'application/json') }
  }
  return last.takesJson
}
