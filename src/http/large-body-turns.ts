import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../kernel/door/errors.ts'
import { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'

/**
 * The milliseconds between two pieces of work. The pause is longer than a piece of work, so others have the event loop
 * more than half of the time.
 */
const PAUSE_MS = 10
/** The most waiting bodies of one sender; their next body comes after one of each other sender's. */
const MAX_OF_SENDER = 50
/** The most waiting bodies of all senders together, which is a wait of five seconds. */
const MAX_WAITING = 500

const RETRY_AFTER_SECONDS = 2

interface Sender {
  /** A credential's id or a pseudonym of an address. */
  name: string
  /** Makes the signal that is aborted when the sender has left; absent where the sender cannot leave. */
  untilLeft: (() => AbortSignal) | undefined
}

type TakeTurn = (request: IncomingMessage, sender: Sender) => Promise<void>

/**
 * Gives turns to bodies that hold the event loop for milliseconds. One body is read at a time, and senders take turns,
 * so that smaller requests are answered in the pauses. The returned function throws RATE_LIMITED where too many bodies
 * of the sender wait, UNAVAILABLE where too many of all senders do, and BAD_REQUEST to a sender who has left.
 */
export function largeBodyTurns(): TakeTurn {
  const queue = new KeyedQueue({
    concurrency: 1,
    waiting: { ofKey: MAX_OF_SENDER, ofAll: MAX_WAITING, refuse },
  })
  return async ({ socket }, { name, untilLeft }) => {
    try {
      const turn = await queue.begin({ key: name, untilLeft })
      const end = (): void => turn[Symbol.dispose]()
      if (!socket.destroyed) return void setTimeout(end, PAUSE_MS)
      // The signal does not show that a sender left whose request came behind another one of its connection.
      end()
    } catch (error) {
      if (untilLeft?.().aborted !== true) throw error
    }
    throw new ServiceError('BAD_REQUEST', 'The sender has left')
  }
}

function refuse(full: 'key' | 'all'): ServiceError {
  const options = { retryAfterSeconds: RETRY_AFTER_SECONDS }
  return full === 'key'
    ? new ServiceError('RATE_LIMITED', 'Too many large bodies at once; send fewer', options)
    : new ServiceError('UNAVAILABLE', 'Too many large bodies wait; try again', options)
}
