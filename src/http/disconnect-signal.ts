import type { ServerResponse } from 'node:http'
import type { ChangeWatch } from '../lib/concurrency/change-notifier.ts'

/**
 * Makes a signal that is aborted when the client has left. It is made when it is first asked for, which few requests
 * do.
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

/** After at most this time, a credential that another process has ended opens nothing any more. */
const LOOK_EVERY_MS = 1_000

export interface StreamEnds {
  /** Aborted when the service begins to stop: an endless stream would hold the stop up. */
  stopping: AbortSignal
  /** Notifies when rights in the organization have ended, so that a stream does not go on until the next check. */
  rights: () => ChangeWatch & Disposable
  /** Says whether the credential that opened the stream would still open it. */
  isLive: () => Promise<boolean>
  /** Called once where it would not. */
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
