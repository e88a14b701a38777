import { cancelledRequest, FetchError } from './fetch-error.ts'

/**
 * Runs work, and throws TIMEOUT after `timeoutMs`, or CANCELLED when `outer` is aborted. The work gets a signal, but
 * is not waited for then: a name server or a TLS handshake may not react.
 */
export async function withinDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const { signal } = controller
  const cancel = (): void => controller.abort(cancelledRequest({ cause: outer?.reason }))
  if (outer?.aborted === true) cancel()
  signal.throwIfAborted()
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const timer = setTimeout(() => {
    controller.abort(new FetchError('TIMEOUT', `No complete answer within ${timeoutMs} ms`))
  }, timeoutMs)
  outer?.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.race([work(signal), ended])
  } catch (error) {
    // Closes what the work left open, such as a body that is not read any more.
    controller.abort(error)
    throw error
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', cancel)
  }
}
