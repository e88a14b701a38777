import type { ServerResponse } from 'node:http'
import type { ChangeWatch } from '../lib/concurrency/change-notifier.ts'

/**
 * Makes the function that returns a signal which is aborted when the client has left. The signal is made when it is
 * first asked for, which few requests do.
 */
export function disconnectSignalOf(response: ServerResponse): () => AbortSignal {
  let left: AbortController | undefined
  return () => {
    if (left) return left.signal
    const made = (left = new AbortController())
    if (response.closed) made.abort()
    else response.once('close', () => made.abort())
    return made.signal
  }
}

/**
 * The milliseconds between two looks at a credential: after at most this time, one that another process has ended
 * opens nothing any more.
 */
const LOOK_EVERY_MS = 1_000

export interface StreamEnds {
  /** The signal that is aborted when the service begins to stop: an endless stream would hold the stop up. */
  stopping: AbortSignal
  /** Watches for rights in the organization that have ended, so that a stream does not go on until the next look. */
  rights: () => ChangeWatch & Disposable
  /** Tells whether the credential that opened the stream would still open it. */
  isLive: () => Promise<boolean>
  /** Runs once when the credential would no longer open the stream. */
  onEnded: () => void
}

/**
 * Makes a signal that is aborted when the client has left, its credential has ended or may do less, or the service begins to
 * stop.
 */
export function streamSignal(response: ServerResponse, ends: StreamEnds): AbortSignal {
  const { stopping } = ends
  const left = new AbortController()
  const leave = (): void => left.abort()
  // A client that has left already sends no further event.
  if (stopping.aborted || response.closed) {
    leave()
    return left.signal
  }
  // @NOTE not `AbortSignal.any`: a signal that lives as long as the process would keep something of each that left.
  stopping.addEventListener('abort', leave)
  response.once('close', () => {
    stopping.removeEventListener('abort', leave)
    leave()
  })
  watchCredential(left, ends).catch(leave)
  return left.signal
}

async function watchCredential(
  left: AbortController,
  { rights, isLive, onEnded }: StreamEnds,
): Promise<void> {
  using watch = rights()
  for (;;) {
    await watch.next(LOOK_EVERY_MS, left.signal)
    if (left.signal.aborted) return
    if (await isLive()) continue
    if (left.signal.aborted) return
    left.abort()
    onEnded()
  }
}
