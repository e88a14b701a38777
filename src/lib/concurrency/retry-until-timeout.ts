import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 250

interface RetryOptions {
  timeoutMs: number
  /** Returns true for an error after which another attempt makes sense. */
  isTransient: (error: unknown) => boolean
  /** A function that is called with the error of the first attempt that failed, if another attempt follows it. */
  onFirstFailure: (error: unknown) => void
  signal?: AbortSignal | undefined
}

/**
 * Repeats an attempt until it succeeds. Throws its error where another attempt makes no sense or the time is over, and
 * the signal's reason where the signal is aborted between two attempts.
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
