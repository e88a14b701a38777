import type { ServerResponse } from 'node:http'

/** Makes a signal that is aborted when the client has left, once it is first asked for, which few requests do. */
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

/** A credential that was revoked opens nothing any more after at most this time. */
const LOOK_EVERY_MS = 1_000

interface Ends {
  /** Aborted when the service begins to stop: a stream without end would hold the stop up. */
  stopping: AbortSignal
  /** Rejects once the credential that opened the stream no longer works. */
  assertLive: () => Promise<void>
}

/** Makes a signal that is aborted when the client has left, its credential has ended, or the service begins to stop. */
export function streamSignal(
  response: ServerResponse,
  { stopping, assertLive }: Ends,
): AbortSignal {
  const left = new AbortController()
  const leave = (): void => left.abort()
  // A client that has left already sends no further event.
  if (stopping.aborted || response.closed) {
    leave()
    return left.signal
  }
  const look = setInterval(() => {
    assertLive().catch(leave)
  }, LOOK_EVERY_MS)
  // @NOTE not `AbortSignal.any`: a signal that lives as long as the process would keep something of each that left.
  stopping.addEventListener('abort', leave)
  response.once('close', () => {
    stopping.removeEventListener('abort', leave)
    clearInterval(look)
    leave()
  })
  return left.signal
}
