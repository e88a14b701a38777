import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for milliseconds. Throws the signal's reason as soon as that is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const systemWait: Wait = async (ms, signal) => {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}
