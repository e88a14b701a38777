import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 250

interface Patience {
  timeoutMs: number
  /** Whether it makes sense to try again after this. */
  mayPass: (error: unknown) => boolean
  /** Hears of the first failure that is tried again. */
  failed: (error: unknown) => void
  signal?: AbortSignal | undefined
}

/**
 * Tries until it succeeds, or its time is over: then throws what went wrong last. Throws the signal's reason between two
 * tries.
 */
export async function tryFor<T>(
  attempt: () => Promise<T>,
  { timeoutMs, mayPass, failed, signal }: Patience,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!mayPass(error) || performance.now() + PAUSE_MS > deadline) throw error
      if (tries === 1) failed(error)
    }
    signal?.throwIfAborted()
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}
