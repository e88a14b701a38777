import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 250

interface RetryOptions {
  timeoutMs: number
  /** True for an error after which another attempt makes sense. */
  isTransient: (error: unknown) => boolean
  /** Called with the first error that is followed by another attempt. */
  onFirstFailure: (error: unknown) => void
  signal?: AbortSignal | undefined
}

/**
 * Repeats an attempt until it succeeds or the time is over: then throws the last error. Between two attempts it
 * throws the signal's reason.
 */
export async function retryUntilTimeout<T>(
  attempt: () => Promise<T>,
  { timeoutMs, isTransient, onFirstFailure, signal }: RetryOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTransient(error) || performance.now() + PAUSE_MS > deadline) throw error
      if (tries === 1) onFirstFailure(error)
    }
    signal?.throwIfAborted()
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}
