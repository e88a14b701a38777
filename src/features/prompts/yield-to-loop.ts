import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets requests and other work in, and throws the reason of the signal when the run is to end. */
export async function yieldToLoop(signal: AbortSignal): Promise<void> {
  await nextTurn()
  signal.throwIfAborted()
}
