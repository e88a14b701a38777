import type { ServerResponse } from 'node:http'

/** A signal that ends when the client has left; made when it is first asked for, which few requests do. */
export function untilLeft(response: ServerResponse): () => AbortSignal {
  let left: AbortController | undefined
  return () => {
    if (left) return left.signal
    const made = (left = new AbortController())
    if (response.closed) made.abort()
    else response.once('close', () => made.abort())
    return made.signal
  }
}

/** Ends when the client has left, or the service begins to stop: a stream without end would hold the stop up. */
export function signalUntilLeft(response: ServerResponse, stopping: AbortSignal): AbortSignal {
  const left = new AbortController()
  const leave = (): void => left.abort()
  // @NOTE not `AbortSignal.any`: a signal that lives as long as the process would keep something of each that left.
  stopping.addEventListener('abort', leave)
  response.once('close', () => {
    stopping.removeEventListener('abort', leave)
    leave()
  })
  if (stopping.aborted || response.closed) leave()
  return left.signal
}
