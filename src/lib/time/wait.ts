import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after a number of milliseconds; rejects with the signal's reason as soon as the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const systemWait: Wait = async (ms, signal) => {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}
